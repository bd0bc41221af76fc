import { SearchTimeoutError, StatsTimeoutError, type HermesError } from '../../../domain/errors.js';
import type { SearchTree } from '../../../domain/search-query/tree.js';
import type { SearchFilter, SearchOrder, SearchPageRequest } from '../../../domain/search.js';
import { replays } from '../replay.js';
import { contexts } from '../search/context.js';
import { search } from '../search/search.js';
import { searchSessions, searchSessionsTotal } from '../search/sessions.js';
import { searchTotal } from '../search/totals.js';
import type { Sql } from '../sql.js';
import { scanStats, type StatsScan } from '../stats/job.js';
import { toolUsage } from '../stats/tools.js';

interface Sought {
  tree: SearchTree;
  filter: SearchFilter;
}

/**
 * Work whose cost depends on the user's text or on the whole file, by name. What goes in and out is
 * plain data, for it travels between processes.
 */
const jobs = {
  search: (sql: Sql, args: Sought & { order: SearchOrder; page: SearchPageRequest }) =>
    search(sql, args.tree, args.filter, args.order, args.page),
  searchTotal: (sql: Sql, args: Sought) => searchTotal(sql, args.tree, args.filter),
  searchSessions: (sql: Sql, args: Sought & { page: SearchPageRequest }) =>
    searchSessions(sql, args.tree, args.filter, args.page),
  searchContexts: (sql: Sql, args: { ids: readonly number[] }) => contexts(sql, args.ids),
  replays: (sql: Sql, args: { sessionIds: readonly string[]; includeAncestors: boolean }) =>
    replays(sql, args.sessionIds, args.includeAncestors),
  stats: (sql: Sql, args: StatsScan) => scanStats(sql, args),
  toolUsage: (sql: Sql, args: { ids: readonly string[] }) => toolUsage(sql, args.ids),
  searchSessionsTotal: (sql: Sql, args: Sought) => searchSessionsTotal(sql, args.tree, args.filter),
};

export type JobName = keyof typeof jobs;
export type JobArgs<Name extends JobName> = Parameters<(typeof jobs)[Name]>[1];
export type JobResult<Name extends JobName> = ReturnType<(typeof jobs)[Name]>;

/** A job to do. */
export interface JobRequest<Name extends JobName> {
  job: Name;
  args: JobArgs<Name>;
}

const table: { [Name in JobName]: (sql: Sql, args: JobArgs<Name>) => JobResult<Name> } = jobs;

/** Does a job in this process. */
export function runJob<Name extends JobName>(
  sql: Sql,
  { job, args }: JobRequest<Name>,
): JobResult<Name> {
  return table[job](sql, args);
}

/** Whether there is a job of this name. */
export function isJobName(name: unknown): name is JobName {
  return typeof name === 'string' && Object.hasOwn(jobs, name);
}

/** What a job that took too long is answered with: which it was, and how to narrow it. */
export function timeoutError(job: JobName, args: object, deadlineMs: number): HermesError {
  const stopped = `took longer than ${deadlineMs / 1000} s and`;
  if (job === 'stats' || job === 'toolUsage') {
    return new StatsTimeoutError(
      `The statistics ${stopped} were stopped. Narrow the filter, for instance to a range of \`startedAt\`, or ask for less: what is counted from messages (roles, tools, activity) takes longest.`,
    );
  }
  if (job === 'replays') {
    return new SearchTimeoutError(
      `The replay ${stopped} was stopped. Replay fewer sessions at once, or page through \`messages\` instead.`,
    );
  }
  const isNewest = 'order' in args && args.order === 'NEWEST';
  const ways = isNewest
    ? 'a source, a session or a range of time'
    : 'a source, a session or a range of time, or order by NEWEST';
  return new SearchTimeoutError(
    `The search ${stopped} was stopped. Narrow it: give more or rarer words, name ${ways}.`,
  );
}
