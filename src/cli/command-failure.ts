import { writeFile } from 'node:fs/promises';
import { asError } from '../common/errors/as-error.js';
import { printable } from '../common/values/text.js';

/** The exit code of commands that could not do their work: 1 is a result. */
export const EXIT_UNUSABLE = 2;

/** A command cannot do its work. The message says why and what to do next. */
export class CommandFailure extends Error {}

/** The message of an error of the system, such as a missing file. */
export const systemMessage = (error: unknown): string => printable(asError(error).message, 300);

/** Runs a command and returns its exit code. */
export async function orFailure(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    const { message, stack = message } = asError(error);
    process.stderr.write(`${error instanceof CommandFailure ? message : `unexpected error: ${stack}`}\n`);
    return EXIT_UNUSABLE;
  }
}

/**
 * Writes the result of a command to a file, or to standard output.
 * @throws CommandFailure when the file cannot be written
 */
export async function writeResult(result: string | Uint8Array, output: string | undefined): Promise<void> {
  if (output === undefined) {
    process.stdout.write(result);
    return;
  }
  try {
    await writeFile(output, result);
  } catch (error) {
    throw new CommandFailure(`cannot write ${printable(output, 300)}: ${systemMessage(error)}`);
  }
}
