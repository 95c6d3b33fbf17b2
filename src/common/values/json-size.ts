const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

// Member names that can be shown in an error without quoting data of the body.
const MEMBER_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,39}$/;

/**
 * Whether JSON text has at most about `max` values, determined from its bytes before parsing: an empty object takes two
 * bytes as JSON and a hundred in memory. Counts commas and opening brackets outside of strings.
 */
export const hasAtMostValues = (json: Uint8Array, max: number): boolean =>
  positionOver(json, max) === undefined;

/** Location in a JSON text of the first value over the limit. */
export interface JsonLocation {
  /** Member of the outermost object; undefined outside of it, or if the member has no simple name. */
  readonly member: string | undefined;
  /** Number of enclosing arrays and objects. */
  readonly depth: number;
}

/** Location of the value that exceeds `max` values; undefined if there is none. */
export function locationOver(json: Uint8Array, max: number): JsonLocation | undefined {
  const end = positionOver(json, max);
  return end === undefined ? undefined : locationOf(json, end);
}

/** Index of the byte at which the number of values exceeds `max`. */
function positionOver(json: Uint8Array, max: number): number | undefined {
  let count = 1;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] ?? 0;
    if (byte === QUOTE) {
      index = endOfString(json, index);
    } else if (byte === COMMA || OPENING.has(byte)) {
      count += 1;
      if (count > max) return index;
    }
  }
  return undefined;
}

function locationOf(json: Uint8Array, end: number): JsonLocation {
  let depth = 0;
  let text: Uint8Array = json.subarray(0, 0);
  let member: string | undefined;
  for (let index = 0; index < end; index += 1) {
    const byte = json[index] ?? 0;
    if (byte === QUOTE) {
      const close = endOfString(json, index);
      if (depth === 1) text = json.subarray(index + 1, close);
      index = close;
    } else if (OPENING.has(byte)) {
      depth += 1;
    } else if (CLOSING.has(byte)) {
      depth -= 1;
    } else if (byte === COLON && depth === 1) {
      member = Buffer.from(text.subarray(0, 64)).toString('latin1');
    }
  }
  return { member: member !== undefined && MEMBER_NAME.test(member) ? member : undefined, depth };
}

/** Index of the closing quote of the string that starts at `start`; the end of the text if it is unterminated. */
function endOfString(json: Uint8Array, start: number): number {
  for (let end = json.indexOf(QUOTE, start + 1); end !== -1; end = json.indexOf(QUOTE, end + 1)) {
    let slashes = 0;
    while (json[end - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}
