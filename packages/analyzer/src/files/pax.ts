import { RefusedPackage } from './source-file.js';

const BROKEN = 'The archive has a broken extended header';
/** The records for an entry's path and size; readers differ in which header takes precedence. */
const LEADING = new Set(['path', 'linkpath', 'size']);
const RECORD_WITHIN = /\n[0-9]+ [^=\n]+=/;

function recordEnd(bytes: Buffer, start: number): { length: number; space: number } {
  const space = bytes.indexOf(0x20, start);
  const digits = space === -1 ? '' : bytes.toString('latin1', start, Math.min(space, start + 8));
  const length = /^[1-9][0-9]*$/.test(digits) ? Number(digits) : 0;
  const end = start + length;
  if (length <= space - start + 1 || end > bytes.length || bytes[end - 1] !== 0x0a)
    throw new RefusedPackage(BROKEN);
  return { length, space };
}

/**
 * Checks the records of a tar's extended header (POSIX pax: `<length> <key>=<value>\n`): unpacking programs differ in how they
 * read a broken one, and a package must be the same to all of them.
 * @param global Whether it applies to all following entries; it may then not set paths and sizes.
 * @throws RefusedPackage
 */
export function checkPax(content: Uint8Array, global: boolean): void {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const seen = new Set<string>();
  for (let start = 0; start < bytes.length;) {
    const { length, space } = recordEnd(bytes, start);
    const record = bytes.toString('latin1', space + 1, start + length - 1);
    const equals = record.indexOf('=');
    const key = record.slice(0, Math.max(equals, 0));
    // Some readers split at lines: a value must not contain text that looks like a record.
    if (equals < 1 || seen.has(key) || RECORD_WITHIN.test(record)) throw new RefusedPackage(BROKEN);
    if (LEADING.has(key) && (global || record.includes('\n') || record.includes('\0')))
      throw new RefusedPackage(BROKEN);
    if (key.startsWith('GNU.sparse.')) throw new RefusedPackage('The archive holds a sparse file');
    seen.add(key);
    start += length;
  }
}
