import { readFileSync, statSync } from 'node:fs';
import { parse } from 'yaml';
import { isObject } from '../common/values/json.js';
import type { Parsed } from './value-parsers.js';

const MAX_SECRET_BYTES = 64 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const isEmpty = (node: unknown): boolean => node === null || node === undefined || node === '';

/** The texts of a YAML configuration file under their dotted names, and everything that is wrong with the file. */
export interface ConfigFile {
  readonly texts: ReadonlyMap<string, string>;
  readonly faults: readonly string[];
}

/**
 * Reads a YAML file with values of `keys`. Faults name keys and lines, never values: a value may be a secret.
 */
export function readConfigFile(path: string, keys: readonly string[]): ConfigFile {
  const isSection = (name: string): boolean => keys.some((key) => key.startsWith(`${name}.`));
  const texts = new Map<string, string>();
  const faults: string[] = [];
  const walk = (node: unknown, name: string): void => {
    if (isObject(node)) {
      for (const [key, child] of Object.entries(node)) walk(child, name === '' ? key : `${name}.${key}`);
    } else if (name === '') {
      // An empty file is no fault.
      if (!isEmpty(node)) faults.push(`${path} must hold keys and values`);
    } else if (!keys.includes(name)) {
      // Nor is a section whose keys are all commented out.
      if (!(isEmpty(node) && isSection(name))) faults.push(`${name} is no configuration key`);
    } else if (typeof node === 'string') {
      if (node !== '') texts.set(name, node);
    } else if (!isEmpty(node)) {
      faults.push(`${name} must be a single value`);
    }
  };
  try {
    // Every value stays the text that was written: 007 is no 7, and a secret of digits is no number.
    walk(parse(readFileSync(path, 'utf8'), { schema: 'failsafe', logLevel: 'error' }), '');
  } catch (error) {
    // The parser quotes the text around a fault; only its line is told.
    const { linePos } = Object(error) as { linePos?: readonly { line: number }[] };
    const line = linePos?.[0] === undefined ? '' : ` (line ${linePos[0].line})`;
    faults.push(`${path} must be readable YAML${line}`);
  }
  return { texts, faults };
}

/** The text of a file that holds one secret, without the line break at its end. Faults never repeat the text. */
export function readSecretFile(path: string): Parsed<string> {
  try {
    const file = statSync(path);
    // A pipe or a device might never end.
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
