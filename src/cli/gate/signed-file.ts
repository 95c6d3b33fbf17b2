import { readFile, stat } from 'node:fs/promises';
import { printable } from '../../common/values/text.js';
import { CommandFailure, unreadable } from '../command-failure.js';

/** The JSON of a file. @throws CommandFailure for a file that is missing, too large or no JSON */
export async function jsonOfFile(file: string, maxBytes: number): Promise<unknown> {
  const name = printable(file, 300);
  let text: string;
  try {
    const { size } = await stat(file);
    if (size > maxBytes) throw new CommandFailure(`${name} is larger than ${maxBytes} bytes`);
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw error instanceof CommandFailure ? error : new CommandFailure(unreadable(file, error));
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new CommandFailure(`${name} is no JSON`);
  }
}
