import { escapedText } from '../common/escaped-text.js';
import { AmbiguousArchive, BrokenArchive, TooLargeArchive } from './refused-archive.js';

/** The size of a header, of which the content's size is made a multiple. */
export const BLOCK = 512;

interface Field {
  readonly at: number;
  readonly length: number;
}

const NAME: Field = { at: 0, length: 100 };
const MODE: Field = { at: 100, length: 8 };
const SIZE: Field = { at: 124, length: 12 };
const CHECKSUM: Field = { at: 148, length: 8 };
const TYPE_AT = 156;
const LINK: Field = { at: 157, length: 100 };
const MAGIC: Field = { at: 257, length: 8 };
const PREFIX: Field = { at: 345, length: 155 };
/** A prefix with two times after it, which npm's packer writes where it is short enough. */
const SHORT_PREFIX: Field = { at: 345, length: 131 };
const TIMES: readonly Field[] = [
  { at: 476, length: 12 },
  { at: 488, length: 12 },
];
/** Owner, group and time of change, which readers must be able to read. */
const NUMBERS: readonly Field[] = [
  { at: 108, length: 8 },
  { at: 116, length: 8 },
  { at: 136, length: 12 },
];
/** Device numbers, where the format has them. */
const DEVICES: readonly Field[] = [
  { at: 329, length: 8 },
  { at: 337, length: 8 },
];
/** What readers go by that keep the bits of a mode; the others follow the owner's. */
const OWNER_EXECUTES = 0o100;
/** The only spelling of magic number and version for which all readers use the prefix. */
const USTAR = 'ustar\x0000';

/** A header by itself, without the extended headers before it. */
export interface TarHeader {
  readonly type: string;
  readonly name: string;
  /** The folder before the name, without a slash at its end; empty without one. */
  readonly prefix: string;
  readonly size: number;
  readonly isExecutable: boolean;
  /** What a link leads to. */
  readonly target: string;
}

const bytesOf = (block: Buffer, { at, length }: Field): Buffer => block.subarray(at, at + length);
const isZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0);

/** The beginning of an entry's name, for messages about a header that cannot be read. */
const shown = (block: Buffer): string => escapedText(bytesOf(block, NAME).toString().split('\0', 1)[0] ?? '');

/** A text ends at a NUL; what follows one belongs to it for some readers. */
function textIn(block: Buffer, field: Field): string {
  const bytes = bytesOf(block, field);
  const end = bytes.indexOf(0);
  const text = end === -1 ? bytes : bytes.subarray(0, end);
  if (end !== -1 && !isZero(bytes.subarray(end)))
    throw new AmbiguousArchive(
      `The archive has a header with bytes after the end of a name: ${shown(block)}`,
    );
  // One that is cut off may end within a character: the name is then in an extended header.
  return text.toString();
}

/** Octal digits with spaces or NULs around them; the value of one that is empty is 0. */
const octal = (bytes: Buffer, pattern: RegExp): number | undefined => {
  const digits = pattern.exec(bytes.toString('latin1'))?.[1];
  return digits === undefined ? undefined : Number.parseInt(`0${digits}`, 8);
};
const LENIENT = /^[ \0]*([0-7]*)[ \0]*$/;
const STRICT_SIZE = /^ *([0-7]+)[ \0]*$/;
/** Without a terminator, some readers go on reading in the next field. */
const STRICT_CHECKSUM = /^ *([0-7]{1,7})[ \0]+$/;

/** Whether a number is one for all readers: octal, or binary (after 0x80 or 0xff) of at most 52 bits. */
function isNumber(bytes: Buffer): boolean {
  const [first = 0] = bytes;
  if (first !== 0x80 && first !== 0xff) return octal(bytes, LENIENT) !== undefined;
  const sign = first === 0xff ? 0xff : 0;
  const high = bytes.subarray(1, Math.max(bytes.length - 6, 1));
  return high.every((byte) => byte === sign) && ((bytes.at(-6) ?? 0) & 0xf0) === (sign & 0xf0);
}

function checkSum(block: Buffer): void {
  const stated = octal(bytesOf(block, CHECKSUM), STRICT_CHECKSUM);
  let sum = 0;
  for (let at = 0; at < BLOCK; at += 1) {
    // The field itself counts as spaces.
    const isOwn = at >= CHECKSUM.at && at < CHECKSUM.at + CHECKSUM.length;
    sum += isOwn ? 0x20 : (block[at] ?? 0);
  }
  if (stated !== sum) throw new BrokenArchive(`The archive has a broken header: ${shown(block)}`);
}

function checkNumbers(block: Buffer, hasDevices: boolean): void {
  const numbers = [...NUMBERS, ...(hasDevices ? DEVICES : [])];
  // No packer writes a mode that needs the binary form.
  const mode = octal(bytesOf(block, MODE), LENIENT);
  if (mode === undefined || !numbers.every((field) => isNumber(bytesOf(block, field))))
    throw new AmbiguousArchive(`The archive has a header with a number that cannot be read: ${shown(block)}`);
}

/** The size of the content. Packers write a binary one for files of 8 GiB or more alone. */
function sizeIn(block: Buffer): number {
  const field = bytesOf(block, SIZE);
  if (field[0] === 0x80 && isNumber(field) && field.readUIntBE(6, 6) >= 8 * 1024 ** 3)
    throw new TooLargeArchive(`The archive has a file of more than 8 GiB: ${shown(block)}`);
  const size = octal(field, STRICT_SIZE);
  if (size === undefined) throw new BrokenArchive(`The archive has a broken header: ${shown(block)}`);
  return size;
}

/** The prefix, if the format has one. Some readers look for it in every format, and some find other fields there. */
function prefixIn(block: Buffer, isUstar: boolean): string {
  const unused = block.subarray(isUstar ? PREFIX.at + PREFIX.length : PREFIX.at);
  const isShort = block[SHORT_PREFIX.at + SHORT_PREFIX.length - 1] === 0;
  const times = isUstar && isShort ? TIMES : [];
  if (!isZero(unused) || !times.every((field) => isNumber(bytesOf(block, field))))
    throw new AmbiguousArchive(
      `The archive has a header of a format that programs read differently: ${shown(block)}`,
    );
  return isUstar ? textIn(block, isShort ? SHORT_PREFIX : PREFIX) : '';
}

/**
 * Reads a header as all readers do: npm's, GNU tar's, Python's, Go's and libarchive's.
 * @returns undefined for a block of zeros, which ends an archive
 * @throws BrokenArchive, AmbiguousArchive
 */
export function parseHeader(block: Buffer): TarHeader | undefined {
  if (isZero(block)) return undefined;
  checkSum(block);
  const magic = bytesOf(block, MAGIC).toString('latin1');
  checkNumbers(block, magic.startsWith('ustar'));
  const header = {
    type: String.fromCharCode(block[TYPE_AT] ?? 0),
    name: textIn(block, NAME),
    prefix: prefixIn(block, magic === USTAR),
    size: sizeIn(block),
    isExecutable: ((octal(bytesOf(block, MODE), LENIENT) ?? 0) & OWNER_EXECUTES) !== 0,
    target: textIn(block, LINK),
  };
  // With a prefix it is one to most readers, and the end of the archive to pnpm's.
  if (header.name === '') throw new AmbiguousArchive('The archive has a header without a name');
  return header;
}
