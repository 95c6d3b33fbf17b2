import { writeFile } from 'node:fs/promises';
import type { CommanderError } from 'commander';
import { asError } from '../common/errors/as-error.js';
import { printable } from '../common/values/text.js';

/** The exit code of commands that could not do their work: 1 is a result. */
export const EXIT_UNUSABLE = 2;

/** A command cannot do its work. The message says why and what to do next. */
export class CommandFailure extends Error {}

/** The message of an error of the system, such as a missing file. */
export const systemMessage = (error: unknown): string => printable(asError(error).message, 300);

/** What is wrong with a file that a command was to read, in one line. */
export function unreadable(path: string, error: unknown): string {
  const { code } = asError(error) as NodeJS.ErrnoException;
  const name = printable(path, 300);
  if (code === 'ENOENT') return `${name} does not exist`;
  if (code === 'EISDIR') return `${name} is a folder: name a file`;
  if (code === 'EACCES' || code === 'EPERM') return `${name} must not be read by this user (${code})`;
  return `${name} cannot be read: ${systemMessage(error)}`;
}

/** For `exitOverride` of commands whose exit code 1 is a result: wrong use is not one. */
export function exitUnusable(error: CommanderError): never {
  error.exitCode = error.exitCode === 0 ? 0 : EXIT_UNUSABLE;
  throw error;
}

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
