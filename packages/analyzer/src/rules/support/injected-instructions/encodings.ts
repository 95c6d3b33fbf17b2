import { Buffer } from 'node:buffer';
import { base64Runs } from './base64-runs.js';

/** A part of a text that decodes to another one. */
export interface Encoded {
  /** The part as it is written. */
  readonly blob: string;
  readonly index: number;
  /** What it decodes to. */
  readonly text: string;
}

/** Longer parts are read in pieces, because the stack of the pattern matcher grows with them. */
const MAX_UNITS = 20_000;
const ESCAPES = `(?:\\\\x[0-9a-fA-F]{2}){12,${MAX_UNITS}}|(?:\\\\u00[0-9a-fA-F]{2}){12,${MAX_UNITS}}|(?:%[0-9a-fA-F]{2}){12,${MAX_UNITS}}|(?:&#(?:x[0-9a-fA-F]{1,5}|\\d{1,6});){8,${MAX_UNITS}}`;
/** Bytes with something between them: `5b 61 64`, `0x5b, 0x61`, `5b:61:64`, `01011011 01100001`, `91 97 100`. */
const BETWEEN = '[\\s,;:|_.-]{1,3}';
const SEPARATED = [
  `\\b[01]{8}(?:(?:${BETWEEN})?[01]{8}){11,${MAX_UNITS}}\\b`,
  `\\b\\d{2,3}(?:${BETWEEN}\\d{2,3}){15,${MAX_UNITS}}\\b`,
  `(?:\\b0x|\\\\x|\\b)[0-9a-fA-F]{2}(?:${BETWEEN}(?:0x|\\\\x)?[0-9a-fA-F]{2}){11,${MAX_UNITS}}\\b`,
].join('|');
const UNITS = new RegExp(`${SEPARATED}|${ESCAPES}`, 'gu');
const HEX = /^(?:[0-9a-fA-F]{2}){16,}$/u;
const BITS = /^[01]{8}(?:[\s,;:|_.-]{0,3}[01]{8})+$/u;
const DECIMALS = /^\d{2,3}(?:[\s,;:|_.-]{1,3}\d{2,3})+$/u;
const BYTES = /^(?:0x|\\x)?[0-9a-fA-F]{2}(?:[\s,;:|_.-]{1,3}(?:0x|\\x)?[0-9a-fA-F]{2})+$/u;
const MAX_ENCODED = 500;

const fromCodes = (codes: readonly number[]): string =>
  codes.map((code) => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')).join('');
const fromHex = (digits: string): string => Buffer.from(digits, 'hex').toString('utf8');
const numbersIn = (blob: string, base: number): readonly number[] =>
  (blob.match(base === 2 ? /[01]{8}/gu : /\d+/gu) ?? []).map((digits) => Number.parseInt(digits, base));

/** The readings of an encoded part: digits in groups may be decimal or hexadecimal. */
function* readingsOf(blob: string): Generator<string> {
  if (blob.startsWith('&#')) {
    const codes = blob.match(/x?[0-9a-fA-F]+/gu) ?? [];
    yield fromCodes(
      codes.map((code) =>
        code.startsWith('x') ? Number.parseInt(code.slice(1), 16) : Number.parseInt(code, 10),
      ),
    );
  } else if (BITS.test(blob)) yield fromCodes(numbersIn(blob, 2));
  else if (blob.startsWith('%') || /^\\(?:x|u00)[0-9a-fA-F]{2}\\/u.test(blob))
    yield fromHex(blob.replaceAll(/\\u00|\\x|%/gu, ''));
  else if (BYTES.test(blob) || DECIMALS.test(blob)) {
    if (DECIMALS.test(blob)) yield fromCodes(numbersIn(blob, 10));
    if (BYTES.test(blob)) yield fromHex(blob.replaceAll(/0x|\\x|[^0-9a-fA-F]/gu, ''));
  } else yield Buffer.from(blob, HEX.test(blob) ? 'hex' : 'base64').toString('utf8');
}

/** Whether a text is prose rather than data: words separated by spaces, all characters printable. */
export function isProse(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- Control characters show that it is data.
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffd]/u.test(text)) return false;
  const found = text.match(/(?<![\p{L}\p{N}])\p{L}{2,}(?![\p{L}\p{N}])/gu);
  const spaces = text.match(/\s+/gu)?.length ?? 0;
  return found !== null && found.length > 2 && spaces > 2 && found.join('').length * 2 > text.length;
}

/** Frequent words, by which a text is known to be English. */
const FREQUENT = /\b(?:the|you|this|that|and|with|user|must|read|send|file|tool|all|before|always|not)\b/gu;
const MIN_FREQUENT = 4;

const frequentIn = (text: string): number => new Set(text.toLowerCase().match(FREQUENT)).size;

const rotated = (text: string): string =>
  text.replaceAll(/[a-z]/giu, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
const reversed = (text: string): string => Array.from(text).reverse().join('');

/** Texts that are readable once letters are rotated by 13, or read backwards. */
function* transposed(text: string): Generator<Encoded> {
  for (const decode of [rotated, reversed]) {
    const plain = decode(text);
    if (frequentIn(plain) < MIN_FREQUENT) continue;
    const [first] = plain.toLowerCase().matchAll(FREQUENT);
    const at = first?.index ?? 0;
    const index = decode === rotated ? at : Math.max(0, text.length - at - 40);
    yield { blob: text.slice(index, index + 40), index, text: plain };
  }
}

type Written = Omit<Encoded, 'text'>;

function* writtenInUnits(text: string): Generator<Written> {
  for (const { 0: blob, index } of text.matchAll(UNITS)) yield { blob, index };
}

function take(parts: Generator<Written>, count: number): Written[] {
  const taken: Written[] = [];
  for (const part of parts) if (taken.push(part) === count) break;
  return taken;
}

/** The encoded parts of a text that decode to prose, in its order. */
export function* encodedIn(text: string): Generator<Encoded> {
  const units = take(writtenInUnits(text), MAX_ENCODED);
  const inUnits = new Set(units);
  const written = [...units, ...take(base64Runs(text), MAX_ENCODED)].sort(
    (one, other) => one.index - other.index,
  );
  let end = 0;
  let count = 0;
  for (const part of written) {
    const { blob, index } = part;
    // A run of base64 that begins inside separated or escaped bytes is a part of them.
    if (inUnits.has(part)) end = index + blob.length;
    else if (index < end) continue;
    if ((count += 1) > MAX_ENCODED) return;
    const plain = [...readingsOf(blob)].find(isProse);
    if (plain !== undefined) yield { blob, index, text: plain };
  }
}

/** The encoded parts of a description that decode to prose; rotated and reversed texts as well. */
export function* decodedIn(text: string): Generator<Encoded> {
  yield* encodedIn(text);
  yield* transposed(text);
}
