import { CommanderError } from 'commander';
import { endAtInterrupt, endAtOutputFailures } from './output-failures.js';
import { escapedLines } from './print.js';
import { DEMO, programFor, START } from './program.js';

const words = process.argv.slice(2);
// A server keeps running when its output cannot be written, and ends by itself at Ctrl-C.
if (words[0] !== START && words[0] !== DEMO) {
  endAtOutputFailures();
  endAtInterrupt();
}
try {
  const program = await programFor(words);
  await program.parseAsync();
} catch (error) {
  // Commander has printed why already; `--help` ends here too.
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode;
  } else {
    const { explain } = await import('../explain.js');
    process.stderr.write(`${escapedLines(explain(error))}\n`);
    process.exitCode = 1;
  }
}
