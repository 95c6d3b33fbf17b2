import { EntryNames, RefusedPackage } from '@mcp-hub/analyzer/archives';
import { fromFd, type Entry, type ZipFile } from 'yauzl';
import { open } from 'node:fs/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Readable } from 'node:stream';
import { printable } from '../printable.js';
import { SourceError } from '../source-error.js';
import { checkZip } from './check-zip.js';
import { entryPath } from './entry-path.js';
import type { Spool, SpooledFile } from './spool.js';

const EXECUTABLE = 0o111;
const TYPE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;
/** Of DOS, in the lower attributes. */
const DOS_FOLDER = 0x10;
const DEFLATED = 8;

const invalid = (reason: string, cause?: unknown): SourceError =>
  new SourceError('invalid', reason, { cause });

/** The error of yauzl, unless it is one of the file system or of ours. */
function brokenZip(error: unknown): unknown {
  if (error instanceof RefusedPackage) return invalid(`the archive is refused: ${error.message}`, error);
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
  zip.openReadStreamPromise(entry, { decodeFileData: false });

/** Decompresses a content. The compressed one has to end with it: readers of streams take the bytes behind as entries. */
async function* inflated(packed: Readable, entry: Entry): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw();
  packed.on('error', (error) => inflate.destroy(error));
  yield* packed.pipe(inflate) as AsyncIterable<Buffer>;
  if (inflate.bytesWritten !== entry.compressedSize)
    throw invalid(`the zip has bytes behind a content: ${printable(entry.fileName)}`);
}

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
function checkEntry({ externalFileAttributes, fileName }: Entry): number {
  const mode = externalFileAttributes >>> 16;
  const type = mode & TYPE;
  if (type !== 0 && type !== REGULAR && type !== FOLDER)
    throw invalid(`the zip has an entry that is neither file nor folder: ${printable(fileName)}`);
  // Some go by the name, and others by the type.
  const isFolder = fileName.endsWith('/');
  const isOther = isFolder
    ? type === REGULAR
    : type === FOLDER || (externalFileAttributes & DOS_FOLDER) !== 0;
  if (isOther)
    throw invalid(`the zip has a folder with the name of a file, or the reverse: ${printable(fileName)}`);
  return mode;
}

/** Compares a content with its size and checksum. */
async function* checked(packed: Readable, entry: Entry): AsyncGenerator<Buffer> {
  let checksum = 0;
  let size = 0;
  for await (const chunk of entry.compressionMethod === DEFLATED
    ? inflated(packed, entry)
    : (packed as AsyncIterable<Buffer>)) {
    checksum = crc32(chunk, checksum);
    size += chunk.length;
    if (size > entry.uncompressedSize) break;
    yield chunk;
  }
  if (size !== entry.uncompressedSize)
    throw invalid(`the zip has a content of another size: ${printable(entry.fileName)}`);
  if (checksum !== entry.crc32)
    throw invalid(`the zip has a content with another checksum: ${printable(entry.fileName)}`);
}

/** The names of a zip, of which none may be one with another on any file system, or a file and a folder. */
class ZipNames {
  private readonly names = new EntryNames();
  private readonly files = new Set<string>();
  private readonly folders = new Set<string>();

  /** @throws RefusedPackage, SourceError */
  add(path: string, isFolder: boolean): void {
    this.names.add(path);
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
      this.folders.add(path.slice(0, end));
    if (isFolder) this.folders.add(path);
    else if (this.files.has(path)) throw invalid(`the zip has a name twice: ${printable(path)}`);
    else this.files.add(path);
  }

  /** Called after all names. @throws SourceError */
  check(): void {
    for (const path of this.files)
      if (this.folders.has(path))
        throw invalid(`the zip has a file and a folder of one name: ${printable(path)}`);
  }
}

/**
 * Reads a zip into a spool.
 * @throws SourceError when it is broken or has links, names that leave it, or names that are one
 */
export async function readZip(path: string, spool: Spool): Promise<Map<string, SpooledFile>> {
  const files = new Map<string, SpooledFile>();
  const names = new ZipNames();
  const file = await open(path);
  try {
    await checkZip(file);
    const zip = await openZip(file.fd);
    for await (const entry of entriesOf(zip)) {
      const { fileName } = entry;
      spool.count(fileName);
      const mode = checkEntry(entry);
      const name = entryPath(fileName);
      const isFolder = fileName.endsWith('/');
      if (name === '' || name !== (isFolder ? fileName.slice(0, -1) : fileName))
        throw invalid(`the zip has a name with empty parts: ${printable(fileName)}`);
      names.add(name, isFolder);
      if (isFolder) continue;
      const content = checked(await contentOf(zip, entry), entry);
      // As pip has it, whatever system the zip says that it comes from.
      const isExecutable = (mode & TYPE) === REGULAR && (mode & EXECUTABLE) !== 0;
      files.set(name, await spool.add(name, content, isExecutable));
    }
    names.check();
  } catch (error) {
    throw brokenZip(error);
  } finally {
    await file.close();
  }
  return files;
}
