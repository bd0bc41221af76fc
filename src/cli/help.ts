import type { Command } from 'commander';

/** `hermes-graphql help [command]`; a command that is not there is an error that names it. */
export function registerHelp(program: Command): void {
  program
    .helpCommand(false)
    .command('help')
    .argument('[command]')
    .description('Show what there is, or the options of a command.')
    .action((name: string | undefined) => {
      const asked =
        name === undefined ? program : program.commands.find((command) => command.name() === name);
      if (asked === undefined) program.error(`error: unknown command '${name ?? ''}'`);
      else asked.outputHelp();
    });
}
