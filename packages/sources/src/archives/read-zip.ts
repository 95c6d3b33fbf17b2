import { fromFd, type Entry, type ZipFile } from 'yauzl';
import { open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { printable } from '../printable.js';
import { SourceError } from '../source-error.js';
import { entryPath } from './entry-path.js';
import type { Spool, SpooledFile } from './spool.js';

const EXECUTABLE = 0o111;
const TYPE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;
const ENCRYPTED = 1;

const invalid = (reason: string, cause?: unknown): SourceError =>
  new SourceError('invalid', reason, { cause });

/** The error of yauzl, unless it is one of the file system or of ours. */
function brokenZip(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (error instanceof SourceError || (code !== undefined && !code.startsWith('Z_'))) return error;
  return invalid(`the zip is broken, or no zip: ${printable(message)}`, error);
}

const openZip = (fd: number): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true };
    fromFd(fd, options, (error, zip) => {
      if (error) reject(error);
      else resolve(zip);
    });
  });

const contentOf = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, content) => {
      if (error) reject(error);
      else resolve(content);
    });
  });

/** The entries of a zip, one at a time: the next is read when this one has been taken. */
async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | undefined>((resolve, reject) => {
      zip.removeAllListeners();
      zip.on('entry', resolve).on('error', reject);
      zip.on('end', () => resolve(undefined));
      zip.readEntry();
    });
    if (entry === undefined) return;
    yield entry;
  }
}

/** Refuses entries that are not files, and files that programs would unpack differently. */
function checkEntry({ externalFileAttributes, generalPurposeBitFlag, fileName }: Entry): number {
  const mode = externalFileAttributes >>> 16;
  const type = mode & TYPE;
  if (type !== 0 && type !== REGULAR && type !== FOLDER)
    throw invalid(`the zip has an entry that is neither file nor folder: ${printable(fileName)}`);
  if ((generalPurposeBitFlag & ENCRYPTED) !== 0)
    throw invalid(`the zip is encrypted: ${printable(fileName)}`);
  return mode;
}

/**
 * Reads a zip into a spool.
 * @throws SourceError when it is broken or has links, names that leave it, or the same name twice
 */
export async function readZip(path: string, spool: Spool): Promise<Map<string, SpooledFile>> {
  const files = new Map<string, SpooledFile>();
  const file = await open(path);
  try {
    const zip = await openZip(file.fd);
    for await (const entry of entriesOf(zip)) {
      const { fileName } = entry;
      spool.count(fileName);
      const mode = checkEntry(entry);
      const name = entryPath(fileName);
      if (fileName.endsWith('/')) continue;
      if (name === '' || files.has(name)) throw invalid(`the zip has a name twice: ${printable(fileName)}`);
      files.set(name, await spool.add(name, await contentOf(zip, entry), (mode & EXECUTABLE) !== 0));
    }
  } catch (error) {
    throw brokenZip(error);
  } finally {
    await file.close();
  }
  return files;
}
