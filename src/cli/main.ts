import { DEMO, RUN, START } from './command-names.js';
import { runCommand } from './run-command.js';

const words = process.argv.slice(2);
// A server keeps running when its output cannot be written, and ends by itself at Ctrl-C; so do MCP servers.
if (![START, DEMO, RUN].includes(words[0] ?? '')) {
  const { endAtInterrupt, endAtOutputFailures } = await import('./output-failures.js');
  endAtOutputFailures();
  endAtInterrupt();
}
await runCommand(words);
