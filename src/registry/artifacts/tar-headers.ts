const BLOCK = 512;
const SIZE = { at: 124, length: 12 };
const CHECKSUM = { at: 148, length: 8 };
const TYPE_AT = 156;
const MAX_HEADERS = 100_000;

const FILES = '0\x007';
const FOLDER = '5';
const LINKS = '12';
/** Metadata of the next entry, or of all: `x` and `g` of pax, `L` and `K` of GNU. */
const EXTENSIONS = 'xgLK';
/** Entries without content, whatever their size field says. */
const WITHOUT_CONTENT = '123456';

/** The bytes are not a tar archive. */
export class NoTarError extends Error {
  override readonly name = 'NoTarError';
}

/** A number in a header: octal digits, or binary after a first byte of 0x80. NaN for anything else. */
function numberIn(header: Buffer, { at, length }: { readonly at: number; readonly length: number }): number {
  const field = header.subarray(at, at + length);
  if (field[0] === 0x80) return field.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0);
  const digits = /^[ \0]*([0-7]*)[ \0]*$/.exec(field.toString('latin1'))?.[1];
  return digits === undefined ? NaN : Number.parseInt(`0${digits}`, 8);
}

function hasItsChecksum(header: Buffer): boolean {
  const end = CHECKSUM.at + CHECKSUM.length;
  let sum = 0;
  for (let at = 0; at < BLOCK; at += 1) {
    // The checksum field itself counts as spaces.
    sum += at >= CHECKSUM.at && at < end ? 0x20 : (header[at] ?? 0);
  }
  return numberIn(header, CHECKSUM) === sum;
}

/**
 * Reads which kinds of entries a tar has, buffering at most one header. It does not parse names, for which libraries
 * buffer headers of any number and size, nor sizes in pax headers, which only files over 8 GiB need.
 */
export class TarHeaders {
  hasLinks = false;
  /** Devices, named pipes and other entries that are not files, folders or links. */
  hasSpecialFiles = false;
  /** Unpacked size of the entries in bytes. */
  unpackedBytes = 0;
  private readonly header = Buffer.alloc(BLOCK);
  private filled = 0;
  private left = 0;
  private count = 0;
  private hasEntries = false;
  private ended = false;

  /** @param maxBytes content beyond this size is not read */
  constructor(private readonly maxBytes: number) {}

  /** Whether reading can stop: the tar has ended, or exceeds the bounds. */
  get isDone(): boolean {
    return this.ended || this.unpackedBytes > this.maxBytes || this.count > MAX_HEADERS;
  }

  /** @throws NoTarError */
  accept(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length && !this.isDone;) {
      const rest = chunk.length - at;
      if (this.left > 0) {
        const skipped = Math.min(this.left, rest);
        this.left -= skipped;
        at += skipped;
      } else {
        const taken = Math.min(BLOCK - this.filled, rest);
        this.header.set(chunk.subarray(at, at + taken), this.filled);
        this.filled += taken;
        at += taken;
        if (this.filled === BLOCK) this.read();
      }
    }
  }

  /** Called at the end of the bytes. @throws NoTarError when some are missing, or there is no entry. */
  end(): void {
    if (this.isDone && !this.ended) return;
    if (this.left > 0 || this.filled > 0 || !this.hasEntries) throw new NoTarError('it is cut off, or empty');
  }

  private read(): void {
    const { header } = this;
    this.filled = 0;
    if (header.every((byte) => byte === 0)) {
      this.ended = true;
      return;
    }
    const size = numberIn(header, SIZE);
    if (!hasItsChecksum(header) || !Number.isSafeInteger(size)) throw new NoTarError('a header is broken');
    const type = String.fromCharCode(header[TYPE_AT] ?? 0);
    const content = WITHOUT_CONTENT.includes(type) ? 0 : size;
    this.left = Math.ceil(content / BLOCK) * BLOCK;
    this.unpackedBytes += content;
    this.count += 1;
    if (EXTENSIONS.includes(type)) return;
    this.hasEntries = true;
    if (LINKS.includes(type)) this.hasLinks = true;
    else if (!FILES.includes(type) && type !== FOLDER) this.hasSpecialFiles = true;
  }
}
