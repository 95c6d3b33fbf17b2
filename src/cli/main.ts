import { Command } from 'commander';
import { ApiError } from '../common/errors/api-error.js';
import { ConfigError } from '../config/load-config.js';
import { DataDirectoryInUseError } from '../storage/database/data-directory-lock.js';
import { configurationCommand, openapiCommand } from './documents.command.js';
import { membersCommand } from './members.command.js';
import { migrateCommand } from './migrate.command.js';
import { usersCommand } from './users.command.js';

const program = new Command('mcp-hub')
  .description('Administration of mcp-hub. It reads the same configuration as the server.')
  .addCommand(usersCommand())
  .addCommand(membersCommand())
  .addCommand(migrateCommand())
  .addCommand(openapiCommand())
  .addCommand(configurationCommand());

try {
  await program.parseAsync();
} catch (error) {
  const known =
    error instanceof ApiError || error instanceof ConfigError || error instanceof DataDirectoryInUseError;
  process.stderr.write(`${known ? error.message : String((error as Error).stack ?? error)}\n`);
  process.exitCode = 1;
}
