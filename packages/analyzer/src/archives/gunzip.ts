import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { LIMITS } from '../files/limits.js';
import { escapedText } from '../common/escaped-text.js';
import { AmbiguousArchive, BrokenArchive, CutOffArchive } from './refused-archive.js';

const CHUNK = 64 * 1024;
const HEADER = 10;
/** CRC-32 and size of the content. */
const TRAILER = 8;
const MAGIC = Buffer.from([0x1f, 0x8b, 8]);
const [EXTRA, NAME, COMMENT] = [4, 8, 16];
/** Of extra field, name and comment together, in bytes. */
const MAX_HEADER = 64 * 1024;
const GOES_ON = 'The archive goes on after the end of its gzip';

const broken = (reason: string, cause?: unknown): BrokenArchive =>
  new BrokenArchive(`The archive is not gzip, or broken: ${escapedText(reason)}`, { cause });

const cutOff = (cause?: unknown): CutOffArchive =>
  new CutOffArchive('The archive is not gzip, or broken: unexpected end of file', { cause });

/** The length of a member's header; undefined when more bytes are needed. */
function headerLength(bytes: Buffer): number | undefined {
  const start = bytes.subarray(0, MAGIC.length);
  if (!start.equals(MAGIC.subarray(0, start.length))) throw broken('incorrect header check');
  if (bytes.length < HEADER) return undefined;
  const flags = bytes[3] ?? 0;
  // A checksum of the header, which not all programs compare, and flags that nobody has defined.
  if ((flags & ~(1 | EXTRA | NAME | COMMENT)) !== 0)
    throw new AmbiguousArchive('The archive has a gzip header that programs read differently');
  let end = HEADER;
  if ((flags & EXTRA) !== 0) {
    if (bytes.length < end + 2) return undefined;
    end += 2 + bytes.readUInt16LE(end);
  }
  for (const field of [NAME, COMMENT]) {
    if ((flags & field) === 0) continue;
    const terminator = bytes.indexOf(0, end);
    if (terminator === -1) return undefined;
    end = terminator + 1;
  }
  return bytes.length < end ? undefined : end;
}

/** The length of bytes without the zeros at their end. */
function lengthBeforeZeros(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return end;
}

/** The deflated bytes of a gzip's only member, and what follows it. */
class Member {
  /** The number of bytes before the last ones. */
  private before = 0;
  /** Bytes that may be the trailer, and zeros: they are passed on in one piece, because the inflation takes nothing after its end. */
  private last = Buffer.alloc(0);

  async *read(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    // The header until it is complete, then the last bytes before the zeros at the end, which are counted only.
    let kept = Buffer.alloc(0);
    let zeros = 0;
    let isOpen = false;
    for await (const chunk of archive) {
      let bytes: Uint8Array = chunk;
      if (!isOpen) {
        kept = Buffer.concat([kept, chunk]);
        const header = headerLength(kept);
        if (header === undefined) {
          if (kept.length > MAX_HEADER) throw new AmbiguousArchive('The archive has a gzip header of 64 KB');
          continue;
        }
        isOpen = true;
        bytes = kept.subarray(header);
        kept = Buffer.alloc(0);
      }
      const length = lengthBeforeZeros(bytes);
      if (length === 0 && zeros + bytes.length <= LIMITS.tarPaddingBytes) {
        zeros += bytes.length;
        continue;
      }
      const all = Buffer.concat([kept, Buffer.alloc(zeros), bytes]);
      zeros = bytes.length - length;
      // More than any padding: they are deflated bytes.
      if (length === 0 || zeros > LIMITS.tarPaddingBytes) zeros = 0;
      const end = Math.max(all.length - zeros - TRAILER, 0);
      kept = all.subarray(end, all.length - zeros);
      this.before += end;
      if (end > 0) yield all.subarray(0, end);
    }
    this.last = Buffer.concat([kept, Buffer.alloc(zeros)]);
    if (!isOpen || this.before + this.last.length < TRAILER) throw cutOff();
    if (this.last.length > 0) yield this.last;
  }

  /**
   * The checksum and the size behind the deflated bytes. What follows may be zeros, which all programs pass over.
   * @param deflated the number of deflated bytes
   * @throws BrokenArchive, AmbiguousArchive
   */
  trailerAt(deflated: number): Buffer {
    const start = deflated - this.before;
    if (start < 0) throw new AmbiguousArchive(GOES_ON);
    const trailer = this.last.subarray(start, start + TRAILER);
    if (trailer.length < TRAILER) throw cutOff();
    if (lengthBeforeZeros(this.last.subarray(start + TRAILER)) > 0) throw new AmbiguousArchive(GOES_ON);
    return trailer;
  }
}

/** The error to throw: those of zlib and streams become reasons to refuse the archive. */
function refusalOf(error: unknown): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return new AmbiguousArchive(GOES_ON, { cause: error });
  if (code?.startsWith('Z_') !== true) return error;
  return code === 'Z_BUF_ERROR' ? cutOff(error) : broken(message, error);
}

/**
 * Decompresses a gzip of one member, as all packers write it, with zeros behind it at most: some programs read the first member
 * alone, and some pass over what follows it.
 * @throws BrokenArchive, AmbiguousArchive; errors of `archive` unchanged
 */
export async function* gunzip(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const member = new Member();
  const inflate = createInflateRaw({ chunkSize: CHUNK });
  const fed = pipeline(Readable.from(member.read(archive), { objectMode: false }), inflate);
  // It also ends the inflation, whose error is thrown.
  fed.catch(() => undefined);
  let [checksum, size] = [0, 0];
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) {
      checksum = crc32(chunk, checksum);
      size = (size + chunk.length) >>> 0;
      yield chunk;
    }
    await fed;
  } catch (error) {
    throw refusalOf(error);
  } finally {
    inflate.destroy();
  }
  const trailer = member.trailerAt(inflate.bytesWritten);
  if (trailer.readUInt32LE(0) !== checksum || trailer.readUInt32LE(4) !== size)
    throw broken('incorrect data check');
}
