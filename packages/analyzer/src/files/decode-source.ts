import { megabytes } from './limits.js';

/** A JavaScript string has at most 512 MB, and no file written by hand comes near this. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface DecodedSource {
  readonly text: string;
  /** The problem with its encoding, as the report shows it. The text then contains what could be decoded. */
  readonly problem?: string;
}

function decode(bytes: Uint8Array, declared: string | undefined): DecodedSource {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes) };
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes) };
  if (declared === 'latin1') return { text: Buffer.from(bytes).toString('latin1') };
  if (declared !== undefined) return decodeAs(bytes, declared);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { text: new TextDecoder('utf-8').decode(bytes), problem: 'is not valid UTF-8' };
  }
}

/** Decodes a file that says what its encoding is. */
function decodeAs(bytes: Uint8Array, declared: string): DecodedSource {
  try {
    return { text: new TextDecoder(declared, { fatal: true }).decode(bytes) };
  } catch {
    return { text: new TextDecoder('utf-8').decode(bytes), problem: `is not valid ${declared}` };
  }
}

/**
 * Decodes a file: UTF-8, or UTF-16 with a byte order mark, which is removed. Invalid bytes become U+FFFD.
 * @param declared the encoding that the file declares, as decoders name it
 */
export function decodeSource(bytes: Uint8Array, declared?: string): DecodedSource {
  if (bytes.length <= MAX_BYTES) return decode(bytes, declared);
  const { text } = decode(bytes.subarray(0, MAX_BYTES), declared);
  return { text, problem: `is larger than ${megabytes(MAX_BYTES)}: only its beginning was read` };
}
