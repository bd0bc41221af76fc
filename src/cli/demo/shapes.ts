import type { ConversationPlan } from './plan.js';
import type { Language } from './topic.js';

/** Links after the root, and helpers: `groups` is how many groups of helpers the conversation calls. */
export interface Shape {
  links: ('continuation' | 'branch')[];
  groups: number[];
  extras?: Partial<ConversationPlan>;
}

const on = 'continuation';
const fork = 'branch';

function spoken(source: string, language: Language): Shape {
  return { links: [], groups: [], extras: { source, language } };
}

/** What a store of the usual size holds in any case, most telling first. */
export const SHOWN: readonly Shape[] = [
  { links: [on, on, on], groups: [], extras: { source: 'cli', title: 'Fix Docker Build' } },
  { links: [], groups: [], extras: { source: 'telegram', active: true } },
  { links: [fork], groups: [], extras: { source: 'cli', title: 'API design' } },
  { links: [], groups: [3], extras: { source: 'cli' } },
  { links: [], groups: [], extras: { kind: 'job' } },
  { links: [on], groups: [], extras: { source: 'cli', active: true } },
  { links: [on, on], groups: [], extras: { source: 'weixin' } },
  { links: [], groups: [], extras: { kind: 'empty' } },
  { links: [on, fork, on], groups: [2], extras: { source: 'tui' } },
  { links: [on], groups: [], extras: { source: 'telegram', orphan: true } },
  { links: [fork, fork], groups: [], extras: { source: 'discord' } },
  { links: [on, on, on, on, on, on, on], groups: [2], extras: { source: 'cli' } },
  spoken('slack', 'fr'),
  spoken('whatsapp', 'ar'),
  spoken('signal', 'de'),
  spoken('matrix', 'ja'),
  spoken('email', 'es'),
  spoken('discord', 'ko'),
  spoken('feishu', 'zh'),
  spoken('api_server', 'en'),
  spoken('webhook', 'en'),
  spoken('acp', 'en'),
];

/** What follows, with weights. */
export const USUAL: readonly (readonly [Shape, number])[] = [
  [{ links: [], groups: [] }, 62],
  [{ links: [], groups: [], extras: { kind: 'job' } }, 18],
  [{ links: [on], groups: [] }, 6],
  [{ links: [on, on], groups: [] }, 3],
  [{ links: [on, on, on, on], groups: [] }, 1],
  [{ links: [fork], groups: [] }, 4],
  [{ links: [fork, on], groups: [] }, 1],
  [{ links: [], groups: [1] }, 4],
  [{ links: [], groups: [3] }, 2],
  [{ links: [], groups: [2, 2] }, 1],
  [{ links: [on], groups: [2] }, 1],
  [{ links: [], groups: [], extras: { kind: 'empty' } }, 1.5],
];

/** One session by itself. */
export const PLAIN: Shape = { links: [], groups: [] };

/** How many sessions a conversation of the shape has. */
export function sizeOf({ links, groups }: Shape): number {
  return 1 + links.length + groups.reduce((sum, group) => sum + group, 0);
}
