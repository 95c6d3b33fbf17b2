import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { key } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import { text } from './value-parsers.js';

export const DATA_DIRECTORY_KEYS = {
  data_dir: key(text, './data', 'Folder of the embedded database, of artifacts and of generated secrets.'),
};

/** The absolute path of the folder, which need not exist. */
export function dataDirectory(reader: ConfigReader): string {
  const { read, fault } = reader.of(DATA_DIRECTORY_KEYS);
  const path = resolve(read('data_dir'));
  if (!statSync(closestExisting(path)).isDirectory()) {
    fault('data_dir', 'be a folder, or name one that can be made');
  }
  return path;
}

/** The path or its closest existing ancestor. */
const closestExisting = (path: string): string => (existsSync(path) ? path : closestExisting(dirname(path)));
