import type { ToolName, Topic } from './topic.js';

const EYES: readonly ToolName[] = [
  'web_search',
  'web_search',
  'web_extract',
  'browser_navigate',
  'browser_snapshot',
  'memory',
  'todo',
  'session_search',
];

/** Chats about travel, food, home, money and letters. */
export const LIFE_TOPICS: readonly Topic[] = [
  {
    language: 'en',
    area: 'life',
    titles: ['Long weekend in {{city}}', 'Train to {{city}}', '{{city}} with kids in {{month}}'],
    asks: [
      'Plan three days in {{city}} in {{month}}, by train, two kids, one rainy day.',
      'What is the cheapest train to {{city}} on {{date}}? We are flexible by a day.',
      'Find a quiet hotel in {{city}} near the station, max. {{n}}0 € a night.',
    ],
    follows: [
      'Something indoors for the rainy day?',
      "Is the museum open on Mondays? My friend says it isn't.",
      'Put it all into a list that I can print.',
      'Can we take the bikes on that train?',
      'And vegetarian food nearby?',
    ],
    answers: [
      'Day one: old town and the river walk. Day two: the museum (open till 18:00) and the botanical garden. Day three: market, then the train at {{time}}.',
      'The cheapest is {{price}} with one change, leaving at {{time}}; the direct one costs {{price}}.',
      'Three quiet ones within ten minutes of the station, all below your limit. The second has family rooms.',
      'Yes, bikes need a reservation of {{price}} each; four places are left on {{date}}.',
    ],
    points: [
      'science museum, free for under-12s, closed on Mondays',
      'covered market, 9:00-14:00',
      'day ticket for the tram {{price}}',
      'the 14:{{n}} train has a family compartment',
      'umbrella: {{pct}} chance of rain on the second day',
    ],
    thoughts: ['Two kids and rain: plan short ways and one indoor stop a day.'],
    tools: [...EYES, 'image_generate'],
  },
  {
    language: 'en',
    area: 'life',
    titles: ['{{dish}} for {{n}}', 'Meal plan {{month}}', 'Why my {{dish}} fails'],
    asks: [
      'A recipe for {{dish}} for {{n}} people, no nuts, under an hour.',
      'My {{dish}} came out dry again :( I baked it at 200 °C for {{n}} minutes. What went wrong?',
      'Make a meal plan for the week, mostly vegetarian, and the shopping list.',
    ],
    follows: [
      'What can I use instead of cream?',
      'Convert that to cups, please.',
      'Does it freeze well?',
      'The kids want something sweet too 🍓',
    ],
    answers: [
      'For {{n}} people: brown the onions slowly, add the rest, simmer {{n}} minutes. Salt at the end, since the stock is salty already.',
      'Too hot and too long. Try 170 °C and take it out when the middle is still soft; it goes on cooking for ten minutes.',
      'Here is the week. Two days share the same base, so the cooking takes {{n}} minutes a day.',
      'Oat cream works, or 100 ml of milk with a spoon of flour.',
    ],
    points: [
      '{{n}}00 g flour, 2 eggs, a pinch of salt',
      'let the dough rest for {{n}} minutes',
      'lemon juice instead of wine',
      'keeps {{n}} days in the fridge',
      'Monday: lentil soup; Tuesday: {{dish}}',
    ],
    thoughts: ['No nuts, remember. Check the pesto.'],
    tools: ['web_search', 'web_extract', 'memory', 'todo', 'image_generate', 'session_search'],
  },
  {
    language: 'en',
    area: 'life',
    titles: ['Budget {{month}}', 'Receipt photos', 'Compare electricity tariffs'],
    asks: [
      'Here are the receipts of this week. Sum them by category, please.',
      'Where did our money go in {{month}}? The export is in data/bank-{{month}}.csv.',
      'Compare three electricity tariffs for {{ms}} kWh a year.',
    ],
    follows: [
      'Leave out the rent.',
      'How does that compare with the month before?',
      'What if we pay yearly?',
      'Round to full euros.',
    ],
    answers: [
      'Food {{price}}, transport {{price}}, home {{price}}, the rest {{price}}. Food is {{pct}} above your usual month.',
      'Tariff B is the cheapest from {{ms}} kWh on: {{price}} a year. A is better if you use less.',
      'I read {{n}} receipts; one total was blurred, so please check the line marked with a question mark.',
    ],
    points: [
      'groceries {{price}} ({{n}} receipts)',
      'pharmacy {{price}}',
      'train tickets {{price}}, refundable until {{date}}',
      'a standing order of {{price}} nobody uses',
    ],
    thoughts: ['The figures must add up to the total of the statement. Check that first.'],
    tools: ['read_file', 'execute_code', 'vision_analyze', 'web_search', 'memory'],
  },
  {
    language: 'en',
    area: 'life',
    titles: ['Heating at home', 'Garden plan {{month}}', 'Sensor in the {{room}}'],
    asks: [
      'The {{room}} is cold in the morning. Show me the temperatures of the last night.',
      'What can I sow in {{month}}? Balcony, facing east, heavy pots are no problem.',
      'Turn the light in the {{room}} off at {{time}} on workdays.',
    ],
    follows: [
      'Half an hour earlier, please.',
      'And at weekends?',
      'Remind me to water them.',
      'Is the battery of the sensor still good?',
    ],
    answers: [
      'The {{room}} fell to 16.{{n}} °C at {{time}}; the valve opens at six. I moved it to five.',
      'In {{month}} you can sow radish, spinach and sweet peas. East means morning sun, so salad does well until summer.',
      'Done: the light in the {{room}} goes off at {{time}}, Monday to Friday.',
    ],
    points: [
      'sensor.{{room}}_temperature: min 16.{{n}}, max 21.{{n}}',
      'battery at {{pct}}',
      'water every {{n}} days, less when it rains',
      'automation `{{room}}_morning` is active',
    ],
    thoughts: ['Look at the valve and the window sensor before blaming the boiler.'],
    tools: ['terminal', 'web_search', 'memory', 'cronjob', 'send_message'],
  },
  {
    language: 'en',
    area: 'life',
    titles: ['Letter to the landlord', 'Mail to {{person}}', 'Talk outline: {{project}}'],
    asks: [
      'Draft a polite mail to {{email}}: the meeting on {{date}} moves to {{time}}.',
      'Help me write an outline for a ten-minute talk about {{project}}.',
      'Shorten this text by half and keep the tone.\n\n"We are glad to tell you that {{project}} is ready to be tried. It took us {{n}} months, two false starts and a lot of tea; what you see is small, but it is finished."',
    ],
    follows: [
      'Less formal.',
      'Use "you", not "one".',
      'Add a sentence that thanks {{person}}.',
      'Now in three bullet points.',
    ],
    answers: [
      'Subject: New time for {{date}}\n\nHello {{person}},\n\nour meeting on {{date}} moves to {{time}}. I hope that still suits you; if not, just tell me.\n\nKind regards',
      '"{{project}} is ready to be tried. Small, but finished: {{n}} months, two false starts, much tea."',
      'Outline: one story, one problem, one idea, one demo, one question for the room. Two minutes each.',
    ],
    points: [
      'open with the story, not with the agenda',
      'one slide a minute is plenty',
      'say what is not finished',
      'end two minutes early',
    ],
    thoughts: ['The tone is warm and plain. Do not make it sound like marketing.'],
    tools: ['write_file', 'memory', 'skill_view', 'send_message', 'session_search'],
  },
  {
    language: 'en',
    area: 'life',
    titles: ['Poster for {{project}}', 'Logo sketch {{project}}', 'What bird is this?'],
    asks: [
      'What bird is this? Taken near {{city}} this morning 🐦',
      'Make a poster for {{project}}: warm colours, big date ({{date}}), no people.',
      'Read the text on this screenshot and explain the error.',
    ],
    follows: [
      'A bit more contrast, please.',
      'The date must be larger.',
      'Can you tell the age of it?',
      'Now the same for a square format.',
    ],
    answers: [
      'That looks like a young starling: brown head, dark bill, the spots come in late summer.',
      'Here is the poster, 3:4, with the date in the upper third. A square version is easy from the same prompt.',
      'The screenshot says `ERR_CONNECTION_REFUSED`: nothing listens on port {{ms}}. Start the service first.',
    ],
    points: [
      'bill dark, legs reddish, tail short',
      'palette: #c8553d, #f28f3b, #ffd5c2',
      'text stays outside the 5% margin',
    ],
    thoughts: ['Describe what is visible before naming it, and say how sure that is.'],
    tools: ['vision_analyze', 'vision_analyze', 'image_generate', 'web_search', 'browser_vision'],
  },
];
