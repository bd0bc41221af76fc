/**
 * What becomes of a command when nobody takes its output. That the reader of a pipe went away, as
 * `head` does, is no failure: the command ends as it would have, and a server goes on. Output that
 * cannot be written is told in a sentence.
 */
export function watchOutput(): void {
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return;
    process.exitCode = Math.max(Number(process.exitCode ?? 0), 1);
    process.stderr.write(`${describeFailure(error.code ?? 'unknown')}\n`);
  });
}

/** Why output could not be written, as a sentence. */
export function describeFailure(code: string): string {
  return code === 'ENOSPC'
    ? 'The output could not be written: its disk is full.'
    : `The output could not be written: ${code}.`;
}
