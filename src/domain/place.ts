import { InvalidInputError } from './errors.js';

/**
 * Runs a step for one of several inputs; a refused field is named with its place, as in
 * `list[2].field`.
 */
export function atPlace<Result>(list: string, index: number, step: () => Result): Result {
  try {
    return step();
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    const field = `${list}[${index}].${error.field}`;
    throw new InvalidInputError(field, error.message.replace(`\`${error.field}\``, `\`${field}\``));
  }
}
