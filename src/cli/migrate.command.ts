import type { Command } from 'commander';
import { loadCommandConfig } from './load-command-config.js';
import { migrate } from '../storage/database/migrate.js';
import { openOrBorrowDatabase } from '../storage/database/open-database.js';
import { jsonOption, printResult, type OutputOptions } from './json-output.js';
import { printNote } from './print.js';

/** Defines `migrate`, which runs pending migrations, as the server does when it starts. */
export function defineMigrate(command: Command): void {
  command.addOption(jsonOption()).action(async (options: OutputOptions) => {
    const database = await openOrBorrowDatabase(loadCommandConfig(), true);
    try {
      const done = await migrate({ server: database.server }, printNote);
      printResult(options, { migrated: done }, [
        done.length === 0 ? 'the database is up to date' : `migrated: ${done.join(', ')}`,
      ]);
    } finally {
      await database.close();
    }
  });
}
