import { open, opendir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { documentsOf, recordsOf } from '@mcp-hub/analyzer/advisories';
import { printable } from '../../../common/values/text.js';
import { UnusableExportError } from './unusable-export.js';
import { zipEntries } from './zip-entries.js';

const MIB = 1024 * 1024;
/** The size of one JSON file, which is read whole. */
const MAX_FILE = 64 * MIB;
const MAX_FILES = 2_000_000;
const MAX_NAME = 100;
const ZIP = 'PK\u0003\u0004';

/** Whether the file begins as a zip does. */
async function isZip(path: string): Promise<boolean> {
  await using file = await open(path);
  const { bytesRead, buffer } = await file.read(Buffer.alloc(ZIP.length), 0, ZIP.length, 0);
  return buffer.toString('latin1', 0, bytesRead) === ZIP;
}

/** The records of a JSON document; undefined for an invalid one, so that it is counted. */
function recordsIn(text: string): readonly unknown[] {
  try {
    return documentsOf(text).flatMap((document) =>
      document === undefined ? [undefined] : recordsOf(document),
    );
  } catch {
    return [undefined];
  }
}

async function* recordsOfZip(path: string): AsyncGenerator {
  for await (const content of zipEntries(path, /\.jsonl?$/i))
    yield* content === undefined ? [undefined] : recordsIn(content.toString());
}

/** A file that was named must itself be valid, while one of a folder is counted. */
async function* recordsOfFile(path: string, mustBeValid: boolean): AsyncGenerator {
  if ((await stat(path)).size > MAX_FILE) {
    if (mustBeValid)
      throw new UnusableExportError(`it is larger than ${MAX_FILE / MIB} MiB; use a zip or a folder`);
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

/** The records of a zip in a folder, which is named when it is broken. */
async function* recordsOfInnerZip(path: string, name: string): AsyncGenerator {
  try {
    yield* recordsOfZip(path);
  } catch (error) {
    if (!(error instanceof UnusableExportError)) throw error;
    throw new UnusableExportError(`${printable(name, MAX_NAME)}: ${error.message}`);
  }
}

/** Only regular files: a link could lead to a file that is not meant, and reading a pipe may never end. */
async function* recordsOfFolder(folder: string): AsyncGenerator {
  let files = 0;
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile() || !/\.(jsonl?|zip)$/i.test(entry.name)) continue;
    files += 1;
    if (files > MAX_FILES) throw new UnusableExportError(`it has more than ${MAX_FILES} files`);
    const path = join(entry.parentPath, entry.name);
    yield* /\.zip$/i.test(entry.name) ? recordsOfInnerZip(path, entry.name) : recordsOfFile(path, false);
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

const MISSING = new Set(['ENOENT', 'ENOTDIR']);

/** The error for an export that the file system does not give. */
function unreadable(error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === undefined || syscall === undefined) return error;
  return new UnusableExportError(
    MISSING.has(code) ? 'there is no such file or folder' : `they cannot be read (${code})`,
  );
}

async function* readable(records: AsyncIterable<unknown>): AsyncGenerator {
  try {
    yield* records;
  } catch (error) {
    throw unreadable(error);
  }
}

/**
 * The export at a path: a zip or a folder as OSV publishes them, or a JSON file.
 * @throws UnusableExportError when there is none, or it cannot be read
 */
export async function exportAt(path: string): Promise<OsvExport> {
  const full = (records: (at: string) => AsyncIterable<unknown>): OsvExport => ({
    isFull: true,
    records: () => readable(records(path)),
  });
  try {
    const found = await stat(path);
    if (found.isDirectory()) return full(recordsOfFolder);
    if (!found.isFile()) throw new UnusableExportError('it is neither a file nor a folder');
    if (await isZip(path)) return full(recordsOfZip);
    return { isFull: false, records: () => readable(recordsOfFile(path, true)) };
  } catch (error) {
    throw unreadable(error);
  }
}
