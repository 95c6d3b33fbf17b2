import { readFileSync, statSync } from 'node:fs';
import type { Parsed } from './value-parsers.js';

const MAX_BYTES = 64 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** The text of a file that holds one secret, without the line break at its end. Faults never repeat the text. */
export function readSecretFile(path: string): Parsed<string> {
  try {
    const file = statSync(path);
    // A pipe or a device might never end.
    if (!file.isFile()) return { must: 'name a regular file' };
    if (file.size > MAX_BYTES) return { must: `name a file of at most ${MAX_BYTES} bytes` };
    const value = utf8.decode(readFileSync(path)).replace(/\r?\n$/, '');
    return value === '' ? { must: 'name a file that is not empty' } : { value };
  } catch (error) {
    const { code } = Object(error) as NodeJS.ErrnoException;
    return code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
      ? { must: 'name a file of UTF-8 text' }
      : { must: `name a file that can be read (${code})` };
  }
}
