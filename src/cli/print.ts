import { escapeHidden, replaceHidden } from '../common/values/visible-text.js';

/** Values beside each other in a line, as columns that programs can split: no value can add a column or a line. */
export const row = (values: readonly string[]): string =>
  values.map((value) => escapeHidden(value)).join('\t');

/** A text of several lines, without anything else that controls a terminal. */
export const escapedLines = (text: string): string => escapeHidden(text, '\n');

const unicodeEscape = (hidden: string): string =>
  Array.from(
    { length: hidden.length },
    (_, at) => `\\u${hidden.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** JSON whose texts cannot control a terminal: what is not seen is escaped, which changes no value. */
export const jsonText = (value: object, space?: number): string =>
  replaceHidden(JSON.stringify(value, undefined, space), (hidden) =>
    hidden === '\n' ? hidden : unicodeEscape(hidden),
  );

/** Prints one line of a command's result: a sentence, or a `row`. */
export const print = (line: string): void => void process.stdout.write(`${escapeHidden(line, '\t')}\n`);

/** Prints a document of several lines. */
export const printLines = (text: string): void => void process.stdout.write(`${escapedLines(text)}\n`);

/** Prints a line beside the result of a command, on standard error. */
export const printNote = (line: string): void => void process.stderr.write(`${escapeHidden(line)}\n`);
