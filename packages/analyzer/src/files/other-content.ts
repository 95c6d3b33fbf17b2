const PROBE = 1024;
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;
/** Letters and spaces, and then a character that no language allows outside of strings and comments. */
const NO_CODE = /^[\w$ \t-\r]*(?![\t-\r])\p{Cc}/u;
/** A comment in one of the first two lines that says how Python decodes the file. */
const DECLARED_ENCODING = /^(?:[^\n]*\n)?[^\n]*coding[:=]/;
/** XML and HTML; `<!--` begins a comment of JavaScript. */
const MARKUP = /^\s*<(?:\?xml\s|!doctype\s)/i;
/** Translations of Qt without the line that says that it is XML. */
const TRANSLATIONS = /^\s*<TS\s[^<>]*\bversion="/;
/** MPEG transport streams have a sync byte at the begin of each packet. */
const PACKET = 188;
const SYNC = 0x47;
const NO_PACKET_OF_CODE = /^G[^/"'`#\\<\p{Cc}]{0,2}(?![\t-\r])\p{Cc}/u;

const isTransportStream = (bytes: Uint8Array, start: string): boolean =>
  bytes.length > 2 * PACKET &&
  [0, PACKET, 2 * PACKET].every((at) => bytes[at] === SYNC) &&
  NO_PACKET_OF_CODE.test(start);

/**
 * Whether a file with the extension of source code is something else by its content: a companion file of macOS
 * (AppleDouble), a translation of Qt or a video in `.ts`, a program or picture. Its begin is an error in every language that
 * is analyzed, so that no program runs it; a name alone says nothing.
 * @param extension in lower case
 */
export function isOtherContent(extension: string, bytes: Uint8Array): boolean {
  const [first = 0x20] = bytes;
  // A first byte of most source files, for which the rest need not be looked at.
  if (first === 0x2f || first === 0x23 || first === 0x22 || first === 0x27) return false;
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PROBE))
    .toString('latin1')
    .replace(BYTE_ORDER_MARK, '');
  // Binary formats have a NUL early on. Without one, an odd character may be all that is wrong.
  if (NO_CODE.test(start)) return start.includes('\0') && !DECLARED_ENCODING.test(start);
  if (MARKUP.test(start) || (extension === 'ts' && TRANSLATIONS.test(start))) return true;
  return isTransportStream(bytes, start);
}
