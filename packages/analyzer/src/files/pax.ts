import { RefusedPackage } from './source-file.js';

const BROKEN = 'The archive has a broken extended header';
/** They say where a file lies and how long it is; readers differ in what they take from where. */
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
 * Checks the records of an extended header of a tar (POSIX pax: `<length> <key>=<value>\n`), because programs that unpack
 * differ in what they make of a broken one, and a package must be the same to all of them.
 * @param global Whether it holds for all files that follow; it may then say nothing about paths and sizes.
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
    // Some readers go by lines: a value must not hold what looks like a record.
    if (equals < 1 || seen.has(key) || RECORD_WITHIN.test(record)) throw new RefusedPackage(BROKEN);
    if (LEADING.has(key) && (global || record.includes('\n') || record.includes('\0')))
      throw new RefusedPackage(BROKEN);
    if (key.startsWith('GNU.sparse.')) throw new RefusedPackage('The archive holds a sparse file');
    seen.add(key);
    start += length;
  }
}
