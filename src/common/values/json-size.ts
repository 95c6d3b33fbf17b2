const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPENING = new Set([0x5b, 0x7b]);

/**
 * Whether JSON text holds at most about `max` values, told from its bytes before anything is made of them: an empty
 * object takes two bytes to send and fifty times that to hold. Counts commas and opening brackets outside of strings.
 */
export function hasAtMostValues(json: Uint8Array, max: number): boolean {
  let count = 1;
  let inString = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] ?? 0;
    if (inString) {
      if (byte === BACKSLASH) index += 1;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) {
      inString = true;
    } else if (byte === COMMA || OPENING.has(byte)) {
      count += 1;
      if (count > max) return false;
    }
  }
  return true;
}
