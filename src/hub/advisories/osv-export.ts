import { open, opendir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { recordsOf, documentsOf } from '@mcp-hub/analyzer/advisories';
import { zipEntries } from './zip-entries.js';
import { UnusableExportError } from './unusable-export.js';

const MEGABYTE = 1024 * 1024;
/** The size of one JSON file, which is read whole. */
const MAX_FILE = 256 * MEGABYTE;
const MAX_FILES = 2_000_000;
const ZIP = 'PK\u0003\u0004';

/** Whether the file begins as a zip does. */
async function isZip(path: string): Promise<boolean> {
  await using file = await open(path);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(ZIP.length), 0, ZIP.length, 0);
  return buffer.toString('latin1', 0, bytesRead) === ZIP;
}

/** The records of a JSON document; undefined for one that is none, so that it is counted. */
function recordsIn(text: string): readonly unknown[] {
  try {
    return documentsOf(text).flatMap((document) => (document === undefined ? [undefined] : recordsOf(document)));
  } catch {
    return [undefined];
  }
}

async function* recordsOfZip(path: string): AsyncGenerator<unknown> {
  for await (const content of zipEntries(path, /\.jsonl?$/i))
    yield* content === undefined ? [undefined] : recordsIn(content.toString());
}

/** A file that was named must itself be valid, while one of a folder is counted. */
async function* recordsOfFile(path: string, mustBeValid: boolean): AsyncGenerator<unknown> {
  if ((await stat(path)).size > MAX_FILE) {
    if (mustBeValid)
      throw new UnusableExportError(`it is larger than ${MAX_FILE / MEGABYTE} MB; use a zip or a folder`);
    yield undefined;
    return;
  }
  const text = await readFile(path, 'utf8');
  if (!mustBeValid) {
    yield* recordsIn(text);
    return;
  }
  let documents: unknown[];
  try {
    documents = documentsOf(text);
    yield* recordsOf(documents[0]);
  } catch (error) {
    throw new UnusableExportError((error as Error).message);
  }
  yield* documents.slice(1);
}

async function* recordsOfFolder(folder: string): AsyncGenerator<unknown> {
  let files = 0;
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile() || !/\.(jsonl?|zip)$/i.test(entry.name)) continue;
    files += 1;
    if (files > MAX_FILES) throw new UnusableExportError(`it has more than ${MAX_FILES} files`);
    const path = join(entry.parentPath, entry.name);
    yield* /\.zip$/i.test(entry.name) ? recordsOfZip(path) : recordsOfFile(path, false);
  }
  if (files === 0) throw new UnusableExportError('the folder has no .json, .jsonl or .zip file');
}

/** An export of advisories in the OSV format, as a file or folder. */
export interface OsvExport {
  /** Whether it has all advisories of its ecosystems. A single JSON file has only some. */
  readonly isFull: boolean;
  /**
   * Reads its records one after the other, each time from the start. An invalid one is undefined.
   * @throws UnusableExportError when the export itself is broken
   */
  readonly records: () => AsyncIterable<unknown>;
}

/** The export at a path: a zip or a folder as OSV publishes them, or a JSON file. @throws an error of the file system */
export async function exportAt(path: string): Promise<OsvExport> {
  if ((await stat(path)).isDirectory()) return { isFull: true, records: () => recordsOfFolder(path) };
  if (await isZip(path)) return { isFull: true, records: () => recordsOfZip(path) };
  return { isFull: false, records: () => recordsOfFile(path, true) };
}
