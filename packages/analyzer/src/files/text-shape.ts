const PROBE_LENGTH = 8192;
/** Lines written by hand are shorter. */
const LONG_LINE = 1000;
const LONG_AVERAGE = 500;
/** In smaller files, a long line is a matter of style, not the output of a tool. */
const MIN_MINIFIED = 5000;
const SLASH = 0x2f;
const SOURCE_MAP = Buffer.from('//# sourceMappingURL=');

/** Whether bytes are binary, by their beginning: a NUL without a UTF-16 byte order mark, or many control characters. */
export function isBinary(bytes: Uint8Array): boolean {
  const probe = bytes.subarray(0, PROBE_LENGTH);
  const [first, second] = probe;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return false;
  if (probe.includes(0)) return true;
  const controls = probe.filter(
    (byte) => byte < 0x20 && !(byte >= 0x07 && byte <= 0x0d) && byte !== 0x1b,
  ).length;
  return controls * 10 > probe.length;
}

/** The number of brackets and semicolons in a line: many in code, few in a data string. */
function punctuationIn(line: Uint8Array): number {
  let count = 0;
  for (const byte of line) if (byte === 0x28 || byte === 0x29 || byte === 0x3b) count += 1;
  return count;
}

/**
 * Whether a script is minified: most of it is in very long lines of code. Long data in a string (an image, a page) does not
 * count.
 */
export function isMinified(bytes: Uint8Array): boolean {
  if (bytes.length < MIN_MINIFIED) return false;
  let [lines, total, long, punctuation] = [0, 0, 0, 0];
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(0x0a, start);
    const end = found === -1 ? bytes.length : found;
    const from = start;
    start = end + 1;
    if (bytes[from] === SLASH && SOURCE_MAP.equals(bytes.subarray(from, from + SOURCE_MAP.length))) continue;
    lines += 1;
    total += end - from;
    if (end - from <= LONG_LINE) continue;
    long += end - from;
    punctuation += punctuationIn(bytes.subarray(from, end));
  }
  const mostlyLong = long * 2 > total && punctuation * 50 > long;
  return total >= MIN_MINIFIED && (mostlyLong || (long === 0 && total > lines * LONG_AVERAGE));
}
