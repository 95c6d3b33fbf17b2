import type { FileHandle } from 'node:fs/promises';
import {
  checkLocal,
  END_LENGTH,
  followsContent,
  isDescriptor,
  LOCAL_LENGTH,
  readDirectory,
  readEnd,
  refuseZip,
  type CentralHeader,
} from './zip-records.js';

const MAX_COMMENT = 0xffff;
/** A header with a long name and extra fields. */
const MAX_LOCAL = 4096;
const MAX_DIRECTORY = 64 * 1024 * 1024;
/** The longest form of sizes and checksum after a content. */
const MAX_DESCRIPTOR = 24;

/** A zip: a file that is open, or its bytes. */
export type ZipInput = FileHandle | Uint8Array;

async function read(zip: ZipInput, offset: number, length: number): Promise<Buffer> {
  if (zip instanceof Uint8Array) {
    const end = Math.min(offset + Math.max(length, 0), zip.length);
    return Buffer.from(zip.buffer, zip.byteOffset + Math.min(offset, zip.length), Math.max(end - offset, 0));
  }
  const bytes = Buffer.alloc(Math.max(length, 0));
  const { bytesRead } = await zip.read(bytes, 0, bytes.length, offset);
  return bytes.subarray(0, bytesRead);
}

const sizeOf = async (zip: ZipInput): Promise<number> =>
  zip instanceof Uint8Array ? zip.length : (await zip.stat()).size;

/** Checks an entry from its offset to that of the next one. */
async function checkEntry(file: ZipInput, entry: CentralHeader, next: number): Promise<void> {
  const { offset, name, packedSize } = entry;
  const header = await read(file, offset, Math.min(next - offset, MAX_LOCAL));
  if (header.length < LOCAL_LENGTH) refuseZip('has entries that overlap', name);
  const { length, isLong } = checkLocal(header, entry);
  const end = offset + length + packedSize;
  if (length > header.length || end > next) refuseZip('has entries that overlap', name);
  if (followsContent(entry)) {
    if (next - end > MAX_DESCRIPTOR || !isDescriptor(await read(file, end, next - end), entry, isLong))
      refuseZip('has bytes between its entries', name);
  } else if (end !== next) refuseZip('has bytes between its entries', name);
}

/**
 * Refuses a zip that programs read differently: some read its central directory, and some its entries one after the other.
 * Both must find the same, and nothing may be before, between and after what they read.
 * @throws AmbiguousArchive
 */
export async function checkZip(file: ZipInput): Promise<void> {
  const size = await sizeOf(file);
  const tail = await read(
    file,
    Math.max(size - END_LENGTH - MAX_COMMENT, 0),
    Math.min(size, END_LENGTH + MAX_COMMENT),
  );
  const end = readEnd(tail);
  const { directoryOffset, directorySize } = end;
  if (directorySize > MAX_DIRECTORY) refuseZip('has a central directory of more than 64 MiB');
  if (directoryOffset + directorySize !== size - end.length)
    refuseZip('has bytes before or after its central directory');
  const entries = readDirectory(await read(file, directoryOffset, directorySize), end.entries);
  entries.sort((one, other) => one.offset - other.offset);
  if (entries.length > 0 && entries[0]?.offset !== 0) refuseZip('has bytes before its entries');
  if (entries.length === 0 && directoryOffset !== 0) refuseZip('has bytes before its entries');
  for (const [at, entry] of entries.entries())
    await checkEntry(file, entry, entries[at + 1]?.offset ?? directoryOffset);
}
