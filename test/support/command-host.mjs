// A process that has loaded the compiled commands, and runs one after the other: most of the time of a command goes into loading
// the product. Its parent sends { words, environment, input, cwd }; it answers { code } when both outputs have had END.
import { Readable } from 'node:stream';
import { runCommand } from '../../dist/cli/run-command.js';

const END = '\u0000end of the command\u0000';

process.on('message', async ({ words, environment, input, cwd }) => {
  process.env = environment;
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true });
  process.chdir(cwd);
  process.exitCode = 0;
  await runCommand(words);
  const code = process.exitCode;
  process.exitCode = 0;
  for (const output of [process.stdout, process.stderr]) output.write(END);
  process.send({ code });
});
process.once('disconnect', () => process.exit(0));
process.send({ end: END });
