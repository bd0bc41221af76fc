import type { Bindable, Connection, Statement } from './driver.js';
import { row, type Row } from './decode.js';
import { translate } from './failures.js';
import { layoutMark, readLayout, type Layout } from './layout.js';
import { readMissingAsNull } from './missing-columns.js';

const CACHED_STATEMENTS = 500;
const LAYOUT_CHECK_MS = 250;

/** Reading through one connection: prepared statements, and the layout they are built from. */
export interface Sql {
  /** All rows of a statement. */
  all(sql: string, ...values: Bindable[]): Row[];
  /** The first row of a statement. */
  get(sql: string, ...values: Bindable[]): Row | undefined;
  /** What the file looks like now; looked up again when its schema moved. */
  layout(): Layout;
}

/** Reading and writing inside one transaction; exists only while `write` runs its callback. */
export interface Tx extends Sql {
  /** The layout as it is at this moment, looked at whatever was known. */
  freshLayout(): Layout;
  /** Runs a statement that returns no rows. */
  run(sql: string, ...values: Bindable[]): { changes: number; lastId: number };
}

/**
 * Work inside one transaction that may take long: at each `yield` other work of the process gets its
 * turn. Nobody sees anything of it before the end.
 */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** Called with the text of each statement that runs; tests count with it. */
export type StatementObserver = (sql: string) => void;

/** The statements of one connection. Where it may only read, columns that the file lacks read as NULL. */
export class Statements implements Tx {
  readonly #prepared = new Map<string, Statement>();
  #layout: Layout | null = null;
  #layoutCheckedAt = 0;

  constructor(
    readonly connection: Connection,
    private readonly observe: StatementObserver | undefined,
  ) {}

  all(sql: string, ...values: Bindable[]): Row[] {
    return this.#prepare(sql)
      .all(...values)
      .map(row);
  }

  get(sql: string, ...values: Bindable[]): Row | undefined {
    const found = this.#prepare(sql).get(...values);
    return found === undefined ? undefined : row(found);
  }

  run(sql: string, ...values: Bindable[]): { changes: number; lastId: number } {
    const result = this.#prepare(sql).run(...values);
    return { changes: result.changes, lastId: Number(result.lastInsertRowid) };
  }

  layout(): Layout {
    if (this.#layout === null || performance.now() - this.#layoutCheckedAt > LAYOUT_CHECK_MS) {
      return this.freshLayout();
    }
    return this.#layout;
  }

  freshLayout(): Layout {
    this.#layoutCheckedAt = performance.now();
    const mark = layoutMark(this.connection);
    if (this.#layout?.mark !== mark) this.#layout = readLayout(this.connection);
    if (this.connection.readonly) readMissingAsNull(this.connection, this.#layout);
    return this.#layout;
  }

  #prepare(sql: string): Statement {
    this.observe?.(sql);
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    if (this.#prepared.size >= CACHED_STATEMENTS) this.#prepared.clear();
    const statement = this.connection.prepare(sql);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

/** The same reads, with the failures of SQLite that are expected as errors of ours. */
export function withExpectedFailures(sql: Sql): Sql {
  return {
    all: (statement, ...values) => translated(() => sql.all(statement, ...values)),
    get: (statement, ...values) => translated(() => sql.get(statement, ...values)),
    layout: () => translated(() => sql.layout()),
  };
}

function translated<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw translate(error);
  }
}
