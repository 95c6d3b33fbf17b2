import { RUN } from './command-names.js';

/** Runs the command that `words` are. Prints why it could not; its exit code is that of the process. */
export async function runCommand(words: readonly string[]): Promise<void> {
  // Clients wait for the server that it starts, so it loads nothing that it does not need.
  if (words[0] === RUN && !asksForHelp(words)) {
    const { run } = await import('./run/run.js');
    await run(words.slice(1));
    return;
  }
  const { CommanderError } = await import('commander');
  try {
    const { programFor } = await import('./program.js');
    const program = await programFor(words);
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    // Commander has printed why already; `--help` ends here too.
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode;
    } else {
      const [{ explain }, { escapedLines }] = await Promise.all([
        import('../server/explain.js'),
        import('./print.js'),
      ]);
      process.stderr.write(`${escapedLines(explain(error))}\n`);
      process.exitCode = 1;
    }
  }
}

/** Arguments behind `--` are those of the server. */
function asksForHelp(words: readonly string[]): boolean {
  const end = words.indexOf('--');
  return words.slice(0, end === -1 ? undefined : end).some((word) => word === '--help' || word === '-h');
}
