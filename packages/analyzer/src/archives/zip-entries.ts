import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { fromBuffer, fromFd, type Entry, type ZipFile } from 'yauzl';
import { escapedText } from '../common/escaped-text.js';
import { RefusedPackage } from '../files/source-file.js';
import { megabytes } from '../files/limits.js';
import type { ArchiveLimits } from './archive-limits.js';
import { checkZip, type ZipInput } from './check-zip.js';
import { entryPath, EntryNames } from './entry-names.js';
import { BrokenArchive, TooLargeArchive, TooManyEntries } from './refused-archive.js';
import { refuseZip } from './zip-records.js';

const EXECUTABLE = 0o111;
const TYPE = 0o170000;
const REGULAR = 0o100000;
const FOLDER = 0o040000;
/** Of DOS, in the lower attributes. */
const DOS_FOLDER = 0x10;
const DEFLATED = 8;

const UNLIMITED: ArchiveLimits = { unpackedBytes: Infinity, entries: Infinity };

/** An entry of a zip. */
export interface ZipEntry {
  /** Relative, with `/`, without one at its end. */
  readonly path: string;
  readonly isFolder: boolean;
  /** Bytes of its content. */
  readonly size: number;
  /** As pip has it, whatever system the zip says that it comes from. */
  readonly isExecutable: boolean;
  /** Its bytes, compared with the size and the checksum that the zip states. Empty for a folder. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** The error of yauzl or zlib as one of ours; those of the file system, which have a code, stay. */
function brokenZip(error: unknown): unknown {
  if (error instanceof RefusedPackage) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== undefined && !code.startsWith('Z_')) return error;
  return new BrokenArchive(`The zip is broken, or no zip: ${escapedText(message)}`, { cause: error });
}

const openZip = (zip: ZipInput): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true };
    const opened = (error: Error | null, file: ZipFile): void => {
      if (error) reject(error);
      else resolve(file);
    };
    if (zip instanceof Uint8Array)
      fromBuffer(Buffer.from(zip.buffer, zip.byteOffset, zip.length), options, opened);
    else fromFd(zip.fd, options, opened);
  });

/** Decompresses a content. The compressed one has to end with it: readers of streams take the bytes behind as entries. */
async function* inflated(packed: Readable, entry: Entry): AsyncGenerator<Buffer> {
  const inflate = createInflateRaw();
  packed.on('error', (error) => inflate.destroy(error));
  yield* packed.pipe(inflate) as AsyncIterable<Buffer>;
  if (inflate.bytesWritten !== entry.compressedSize) refuseZip('has bytes behind a content', entry.fileName);
}

/** The entries of a zip, one at a time: the next is read when this one has been taken. */
async function* rawEntries(zip: ZipFile): AsyncGenerator<Entry> {
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
function modeOf({ externalFileAttributes, fileName }: Entry): number {
  const mode = externalFileAttributes >>> 16;
  const type = mode & TYPE;
  if (type !== 0 && type !== REGULAR && type !== FOLDER)
    refuseZip('has an entry that is neither file nor folder', fileName);
  // Some go by the name, and others by the type.
  const isFolder = fileName.endsWith('/');
  const isOther = isFolder
    ? type === REGULAR
    : type === FOLDER || (externalFileAttributes & DOS_FOLDER) !== 0;
  if (isOther) refuseZip('has a folder with the name of a file, or the reverse', fileName);
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
  if (size !== entry.uncompressedSize) refuseZip('has a content of another size', entry.fileName);
  if (checksum !== entry.crc32) refuseZip('has a content with another checksum', entry.fileName);
}

async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  try {
    yield* checked(await zip.openReadStreamPromise(entry, { decodeFileData: false }), entry);
  } catch (error) {
    throw brokenZip(error);
  }
}

/** The names of a zip, of which none may be one with another on any file system, or a file and a folder. */
class ZipNames {
  private readonly names = new EntryNames();
  private readonly files = new Set<string>();
  private readonly folders = new Set<string>();

  /** @throws RefusedPackage */
  add(path: string, isFolder: boolean): void {
    this.names.add(path);
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1))
      this.folders.add(path.slice(0, end));
    if (isFolder) this.folders.add(path);
    else if (this.files.has(path)) refuseZip('has a name twice', path);
    else this.files.add(path);
  }

  /** Called after all names. @throws RefusedPackage */
  check(): void {
    for (const path of this.files)
      if (this.folders.has(path)) refuseZip('has a file and a folder of one name', path);
  }
}

/**
 * The entries of a zip, by its central directory. The content of a file has to be taken before the next entry is; one that is
 * not taken is not compared with its checksum.
 * @param zip a file, which stays open, or its bytes
 * @param limits by what the zip states, which its contents are compared with; omitted by callers that count themselves
 * @throws RefusedPackage when it is broken or beyond the limits, when programs read it differently, and for links, names that
 * leave it, and names that are one
 */
export async function* zipEntries(
  zip: ZipInput,
  { unpackedBytes, entries }: ArchiveLimits = UNLIMITED,
): AsyncGenerator<ZipEntry> {
  const names = new ZipNames();
  let [count, bytes] = [0, 0];
  try {
    await checkZip(zip);
    const file = await openZip(zip);
    for await (const entry of rawEntries(file)) {
      const { fileName, uncompressedSize } = entry;
      count += 1;
      bytes += uncompressedSize;
      if (count > entries) throw new TooManyEntries(`The archive has more than ${entries} entries`);
      if (bytes > unpackedBytes)
        throw new TooLargeArchive(`The archive unpacks to more than ${megabytes(unpackedBytes)}`);
      const mode = modeOf(entry);
      const path = entryPath(fileName);
      const isFolder = fileName.endsWith('/');
      if (path === '' || path !== (isFolder ? fileName.slice(0, -1) : fileName))
        refuseZip('has a name with empty parts', fileName);
      names.add(path, isFolder);
      const isExecutable = !isFolder && (mode & TYPE) === REGULAR && (mode & EXECUTABLE) !== 0;
      const content = isFolder ? Readable.from([]) : contentOf(file, entry);
      yield { path, isFolder, size: uncompressedSize, isExecutable, content };
    }
    names.check();
  } catch (error) {
    throw brokenZip(error);
  }
}
