import type { Random } from './random.js';
import type { Language } from './topic.js';

/** One way to talk to the agent: what its sessions look like. */
export interface Platform {
  source: string;
  weight: number;
  /** How people use it: at a desk in one go, in a chat over hours or days, or by a program. */
  pace: 'desk' | 'chat' | 'program';
  /** Hexadecimal digits at the end of its session ids. */
  idDigits: 6 | 8;
  /** End reasons with their weights; null is a session that nobody ended. */
  ends: readonly (readonly [string | null, number])[];
  /** The language most of its users write; null is a mix. */
  language: Language | null;
  /** The share of its sessions with a title. */
  titled: number;
  readonly user: (random: Random) => string | null;
}

type Ends = Platform['ends'];

const DESK_ENDS: Ends = [
  ['user_exit', 45],
  ['cli_close', 25],
  ['new_session', 12],
  ['resumed_other', 5],
  ['session_switch', 4],
  [null, 9],
];
const TUI_ENDS: Ends = [
  ['tui_close', 60],
  ['tui_shutdown', 15],
  ['new_session', 10],
  [null, 15],
];
const CHAT_ENDS: Ends = [
  ['session_reset', 55],
  ['new_session', 20],
  ['session_switch', 5],
  [null, 20],
];
const OPEN_ENDS: Ends = [
  [null, 80],
  ['new_session', 20],
];

const nobody = (): null => null;
const digits = (random: Random, length: number): string => random.text(length, '0123456789');
/** Telephone numbers of the range that is kept free for fiction. */
const phone = (random: Random): string => `+1555010${random.int(0, 9)}`;
const name = (random: Random): string => random.pick(['ana', 'ben', 'chidi', 'dana', 'hana']);

function chat(
  source: string,
  weight: number,
  user: Platform['user'],
  language: Language | null = null,
): Platform {
  return {
    source,
    weight,
    user,
    language,
    pace: 'chat',
    idDigits: 8,
    ends: CHAT_ENDS,
    titled: 0.6,
  };
}

function desk(source: string, weight: number, ends: Ends, titled: number): Platform {
  return { source, weight, ends, titled, user: nobody, language: null, pace: 'desk', idDigits: 6 };
}

function program(source: string, weight: number, user: Platform['user'] = nobody): Platform {
  const common = { source, weight, user, language: null, ends: OPEN_ENDS, titled: 0.25 };
  return { ...common, pace: 'program', idDigits: 6 };
}

/** The platforms that people and programs use; jobs on a timetable are made elsewhere. */
export const PLATFORMS: readonly Platform[] = [
  desk('cli', 28, DESK_ENDS, 0.8),
  chat('telegram', 18, (random) => `555000${random.int(1, 4)}`),
  desk('tui', 8, TUI_ENDS, 0.75),
  chat('discord', 8, (random) => `8811${digits(random, 2)}`),
  chat('slack', 8, (random) => `U07${random.pick(['AAAA', 'BBBB', 'CCCC'])}`),
  chat('whatsapp', 6, phone),
  chat('signal', 3, phone),
  chat('matrix', 3, (random) => `@${name(random)}:example.org`),
  chat('email', 4, (random) => `${name(random)}@example.com`),
  chat('weixin', 4, (random) => `wx_00${random.int(1, 5)}`, 'zh'),
  chat('feishu', 3, (random) => `ou_${random.int(70, 79)}`, 'zh'),
  program('api_server', 5),
  program('webhook', 3, (random) => `webhook:${random.pick(['alerts', 'forms', 'git'])}`),
  program('acp', 2),
  chat('homeassistant', 2, () => 'home'),
  chat('sms', 1, phone),
  chat('mattermost', 1, (random) => `mm_${name(random)}`),
  chat('dingtalk', 1, (random) => `dt_${random.int(100, 109)}`, 'zh'),
  chat('wecom', 1, (random) => `wc_${random.int(10, 19)}`, 'zh'),
  chat('bluebubbles', 1, phone),
  chat('qqbot', 1, (random) => `qq_${random.int(1000, 1009)}`, 'zh'),
];

/** What sessions of the timetable have in common. */
export const CRON: Platform = {
  source: 'cron',
  weight: 0,
  user: nobody,
  language: 'en',
  pace: 'program',
  idDigits: 6,
  ends: [['cron_complete', 1]],
  titled: 0,
};

/** A platform: the one named, or one in proportion to the weights. */
export function pickPlatform(random: Random, source: string | null): Platform {
  const named = PLATFORMS.find((platform) => platform.source === source);
  return (
    named ?? random.weighted(PLATFORMS.map((platform) => [platform, platform.weight] as const))
  );
}
