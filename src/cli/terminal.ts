/** What text is written to. */
export interface Terminal {
  isTTY?: boolean;
  write(text: string): unknown;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Whether escape sequences may be written: to a terminal that is not one without any. */
export function takesEscapes(terminal: Pick<Terminal, 'isTTY'>, env: Environment): boolean {
  return terminal.isTTY === true && env['TERM'] !== 'dumb';
}

/** Whether the user wants no colours: by the convention, `NO_COLOR` set to anything but nothing. */
export function hasNoColour(env: Environment): boolean {
  return (env['NO_COLOR'] ?? '') !== '';
}
