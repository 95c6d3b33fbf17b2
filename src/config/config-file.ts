import { readFileSync, statSync } from 'node:fs';
import { parse } from 'yaml';
import { isObject } from '../common/values/json.js';
import type { Parsed } from './value-parsers.js';

const MAX_SECRET_BYTES = 64 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const isEmpty = (node: unknown): boolean => node === null || node === undefined || node === '';

/** The values of a YAML configuration file by dotted key, and all faults of the file. */
export interface ConfigFile {
  readonly texts: ReadonlyMap<string, string>;
  readonly faults: readonly string[];
}

/** Reads a YAML file with values of `keys`. Faults contain keys and lines, never values, which may be secrets. */
export function readConfigFile(path: string, keys: readonly string[]): ConfigFile {
  const isSection = (name: string): boolean => keys.some((key) => key.startsWith(`${name}.`));
  const texts = new Map<string, string>();
  const faults: string[] = [];
  const walk = (node: unknown, name: string): void => {
    if (isObject(node)) {
      for (const [key, child] of Object.entries(node)) walk(child, name === '' ? key : `${name}.${key}`);
    } else if (name === '') {
      // An empty file is valid.
      if (!isEmpty(node)) faults.push(`${path} must hold keys and values`);
    } else if (!keys.includes(name)) {
      // A section whose keys are all commented out is valid.
      if (!(isEmpty(node) && isSection(name))) faults.push(`${name} is not a configuration key`);
    } else if (typeof node === 'string') {
      if (node !== '') texts.set(name, node);
    } else if (!isEmpty(node)) {
      faults.push(`${name} must be a single value`);
    }
  };
  try {
    // Values stay strings as written: 007 is not 7, and a secret of digits is not a number.
    walk(parse(readFileSync(path, 'utf8'), { schema: 'failsafe', logLevel: 'error' }), '');
  } catch (error) {
    // The parser's message quotes the file, so only the line is reported.
    const { linePos } = Object(error) as { linePos?: readonly { line: number }[] };
    const line = linePos?.[0] === undefined ? '' : ` (line ${linePos[0].line})`;
    faults.push(`${path} must be readable YAML${line}`);
  }
  return { texts, faults };
}

/** Reads a file with a single secret, without the trailing line break. Faults never repeat the text. */
export function readSecretFile(path: string): Parsed<string> {
  try {
    const file = statSync(path);
    // Reading a pipe or a device might never end.
    if (!file.isFile()) return { must: 'name a regular file' };
    if (file.size > MAX_SECRET_BYTES) return { must: `name a file of at most ${MAX_SECRET_BYTES} bytes` };
    const value = utf8.decode(readFileSync(path)).replace(/\r?\n$/, '');
    return value === '' ? { must: 'name a file that is not empty' } : { value };
  } catch (error) {
    const { code } = Object(error) as NodeJS.ErrnoException;
    return code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
      ? { must: 'name a file of UTF-8 text' }
      : { must: `name a file that can be read (${code})` };
  }
}
