import { isUtf8 } from 'node:buffer';
import { AmbiguousArchive } from './refused-archive.js';
import { BLOCK } from './tar-header.js';

/** What extended headers say about an entry that changes what it is. */
export interface PaxRecords {
  readonly path?: string;
  readonly target?: string;
  readonly size?: number;
}

const BROKEN = 'The archive has a broken extended header';
/** What describes one entry alone. */
const LEADING = new Set(['path', 'linkpath', 'size']);
const NUMBER = /^-?[0-9]+(?:\.[0-9]*)?$/;
/** Readers that know the key refuse other values. */
const NUMBERS = new Set(['atime', 'ctime', 'mtime', 'uid', 'gid', 'size']);
/** Keys that make a file of several pieces, with holes between them or another size. */
const SPARSE = /^(?:GNU\.sparse\.|SCHILY\.(?:realsize|offset)$|SUN\.holesdata$)/;
/** Keys that say how texts are to be decoded, and the values that change nothing. */
const CHARSETS = new Set(['charset', 'hdrcharset']);
const UTF8 = new Set(['ISO-IR 10646 2000 UTF-8', 'BINARY']);

function recordEnd(bytes: Buffer, start: number): { readonly end: number; readonly space: number } {
  const space = bytes.indexOf(0x20, start);
  const digits = space === -1 ? '' : bytes.toString('latin1', start, Math.min(space, start + 8));
  const length = /^[1-9][0-9]*$/.test(digits) ? Number(digits) : 0;
  const end = start + length;
  if (length <= space - start + 1 || end > bytes.length || bytes[end - 1] !== 0x0a)
    throw new AmbiguousArchive(BROKEN);
  return { end, space };
}

/**
 * Whether a line of a record, which may have several, is a record itself to readers that split a header at its lines, such
 * as npm: a number in front, as `parseInt` reads it, that is the length of the line.
 */
const hasRecordWithin = (record: string): boolean =>
  record
    .split('\n')
    .slice(1)
    .some((line) => /^[0-9]+ [^=]+=/.test(line) || Number.parseInt(line, 10) === Buffer.byteLength(line) + 1);

function checkRecord(key: string, value: string, isGlobal: boolean): void {
  if (SPARSE.test(key)) throw new AmbiguousArchive('The archive holds a sparse file');
  const isBroken =
    hasRecordWithin(`${key}=${value}`) ||
    (LEADING.has(key) && (isGlobal || value === '' || /[\n\0]/.test(value))) ||
    (NUMBERS.has(key) && !NUMBER.test(value)) ||
    (key === 'size' && !/^[0-9]{1,15}$/.test(value)) ||
    (CHARSETS.has(key) && !UTF8.has(value));
  if (isBroken) throw new AmbiguousArchive(BROKEN);
}

/** npm decodes each block of a header by itself, which loses a character that is in two. */
function checkBlocks(bytes: Buffer): void {
  for (let at = BLOCK; at < bytes.length; at += BLOCK)
    if (((bytes[at] ?? 0) & 0xc0) === 0x80) throw new AmbiguousArchive(BROKEN);
}

/**
 * Reads the records of a tar's extended header (POSIX pax: `<length> <key>=<value>\n`). Programs differ in how they read a
 * broken one, and in what they do with several of the same key.
 * @param isGlobal whether it applies to all following entries; it may then not set paths and sizes
 * @throws AmbiguousArchive
 */
export function paxRecords(content: Uint8Array, isGlobal: boolean): PaxRecords {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  checkBlocks(bytes);
  const values = new Map<string, string>();
  for (let start = 0; start < bytes.length;) {
    const { end, space } = recordEnd(bytes, start);
    const record = bytes.subarray(space + 1, end - 1);
    const equals = record.indexOf(0x3d);
    const key = record.toString('utf8', 0, Math.max(equals, 0));
    if (equals < 1 || values.has(key)) throw new AmbiguousArchive(BROKEN);
    const bytesOfValue = record.subarray(equals + 1);
    if (LEADING.has(key) && !isUtf8(bytesOfValue)) throw new AmbiguousArchive('A name is not UTF-8');
    const value = bytesOfValue.toString();
    checkRecord(key, value, isGlobal);
    values.set(key, value);
    start = end;
  }
  const [path, target, size] = [values.get('path'), values.get('linkpath'), values.get('size')];
  return {
    ...(path !== undefined && { path }),
    ...(target !== undefined && { target }),
    ...(size !== undefined && { size: Number(size) }),
  };
}
