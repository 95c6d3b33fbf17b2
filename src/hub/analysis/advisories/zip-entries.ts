import { buffer } from 'node:stream/consumers';
import { crc32, inflateRawSync } from 'node:zlib';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { UnusableExportError } from './unusable-export.js';

const MAX_ENTRIES = 2_000_000;
/** The unpacked size of one entry, in bytes. */
const MAX_ENTRY = 8 * 1024 * 1024;
/** The unpacked size of all entries, in bytes. */
const MAX_TOTAL = 16 * 1024 ** 3;
const OPTIONS = { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true };
const STORED = 0;
const DEFLATED = 8;

const broken = (reason: string): UnusableExportError =>
  new UnusableExportError(`the zip is broken: ${reason}`);

/** @throws UnusableExportError when the content does not have the size and checksum that the zip gives */
async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  // A stream that inflates each of 200,000 entries would cost more than reading them.
  const packed = await buffer(await zip.openReadStreamPromise(entry, { decodeFileData: false }));
  const content =
    entry.compressionMethod === STORED
      ? packed
      : inflateRawSync(packed, { maxOutputLength: entry.uncompressedSize + 1 });
  if (content.length !== entry.uncompressedSize || crc32(content) !== entry.crc32)
    throw broken('the content of an entry does not match its size and checksum');
  return content;
}

function checkEntry(entry: Entry): void {
  if (entry.isEncrypted()) throw new UnusableExportError('the zip is encrypted');
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    throw new UnusableExportError('the zip uses a compression other than deflate');
}

async function* contentsOf(zip: ZipFile, wanted: RegExp): AsyncGenerator<Buffer | undefined> {
  if (zip.entryCount > MAX_ENTRIES) throw new UnusableExportError(`it has more than ${MAX_ENTRIES} entries`);
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    checkEntry(entry);
    if (!wanted.test(entry.fileName)) continue;
    const isTooLarge = entry.uncompressedSize > MAX_ENTRY || entry.compressedSize > MAX_ENTRY;
    total += entry.uncompressedSize;
    if (total > MAX_TOTAL)
      throw new UnusableExportError(`it unpacks to more than ${MAX_TOTAL / 1024 ** 3} GiB`);
    yield isTooLarge ? undefined : await contentOf(zip, entry);
  }
}

/**
 * Reads the entries of a zip whose names match, one at a time and in memory; nothing is unpacked to a folder. An entry of
 * more than 8 MiB is undefined.
 * @throws UnusableExportError when the zip is broken, or has names that leave it
 */
export async function* zipEntries(path: string, wanted: RegExp): AsyncGenerator<Buffer | undefined> {
  let zip: ZipFile | undefined;
  try {
    zip = await openPromise(path, OPTIONS);
    yield* contentsOf(zip, wanted);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Errors of yauzl have no code, those of zlib and its limits one of their own; others are the file system's.
    if (error instanceof UnusableExportError || (code !== undefined && !/^(Z_|ERR_)/.test(code))) throw error;
    throw broken((error as Error).message);
  } finally {
    zip?.close();
  }
}
