import type { Command } from 'commander';

/** Adds `help [command…]` to a command with subcommands. Unlike commander's, it names a command that does not exist. */
export function addHelp(group: Command): void {
  group
    .helpCommand(false)
    .command('help [command...]')
    .description('display help for command')
    .action((names: readonly string[]) => {
      let shown = group;
      for (const name of names) {
        const next = shown.commands.find((command) => command.name() === name);
        if (next === undefined) shown.error(`error: unknown command '${name}'`);
        else shown = next;
      }
      shown.outputHelp();
    });
}
