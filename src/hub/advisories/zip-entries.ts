import { open } from 'node:fs/promises';
import { crc32, inflateRawSync } from 'node:zlib';
import { fromFd, type Entry, type ZipFile } from 'yauzl';
import { UnusableExportError } from './unusable-export.js';

const MAX_ENTRIES = 2_000_000;
/** The unpacked size of one entry, in bytes. */
const MAX_ENTRY = 8 * 1024 * 1024;
/** The unpacked size of all entries, in bytes. */
const MAX_TOTAL = 16 * 1024 ** 3;
const STORED = 0;
const DEFLATED = 8;

const broken = (reason: string): UnusableExportError => new UnusableExportError(`the zip is broken: ${reason}`);

const openZip = (fd: number): Promise<ZipFile> =>
  new Promise((resolve, reject) => {
    const options = { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true };
    fromFd(fd, options, (error, zip) => {
      if (error) reject(error);
      else resolve(zip);
    });
  });

const nextEntry = (zip: ZipFile): Promise<Entry | undefined> =>
  new Promise((resolve, reject) => {
    zip.removeAllListeners();
    zip.on('entry', resolve).on('error', reject);
    zip.on('end', () => resolve(undefined));
    zip.readEntry();
  });

/** The bytes of an entry as they are in the file. A stream for each of 200,000 entries would cost more than reading them. */
function packedBytes(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const options = { decompress: entry.compressionMethod === STORED ? null : false } as never;
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, options, (error, content) => {
      if (error) {
        reject(error);
        return;
      }
      const chunks: Buffer[] = [];
      content.on('data', (chunk: Buffer) => chunks.push(chunk));
      content.on('error', reject).on('end', () => resolve(Buffer.concat(chunks)));
    });
  });
}

/** @throws UnusableExportError when the content does not have the size and checksum that the zip gives */
async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  const packed = await packedBytes(zip, entry);
  const content =
    entry.compressionMethod === STORED
      ? packed
      : inflateRawSync(packed, { maxOutputLength: entry.uncompressedSize + 1 });
  if (content.length !== entry.uncompressedSize || crc32(content) !== entry.crc32)
    throw broken('the content of an entry does not match its checksum');
  return content;
}

function checkEntry({ generalPurposeBitFlag, compressionMethod }: Entry): void {
  if ((generalPurposeBitFlag & 1) !== 0) throw new UnusableExportError('the zip is encrypted');
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    throw new UnusableExportError('the zip uses a compression other than deflate');
}

async function* contentsOf(zip: ZipFile, wanted: RegExp): AsyncGenerator<Buffer | undefined> {
  if (zip.entryCount > MAX_ENTRIES) throw new UnusableExportError(`it has more than ${MAX_ENTRIES} entries`);
  let total = 0;
  for (let entry = await nextEntry(zip); entry !== undefined; entry = await nextEntry(zip)) {
    checkEntry(entry);
    if (!wanted.test(entry.fileName)) continue;
    const isTooLarge = entry.uncompressedSize > MAX_ENTRY || entry.compressedSize > MAX_ENTRY;
    total += entry.uncompressedSize;
    if (total > MAX_TOTAL) throw new UnusableExportError(`it unpacks to more than ${MAX_TOTAL / 1024 ** 3} GB`);
    yield isTooLarge ? undefined : await contentOf(zip, entry);
  }
}

/**
 * Reads the entries of a zip whose names match, one at a time and in memory; nothing is unpacked to a folder. An entry of
 * more than 8 MB is undefined.
 * @throws UnusableExportError when the zip is broken, or has names that leave it
 */
export async function* zipEntries(path: string, wanted: RegExp): AsyncGenerator<Buffer | undefined> {
  await using file = await open(path);
  try {
    yield* contentsOf(await openZip(file.fd), wanted);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Errors of yauzl have no code, those of zlib one of their own; others are the file system's.
    if (error instanceof UnusableExportError || (code !== undefined && !/^(Z_|ERR_)/.test(code))) throw error;
    throw broken((error as Error).message);
  }
}
