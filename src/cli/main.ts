import { Command } from 'commander';
import { PRODUCT_VERSION } from '../common/operation/product-version.js';
import { explain } from '../explain.js';
import { artifactsCommand } from './artifacts.command.js';
import { configurationCommand, openapiCommand } from './documents.command.js';
import { membersCommand } from './members.command.js';
import { migrateCommand } from './migrate.command.js';
import { START, startCommand } from './start.command.js';
import { usersCommand } from './users.command.js';

const program = new Command('mcp-hub')
  .description('Starts and administers mcp-hub. Every command reads the same configuration as the server.')
  .version(PRODUCT_VERSION, '--version', 'print the version')
  .addCommand(startCommand())
  .addCommand(usersCommand())
  .addCommand(membersCommand())
  .addCommand(artifactsCommand())
  .addCommand(migrateCommand())
  .addCommand(openapiCommand())
  .addCommand(configurationCommand());

program.hook('preAction', (_program, command) => {
  // A server goes on when nobody reads its output any more.
  if (command.name() === START) return;
  // Whoever reads the output of another command may have had enough: `… | head`.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
});

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`${explain(error)}\n`);
  process.exitCode = 1;
}
