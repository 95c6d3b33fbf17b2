const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

/** Byte escapes are matched in runs, because several bytes can form one character. */
const ESCAPE = /(?:\\x[0-9a-fA-F]{2}|\\[0-7]{3})+|\\u[0-9a-fA-F]{4}|\\U[0-9a-fA-F]{8}|\\[^]/g;
const BYTE = /\\x([0-9a-fA-F]{2})|\\([0-7]{3})/g;
const BYTE_RUNE = /^\\(?:x([0-9a-fA-F]{2})|([0-7]{3}))$/;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function characterOf(codePoint: number): string {
  const valid = codePoint <= 0x10ffff && (codePoint < 0xd800 || codePoint > 0xdfff);
  return valid ? String.fromCodePoint(codePoint) : '\ufffd';
}

function byteOf(hex: string | undefined, octal: string | undefined): number {
  return (hex === undefined ? Number.parseInt(octal ?? '0', 8) : Number.parseInt(hex, 16)) & 0xff;
}

/** Go's strings are bytes: valid UTF-8 is decoded as such, other bytes become the characters with their numbers. */
function textOfBytes(escapes: string): string {
  const bytes = Array.from(escapes.matchAll(BYTE), ([, hex, octal]) => byteOf(hex, octal));
  try {
    return utf8.decode(Uint8Array.from(bytes));
  } catch {
    return bytes.map((byte) => String.fromCharCode(byte)).join('');
  }
}

function unescape(escape: string): string {
  const character = escape.charAt(1);
  if (escape.length > 2)
    return character === 'u' || character === 'U'
      ? characterOf(Number.parseInt(escape.slice(2), 16))
      : textOfBytes(escape);
  return SIMPLE_ESCAPES.get(character) ?? escape.slice(1);
}

/** The text between the quotes; the closing quote is missing in truncated source. */
function withoutQuotes(literal: string): string {
  const closed = literal.length > 1 && literal.endsWith(literal.charAt(0));
  return literal.slice(1, closed ? -1 : undefined);
}

/** The text of `"…"`. */
export function textOf(literal: string): string {
  const text = withoutQuotes(literal);
  return text.includes('\\') ? text.replace(ESCAPE, unescape) : text;
}

/** The text of a raw string, in which Go ignores carriage returns. */
export function rawTextOf(literal: string): string {
  return withoutQuotes(literal).replaceAll('\r', '');
}

/** The character of `'…'`. Unlike in a string, `\xff` is a character and not a byte. */
export function characterOfRune(literal: string): string {
  const text = withoutQuotes(literal);
  const byte = BYTE_RUNE.exec(text);
  return byte ? String.fromCharCode(byteOf(byte[1], byte[2])) : text.replace(ESCAPE, unescape);
}

function hexFloat(digits: string): number {
  const [mantissa = '', exponent = '0'] = digits.slice(2).split('p');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return Number.parseInt(whole + fraction, 16) * 2 ** (Number(exponent) - 4 * fraction.length);
}

/** The value of a number in any of Go's notations; for an imaginary number, its factor. */
export function numberOf(literal: string): number {
  const digits = literal.toLowerCase().replaceAll('_', '').replace(/i$/, '');
  if (digits.startsWith('0x')) return digits.includes('p') ? hexFloat(digits) : Number(digits);
  return /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
}
