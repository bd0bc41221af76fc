import { isJobName, type JobName, type JobRequest, type JobResult } from './jobs.js';
import type { SentError } from './sent-errors.js';

/** What the parent sends: any job with its arguments. */
export type Request = { [Name in JobName]: JobRequest<Name> }[JobName];

/** What a child answers with: the result of the job it names, or why it failed. */
export type Answer<Name extends JobName> =
  { job: Name; result: JobResult<Name> } | { job: Name; error: SentError };

/** Whether a message is a request. It comes from our own parent, so its name vouches for the rest. */
export function isRequest(message: unknown): message is Request {
  return isObject(message) && isJobName(message['job']) && 'args' in message;
}

/** Whether a message answers a job. It comes from our own child, so the name vouches for the rest. */
export function isAnswerTo<Name extends JobName>(
  job: Name,
  message: unknown,
): message is Answer<Name> {
  return isObject(message) && message['job'] === job && ('result' in message || 'error' in message);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
