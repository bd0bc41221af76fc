import type { Bindable } from './driver.js';

/** A piece of SQL with the values that it binds, in order. */
export interface Clause {
  sql: string;
  values: readonly Bindable[];
}

export function clause(sql: string, ...values: Bindable[]): Clause {
  return { sql, values };
}

/** All of the clauses; of none, true. */
export function and(clauses: readonly Clause[]): Clause {
  if (clauses.length === 0) return clause('1');
  return {
    sql: clauses.map((part) => `(${part.sql})`).join(' AND '),
    values: clauses.flatMap((part) => part.values),
  };
}

/** Whether an expression is one of many values; they travel as one JSON parameter of any length. */
export function isIn(expression: string, values: readonly string[]): Clause {
  return clause(`${expression} IN (SELECT value FROM json_each(?))`, JSON.stringify(values));
}

/** Whether an expression is none of many values; NULL is none of them. */
export function isNotIn(expression: string, values: readonly string[]): Clause {
  return clause(
    `(${expression} IS NULL OR ${expression} NOT IN (SELECT value FROM json_each(?)))`,
    JSON.stringify(values),
  );
}
