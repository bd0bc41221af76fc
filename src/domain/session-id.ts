import { randomBytes } from 'node:crypto';

/**
 * A fresh session id in the form of Hermes' own: date and time of `now` (epoch seconds, UTC), then
 * eight hex digits.
 */
export function newSessionId(now: number): string {
  const [date = '', time = ''] = new Date(now * 1000).toISOString().slice(0, 19).split('T');
  return `${date.replaceAll('-', '')}_${time.replaceAll(':', '')}_${randomBytes(4).toString('hex')}`;
}
