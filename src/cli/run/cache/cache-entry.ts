import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../../../common/values/json.js';

/** A file of an entry, as it was unpacked. */
export interface CachedFile {
  /** In the entry's folder, with `/`. */
  readonly path: string;
  readonly size: number;
  /** When it was written, in milliseconds. */
  readonly mtime: number;
  /** In lower-case hex. */
  readonly sha256: string;
}

/** How a package is started whose archive says it itself. */
export interface CachedLaunch {
  readonly runtime: 'node' | 'python';
  /** The program and its arguments, with paths from the root of the entry. */
  readonly command: readonly string[];
}

/** What was unpacked, and what of it was verified. */
export interface EntryContent {
  /** Of the archive: `sha256:<hex>`, which the decisions name. */
  readonly digest: string;
  /** As it was named when it was fetched. */
  readonly name: string;
  readonly launch?: CachedLaunch;
  /** What was installed besides the archive, which nobody has verified. */
  readonly unverified?: string;
}

/** A description of an entry, which lies beside its files. */
export interface EntryDocument extends EntryContent {
  readonly format: typeof ENTRY_FORMAT;
  readonly files: readonly CachedFile[];
}

/** An entry of the cache. */
export interface CacheEntry {
  /** The folder with the files. */
  readonly folder: string;
  readonly document: EntryDocument;
}

export const ENTRY_FORMAT = 1;
/** The description, and the folder with the files. */
export const DOCUMENT = 'entry.json';
export const FILES = 'files';

/** How many files a start looks at. All of them are hashed by `mcp-hub cache verify`. */
const CHECKED_AT_START = 64;

/** The name of an entry's folder. */
export const entryKey = (digest: string, withDependencies = false): string =>
  `${digest.replace(':', '-')}${withDependencies ? '-with-dependencies' : ''}`;

/** Where the entries lie. */
export const entriesFolder = (cache: string): string => join(cache, 'entries');

/** The description in an entry's folder; undefined if it cannot be read. */
export function readDocument(folder: string): EntryDocument | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(join(folder, DOCUMENT), 'utf8'));
    return isDocument(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isDocument(value: unknown): value is EntryDocument {
  return (
    isObject(value) &&
    value['format'] === ENTRY_FORMAT &&
    typeof value['digest'] === 'string' &&
    Array.isArray(value['files'])
  );
}

/**
 * Opens an entry for a start. It compares sizes and times of the files that are named, and of the first others, which
 * finds what was changed by accident.
 * @returns undefined if there is no entry
 * @throws DamagedEntry
 */
export function openEntry(cache: string, key: string, digest: string): CacheEntry | undefined {
  const folder = join(entriesFolder(cache), key);
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) return undefined;
  const document = readDocument(folder);
  if (document?.digest !== digest) throw new DamagedEntry(key);
  const files = join(folder, FILES);
  for (const file of document.files.slice(0, CHECKED_AT_START))
    if (!isUnchanged(files, file)) throw new DamagedEntry(key);
  return { folder: files, document };
}

/** Whether a file has the size and time that it had. */
function isUnchanged(folder: string, { path, size, mtime }: CachedFile): boolean {
  const found = lstatSync(join(folder, path), { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === size && found.mtimeMs === mtime;
}

/** An entry is not what was unpacked. */
export class DamagedEntry extends Error {
  constructor(key: string) {
    super(`the cached files of ${key} were changed; run mcp-hub cache verify, which removes them`);
  }
}
