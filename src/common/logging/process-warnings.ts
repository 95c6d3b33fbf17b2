import { format } from 'node:util';
import type { Logger } from './logger.js';
import { RepeatedFailures } from './repeated-failures.js';

// Imported before everything else that may warn.

/** Warnings before there is a log. */
const early: Error[] = [];
const MOST_EARLY = 100;

/** What writes to standard error, past the log. */
const writeError = process.stderr.write.bind(process.stderr);

const keep = (warning: Error): void => {
  if (early.length < MOST_EARLY) early.push(warning);
};

// Instead of Node.js, which prints them.
process.removeAllListeners('warning').on('warning', keep);

/** Prints a message of the program itself to the terminal, not to the log. */
export const say = (text: string): void => {
  writeError(`${text}\n`);
};

/** Prints the warnings of a start that failed before there was a log. */
export function sayEarlyWarnings(): void {
  for (const { name, message } of early.splice(0)) say(`${name}: ${message}`);
}

/**
 * From now on, warnings of Node.js and whatever libraries print to the console or to standard error are lines of the log:
 * its readers expect JSON. Each warning is one line, however often it is repeated.
 */
export function logForeignOutput(logger: Logger): void {
  const repeated = new RepeatedFailures(logger, { what: 'a library or Node.js warns' });
  const log = (warning: Error & { code?: string }): void => {
    const { name, code, message, stack } = warning;
    repeated.failed({ warning: name, code, text: message, stack }, `${name} ${message}`.slice(0, 200));
  };
  process.off('warning', keep).on('warning', log);
  for (const warning of early.splice(0)) log(warning);

  const print = (text: string): void => {
    for (const line of text.split('\n'))
      if (line.trim() !== '') repeated.failed({ text: line }, line.slice(0, 200));
  };
  for (const method of ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const)
    console[method] = (...values: unknown[]) => print(format(...values));
  process.stderr.write = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    print(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString());
    const written = rest.at(-1);
    if (typeof written === 'function') setImmediate(written as () => void);
    return true;
  };
}
