import type { Command } from 'commander';
import { loadCommandConfig } from './load-command-config.js';
import { migrate } from '../storage/database/migrate.js';
import { openOrBorrowDatabase } from '../storage/database/open-database.js';
import { waitForDatabase } from '../storage/database/wait-for-database.js';
import { jsonOption, printResult, type OutputOptions } from './json-output.js';
import { printNote } from './print.js';

/** Defines `migrate`, which runs pending migrations, as the server does when it starts. */
export function defineMigrate(command: Command): void {
  command.addOption(jsonOption()).action(async (options: OutputOptions) => {
    const config = loadCommandConfig();
    const database = await openOrBorrowDatabase(config, true);
    try {
      if (typeof database.server === 'string') {
        await waitForDatabase(database.server, config.database.waitSeconds, printNote);
      }
      const done = await migrate({ server: database.server }, printNote);
      printResult(options, { migrated: done }, [
        done.length === 0 ? 'the database is up to date' : `migrated: ${done.join(', ')}`,
      ]);
    } finally {
      await database.close();
    }
  });
}
