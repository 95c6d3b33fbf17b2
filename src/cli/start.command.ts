import { Command } from 'commander';

/** Name of the command that runs the server. */
export const START = 'start';

/** `start`: runs the server until a signal ends it. */
export const startCommand = (): Command =>
  new Command(START)
    .description('run the server; without any configuration, on an embedded database in ./data')
    .action(async () => {
      await import('../main.js');
    });
