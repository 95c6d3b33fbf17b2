import { Command } from 'commander';
import { explain } from '../explain.js';
import { artifactsCommand } from './artifacts.command.js';
import { configurationCommand, openapiCommand } from './documents.command.js';
import { membersCommand } from './members.command.js';
import { migrateCommand } from './migrate.command.js';
import { usersCommand } from './users.command.js';

const program = new Command('mcp-hub')
  .description('Administration of mcp-hub. It reads the same configuration as the server.')
  .addCommand(usersCommand())
  .addCommand(membersCommand())
  .addCommand(artifactsCommand())
  .addCommand(migrateCommand())
  .addCommand(openapiCommand())
  .addCommand(configurationCommand());

// Whoever reads the output may have had enough: `… | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
