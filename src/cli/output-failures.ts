import { EXIT_UNUSABLE } from './command-failure.js';

const MEANINGS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is exceeded',
  EIO: 'the device reports an error',
};

/**
 * Ends a command whose output cannot be written, with one line: a part of it may be all that the reader sees. A reader
 * who has seen enough may close the pipe: `… | head`.
 */
export function endAtOutputFailures(): void {
  process.stdout.on('error', ({ code = 'unknown error', message }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit();
    process.stderr.write(`cannot write the output: ${MEANINGS[code] ?? message} (${code})\n`);
    process.exit(EXIT_UNUSABLE);
  });
  // Nobody is left to report to.
  process.stderr.on('error', () => undefined);
}

/** Exit code of a process that Ctrl-C has ended. */
const INTERRUPTED = 130;

/** Says so when Ctrl-C ends a command. What has not been committed is rolled back, such as a migration. */
export function endAtInterrupt(): void {
  process.once('SIGINT', () => {
    process.stderr.write('interrupted; the same command can be run again\n');
    // Whoever else listens cleans up first, and ends the process.
    if (process.listenerCount('SIGINT') === 0) process.exit(INTERRUPTED);
  });
}
