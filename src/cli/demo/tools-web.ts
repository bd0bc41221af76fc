import { dumpPythonJson, type JsonValue } from '../../domain/python-json.js';
import { imagePart, structuredContent } from './images.js';
import type { ToolUse } from './tool-use.js';
import type { Voice } from './voice.js';

const PAGES: readonly (readonly [string, string, string])[] = [
  [
    'WAL mode explained',
    'https://docs.example.org/sqlite/wal.html',
    'Readers do not block writers.',
  ],
  [
    '{{city}}: what to see in three days',
    'https://travel.example.com/{{hex}}',
    'Old town, market, river.',
  ],
  [
    '{{dish}} without tears',
    'https://kitchen.example.net/r/{{ms}}',
    'Ready in {{n}}0 minutes, no nuts.',
  ],
  [
    'Timetable to {{city}}',
    'https://rail.example.com/?to={{hex}}&d={{date}}',
    'From {{price}}, {{n}} changes.',
  ],
  [
    'Why 502? A checklist',
    'https://ops.example.org/502-checklist',
    'Start with the upstream, not with nginx.',
  ],
  ['高铁时刻表', 'https://rail.example.com/cn/{{hex}}', '二等座，每小时 {{n}} 班。'],
  [
    'Release notes 2.{{n}}',
    'https://git.example.com/{{service}}/releases/2.{{n}}',
    'Three breaking changes.',
  ],
];

/** Search results of invented pages. */
export function useWebSearch({ random, topic, say }: Voice): ToolUse {
  const web = random.sample(PAGES, random.int(2, 5)).map(([title, url, text], index) => ({
    title: say(title),
    url: say(url),
    description: say(text),
    position: index + 1,
  }));
  const args = { query: say(random.pick(topic.titles)), limit: 5 };
  const result = dumpPythonJson({ success: true, data: { web } });
  return { name: 'web_search', args, result, seconds: random.skewed(2) };
}

/** The text of a page; now and then a refusal. */
export function useWebExtract({ random, topic, say }: Voice): ToolUse {
  const [title, url] = random.pick(PAGES);
  const address = say(url);
  const body = random.sample(topic.points, 3).map((point) => say(point));
  const page: JsonValue = random.chance(0.1)
    ? { url: address, title: '', content: '', error: 'HTTP 403: Forbidden' }
    : { url: address, title: say(title), content: `# ${say(title)}\n\n${body.join('\n\n')}` };
  const result = dumpPythonJson({ results: [page] });
  return { name: 'web_extract', args: { urls: [address] }, result, seconds: random.skewed(3) };
}

/** A page opened in the browser. */
export function useBrowserNavigate({ random, say }: Voice): ToolUse {
  const [title, url] = random.pick(PAGES);
  const address = say(url);
  const result = dumpPythonJson({ success: true, url: address, title: say(title) });
  return { name: 'browser_navigate', args: { url: address }, result, seconds: random.skewed(4) };
}

/** What the page holds, as an outline. */
export function useBrowserSnapshot({ random, say }: Voice): ToolUse {
  const snapshot = say(
    '- heading "Timetable to {{city}}" [level=1]\n- textbox "From" [ref=e3]\n- textbox "To" [ref=e4]: {{city}}\n- button "Search" [ref=e{{n}}]\n- link "14:{{n}}5 direct, {{price}}" [ref=e2{{n}}]',
  );
  const result = dumpPythonJson({ success: true, snapshot, element_count: random.int(5, 90) });
  return { name: 'browser_snapshot', args: { full: false }, result, seconds: random.skewed(1) };
}

/** A screenshot: the result holds the picture itself beside its description. */
export function useBrowserVision({ random, say }: Voice): ToolUse {
  const text = say('A dialog says ERR_CONNECTION_REFUSED on port {{ms}}; nothing else is shown.');
  const result = structuredContent([{ type: 'text', text }, imagePart(random)]);
  const args = { question: 'What does the page show?' };
  return { name: 'browser_vision', args, result, seconds: random.skewed(6) };
}

/** A description of a picture. */
export function useVisionAnalyze({ random, topic, say }: Voice): ToolUse {
  const analysis = `${say(random.pick(topic.answers))} ${say(random.pick(topic.points))}.`;
  const args = {
    image_url: `https://files.example.com/u/${random.hex(12)}.png`,
    question: say(random.pick(topic.asks)),
  };
  const result = dumpPythonJson({ success: true, analysis });
  return { name: 'vision_analyze', args, result, seconds: random.skewed(5) };
}

/** A picture made from words. */
export function useImageGenerate({ random, say }: Voice): ToolUse {
  const prompt = say(
    random.pick([
      '{{city}} in the morning, watercolour',
      'poster for {{project}}, warm colours, no people',
    ]),
  );
  const image = `https://files.example.com/g/${random.hex(12)}.png`;
  const result = dumpPythonJson({ success: true, image });
  const args = { prompt, aspect_ratio: random.pick(['landscape', 'portrait', 'square']) };
  return { name: 'image_generate', args, result, seconds: random.skewed(12) };
}
