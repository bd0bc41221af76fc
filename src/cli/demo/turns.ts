import { pictureMessage } from './images.js';
import type { Platform } from './platforms.js';
import { userText } from './text.js';
import { useTools } from './tool-use.js';
import { addAnswer, addToolRound, addUser, type Transcript } from './transcript.js';

/** Seconds between an answer and the next question, and the share of long pauses with their length. */
const PACES = {
  desk: { wait: 55, pauses: 0.05, pause: 1500 },
  chat: { wait: 120, pauses: 0.12, pause: 4 * 3600 },
  program: { wait: 6, pauses: 0, pause: 0 },
} as const;

const MOST_ROUNDS = 6;

/**
 * Writes questions and answers until the session has about `messages` rows. Each of `errands` is
 * run once, in the middle of a turn, spread evenly.
 */
export function writeChat(
  script: Transcript,
  messages: number,
  pace: Platform['pace'],
  errands: readonly (() => void)[],
): void {
  let run = 0;
  for (
    let turn = 0;
    turn === 0 || script.rows.length < messages - 1 || run < errands.length;
    turn++
  ) {
    waitForUser(script, pace, script.rows.length === 0);
    addUser(script, userContent(script, pace));
    const errand = errands[run];
    if (errand && script.rows.length >= (messages * (run + 1)) / (errands.length + 1)) {
      errand();
      run += 1;
    }
    writeReply(script, messages);
  }
}

/** The agent's part of a turn: rounds of tools while there is room for them, then the answer. */
export function writeReply(script: Transcript, messages: number): void {
  const { random } = script.voice;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (script.rows.length > messages - 3 || !random.chance(0.55)) break;
    addToolRound(script, useTools(script.voice));
  }
  addAnswer(script);
}

/** One task from beginning to end: what to do, the tools, and the report, which is returned. */
export function writeTask(script: Transcript, task: string, messages: number): string {
  addUser(script, task);
  do addToolRound(script, useTools(script.voice));
  while (script.rows.length < messages - 2);
  return addAnswer(script);
}

function waitForUser({ voice, clock }: Transcript, pace: Platform['pace'], first: boolean): void {
  const { random } = voice;
  const { wait, pauses, pause } = PACES[pace];
  clock.at += first ? random.float(0.05, 0.4) : 1 + random.skewed(wait);
  if (!first && random.chance(pauses)) clock.at += random.skewed(pause);
}

function userContent({ voice, rows }: Transcript, pace: Platform['pace']): string {
  const { random, topic } = voice;
  const text = userText(voice, rows.length === 0);
  const share = topic.tools.includes('vision_analyze') ? 0.3 : pace === 'chat' ? 0.05 : 0.01;
  return random.chance(share) ? pictureMessage(random, random.chance(0.85) ? text : '') : text;
}
