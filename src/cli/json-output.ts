import { Option } from 'commander';
import { jsonText, print, printLines } from './print.js';

/** Options for the output format of a command. */
export interface OutputOptions {
  readonly json?: boolean;
}

/** Adds `--json` to a command that prints data. */
export const jsonOption = (about = 'print JSON'): Option => new Option('--json', about);

/** Prints a result: as one JSON value, or as lines for people. */
export function printResult({ json = false }: OutputOptions, value: object, lines: readonly string[]): void {
  if (json) printLines(jsonText(value, 2));
  else for (const line of lines) print(line);
}

/** Prints a document: as one JSON value, or as its text of several lines. */
export function printDocument({ json = false }: OutputOptions, value: object, text: string): void {
  printLines(json ? jsonText(value, 2) : text.trimEnd());
}

/** Formats of an item of a list. */
export interface ItemForms<Item> {
  readonly value: (item: Item) => object;
  readonly line: (item: Item) => string;
}

/** Prints a list as it is read: as one JSON array, or one line per item. */
export async function printList<Item>(
  { json = false }: OutputOptions,
  items: AsyncIterable<Item> | Iterable<Item>,
  { value, line }: ItemForms<Item>,
): Promise<void> {
  let before = '[\n';
  for await (const item of items) {
    if (json) process.stdout.write(`${before}  ${jsonText(value(item))}`);
    else print(line(item));
    before = ',\n';
  }
  if (json) printLines(before === '[\n' ? '[]' : '\n]');
}
