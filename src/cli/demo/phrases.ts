import type { Language } from './topic.js';

/** Small talk of a language: what people and agents say whatever the topic. */
export interface Phrases {
  /** Said by the user after an answer. */
  nods: readonly string[];
  /** Said by the agent before it calls a tool. */
  interim: readonly string[];
  /** Put after an answer. */
  closings: readonly string[];
  /** Put before a list. */
  leads: readonly string[];
}

/** The small talk of every language. */
export const PHRASES: Readonly<Record<Language, Phrases>> = {
  en: {
    nods: [
      'Thanks!',
      "That's it, thank you 👍",
      'ok, go on',
      'Hm, not quite.',
      'Perfect 🎉',
      'yes',
      '…and?',
    ],
    interim: ['Let me check.', 'Looking at it now.', 'One moment, I verify that first.', 'On it.'],
    closings: [
      'Shall I go on?',
      'Tell me if you want it otherwise.',
      "I've left everything else as it was.",
      'That should do; say so if it does not.',
    ],
    leads: ['In short:', 'What I found:', 'The details:', 'Done so far:'],
  },
  zh: {
    nods: ['谢谢！', '好的，继续', '很好 👍', '不太对，再看一下', '可以'],
    interim: ['我先看一下。', '稍等，正在检查。', '先确认一下情况。'],
    closings: ['还需要别的吗？', '如果有问题请告诉我。', '需要我继续吗？'],
    leads: ['总结如下：', '具体情况：', '要点：'],
  },
  ja: {
    nods: ['ありがとうございます。', '了解です', 'いいですね 😊', 'お願いします', '少し違います'],
    interim: ['確認します。', '少々お待ちください。', 'まず状況を見てみます。'],
    closings: ['他にご要望はありますか？', 'このまま進めてもよろしいですか？', 'ご確認ください。'],
    leads: ['まとめ：', '内容は次のとおりです。', 'ポイント：'],
  },
  ko: {
    nods: ['고마워요!', '네, 계속해 주세요', '좋아요 👍', '조금 달라요'],
    interim: ['확인해 보겠습니다.', '잠시만 기다려 주세요.'],
    closings: ['더 필요한 것이 있나요?', '계속 진행할까요?'],
    leads: ['요약:', '자세한 내용:'],
  },
  fr: {
    nods: ['Merci !', "D'accord, continue.", 'Parfait 👌', 'Pas tout à fait.'],
    interim: ['Je vérifie.', 'Un instant, je regarde.'],
    closings: ['Veux-tu que je continue ?', 'Dis-moi si quelque chose ne va pas.'],
    leads: ['En bref :', 'Le détail :'],
  },
  de: {
    nods: ['Danke!', 'Ja, weiter so.', 'Passt 👍', 'Nicht ganz.'],
    interim: ['Ich sehe nach.', 'Moment, das prüfe ich zuerst.'],
    closings: ['Soll ich weitermachen?', 'Sag Bescheid, wenn du es anders möchtest.'],
    leads: ['Kurz gesagt:', 'Im Einzelnen:'],
  },
  es: {
    nods: ['¡Gracias!', 'Vale, sigue.', 'No exactamente.'],
    interim: ['Lo compruebo.', 'Un momento, lo miro.'],
    closings: ['¿Sigo?', 'Avísame si prefieres otra cosa.'],
    leads: ['En resumen:', 'Los detalles:'],
  },
  ar: {
    nods: ['شكرًا!', 'حسنًا، تابع.', 'ممتاز 👍'],
    interim: ['سأتحقق من ذلك.', 'لحظة من فضلك.'],
    closings: ['هل أتابع؟', 'أخبرني إن أردت تغيير شيء.'],
    leads: ['باختصار:', 'التفاصيل:'],
  },
};
