import { LIMITS, megabytes } from './limits.js';
import { printable } from './package-path.js';
import { checkPax } from './pax.js';
import { RefusedPackage } from './source-file.js';

const BLOCK = 512;
const NAME_LENGTH = 100;
const SIZE = { at: 124, length: 12 };
const TYPE_AT = 156;
/** Headers that describe the next entry: `x` and `g` of pax, `L` and `K` (long name, long link) of GNU. */
const EXTENSIONS = 'xgLK';

/** The size in a header: octal digits, or binary after a first byte of 0x80. NaN for anything else. */
function sizeIn(header: Buffer): number {
  const field = header.subarray(SIZE.at, SIZE.at + SIZE.length);
  if (field[0] === 0x80) return field.subarray(1).reduce((sum, byte) => sum * 256 + byte, 0);
  const digits = /^[ \0]*([0-7]*)[ \0]*$/.exec(field.toString('latin1'))?.[1];
  return digits === undefined ? NaN : Number.parseInt(`0${digits}`, 8);
}

/**
 * Checks a tar's headers and limits before the tar is unpacked. The library that unpacks it does not limit the number of entries,
 * and continues after the end-of-archive marker, where other programs stop.
 */
export class TarWalk {
  /** The sizes in the entries' headers, in bytes, in order. */
  readonly sizes: number[] = [];
  private readonly header = Buffer.alloc(BLOCK);
  private filled = 0;
  private left = 0;
  private unpacked = 0;
  /** The number of zero bytes at the end; 0 before the end. */
  private padding = 0;
  /** The types of the extension headers before the next entry. */
  private extensions = '';
  private extension: { readonly type: string; readonly content: Buffer; filled: number } | undefined;

  /**
   * Consumes the next chunk of the tar.
   * @throws RefusedPackage
   */
  accept(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;) {
      const rest = chunk.subarray(at);
      if (this.padding > 0) {
        this.pad(rest);
        return;
      }
      at += this.left > 0 ? this.skip(rest) : this.fill(rest);
    }
  }

  /** @throws RefusedPackage when the tar has not ended */
  end(): void {
    if (this.padding === 0) throw new RefusedPackage('The archive is cut off, or holds no tar');
  }

  private pad(rest: Uint8Array): void {
    this.padding += rest.length;
    if (rest.some((byte) => byte !== 0) || this.padding > LIMITS.tarPaddingBytes)
      throw new RefusedPackage('The archive goes on after the end of its tar');
  }

  private skip(rest: Uint8Array): number {
    const taken = Math.min(this.left, rest.length);
    this.left -= taken;
    const { extension } = this;
    if (extension === undefined) return taken;
    extension.content.set(
      rest.subarray(0, Math.min(taken, extension.content.length - extension.filled)),
      extension.filled,
    );
    extension.filled = Math.min(extension.filled + taken, extension.content.length);
    if (this.left === 0) {
      this.extension = undefined;
      if (extension.type === 'x' || extension.type === 'g')
        checkPax(extension.content, extension.type === 'g');
    }
    return taken;
  }

  private fill(rest: Uint8Array): number {
    const taken = Math.min(BLOCK - this.filled, rest.length);
    this.header.set(rest.subarray(0, taken), this.filled);
    this.filled += taken;
    if (this.filled < BLOCK) return taken;
    this.filled = 0;
    if (this.header.every((byte) => byte === 0)) {
      if (this.extensions !== '') throw new RefusedPackage('The archive ends with a header of nothing');
      this.padding = BLOCK;
    } else this.read();
    return taken;
  }

  private read(): void {
    const { header } = this;
    const size = sizeIn(header);
    const name = printable(header.subarray(0, NAME_LENGTH).toString().split('\0', 1)[0] ?? '');
    if (!Number.isSafeInteger(size)) throw new RefusedPackage(`The archive has a broken header: ${name}`);
    this.unpacked += size;
    if (this.unpacked > LIMITS.unpackedBytes)
      throw new RefusedPackage(
        `The archive unpacks to more than ${megabytes(LIMITS.unpackedBytes)}, at ${name}`,
      );
    this.left = Math.ceil(size / BLOCK) * BLOCK;
    const type = String.fromCharCode(header[TYPE_AT] ?? 0);
    if (EXTENSIONS.includes(type)) this.extend(type, size);
    else {
      this.extensions = '';
      if (this.sizes.push(size) > LIMITS.entries)
        throw new RefusedPackage(`The archive has more than ${LIMITS.entries} entries, at ${name}`);
    }
  }

  private extend(type: string, size: number): void {
    if (size === 0 || size > LIMITS.tarExtensionBytes)
      throw new RefusedPackage(`The archive has an extended header of ${size} bytes`);
    const before = this.extensions;
    const clash =
      before.includes(type) || (type === 'x' ? /[LK]/.test(before) : type !== 'g' && before.includes('x'));
    if (clash) throw new RefusedPackage('The archive has several extended headers for one entry');
    this.extensions += type;
    this.extension = { type, content: Buffer.alloc(size), filled: 0 };
  }
}
