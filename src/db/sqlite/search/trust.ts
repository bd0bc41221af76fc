import type { FullTextIndex } from '../layout.js';
import type { Sql } from '../sql.js';
import { gapsOf, type Gaps } from './gaps.js';
import { asking, IndexFailure, type IndexName } from './full-text.js';
import { knowsText } from './probe.js';
import type { Range } from './ranges.js';

/** A damaged index is left alone for so long, or until the schema changes. */
const DISTRUST_MS = 60_000;
/** An index that knows the newest message is not asked for it again for so long. */
const TRUST_MS = 1000;
/** What is old does not change; it is looked at again after so long. */
const OLD_TRUST_MS = 60_000;

/** What was found out about an index, for as long as it holds. */
class Opinions<Opinion> {
  readonly #known = new WeakMap<
    Sql,
    Map<IndexName, { mark: string; until: number; of: Opinion }>
  >();

  get(sql: Sql, name: IndexName): Opinion | null {
    const known = this.#known.get(sql)?.get(name);
    const holds = known?.mark === sql.layout().mark && known.until > performance.now();
    return holds ? known.of : null;
  }

  set(sql: Sql, name: IndexName, of: Opinion, forMs: number): Opinion {
    const known = this.#known.get(sql) ?? new Map<IndexName, never>();
    this.#known.set(sql, known);
    known.set(name, { mark: sql.layout().mark, until: performance.now() + forMs, of });
    return of;
  }
}

const sound = new Opinions<boolean>();
const gaps = new Opinions<Gaps>();

/** Remembers that an index of this file failed. */
export function distrust(sql: Sql, name: IndexName): void {
  sound.set(sql, name, false, DISTRUST_MS);
}

/**
 * What an index lacks; null when it cannot be asked, or does not know what a message says that it
 * should hold.
 */
export function gapsOfSound(
  sql: Sql,
  index: FullTextIndex,
  name: IndexName,
  pending: readonly Range[],
): Gaps | null {
  const known = sound.get(sql, name);
  if (known === false) return null;
  try {
    const missing = gaps.get(sql, name) ?? look(sql, index, name, pending);
    if (missing === null) return null;
    if (known === true) return missing;
    const left = [...pending, ...missing.ranges];
    const good = asking(name, () => knowsText(sql, index, name, left, 'newest'));
    sound.set(sql, name, good, good ? TRUST_MS : DISTRUST_MS);
    return good ? missing : null;
  } catch (error) {
    if (!(error instanceof IndexFailure)) throw error;
    distrust(sql, name);
    return null;
  }
}

function look(
  sql: Sql,
  index: FullTextIndex,
  name: IndexName,
  pending: readonly Range[],
): Gaps | null {
  const missing = asking(name, () => gapsOf(sql, index, pending));
  const left = [...pending, ...missing.ranges];
  if (!asking(name, () => knowsText(sql, index, name, left, 'oldest'))) {
    distrust(sql, name);
    return null;
  }
  return gaps.set(sql, name, missing, OLD_TRUST_MS);
}
