import { readlinkSync } from 'node:fs';
import { BadUserInputError } from '../../domain/errors.js';
import { openTimeZone } from '../../domain/stats/time-zone.js';

/** What tells the zone of this computer; given, so that a test can be on any. */
export interface ZoneSources {
  /** The variable `TZ`; undefined where it is not set. */
  tz: string | undefined;
  /** What the runtime takes the zone to be. Its type says string, yet it may be none. */
  resolved: unknown;
  /** Where the link at a path leads; null where there is no link. */
  linkAt: (path: string) => string | null;
}

/** The zone of this computer, and a sentence where UTC had to stand in for it. */
export interface LocalZone {
  name: string;
  remark: string | null;
}

const SYSTEM_LINK = '/etc/localtime';

/**
 * The zone of this computer: what the runtime says if that is an IANA zone; else the one that the
 * path in `TZ` leads to, or the system's link where `TZ` is not set; else UTC.
 */
export function localZone(sources: ZoneSources = ofThisComputer()): LocalZone {
  const { tz, resolved, linkAt } = sources;
  if (isZone(resolved)) return { name: resolved, remark: null };
  const path = tz === undefined ? SYSTEM_LINK : tz.replace(/^:/, '');
  for (const candidate of [path, linkAt(path) ?? '']) {
    const name = /\/zoneinfo(?:[.-]\w+)?\/(?:posix\/|right\/)?(.+)$/.exec(candidate)?.[1];
    if (isZone(name)) return { name, remark: null };
  }
  // An empty TZ is how one asks for UTC.
  if (path === '') return { name: 'UTC', remark: null };
  const what =
    tz === undefined
      ? 'This computer names no time zone'
      : `TZ is ${JSON.stringify(tz)}, no IANA time zone`;
  return {
    name: 'UTC',
    remark: `${what}, so days and hours are those of UTC; name one with --time-zone.`,
  };
}

function ofThisComputer(): ZoneSources {
  return {
    tz: process.env['TZ'],
    resolved: Intl.DateTimeFormat().resolvedOptions().timeZone,
    linkAt: (path) => {
      try {
        return readlinkSync(path);
      } catch {
        return null;
      }
    },
  };
}

/** Whether it is the name of a zone; `Etc/Unknown` is what some runtimes call none. */
function isZone(name: unknown): name is string {
  if (typeof name !== 'string' || name === 'Etc/Unknown') return false;
  try {
    openTimeZone(name);
    return true;
  } catch (error) {
    if (!(error instanceof BadUserInputError)) throw error;
    return false;
  }
}
