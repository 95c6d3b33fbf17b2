import type { CallEvent } from '../../../engine/events.js';
import { pathsOf } from '../../../engine/values/value.js';
import { lastNameOf, nodesWithin } from '../../../ir/walk.js';
import names from './names.json' with { type: 'json' };

/** Functions that decode data into text or code. */
const DECODERS = new Set(names.obfuscation.decoders);
const DECODED =
  /(?:^|\.)(?:atob|b64decode|urlsafe_b64decode|decodebytes|b32decode|b85decode|a85decode|decompress|unhexlify|a2b_hex|a2b_base64|fromhex|fromCharCode|fromCodePoint|unescape|inflateSync|inflateRawSync|gunzipSync|brotliDecompressSync|unzipSync|decrypt)\(\)|^Buffer\.from\(\)\.toString|codecs\.decode\(\)/u;

/** Whether a call runs code that it decodes in place: base64, hex, compressed, encrypted, built from numbers. */
export function runsDecoded({ node, arguments: { positional } }: CallEvent): boolean {
  if (positional.some((value) => pathsOf(value).some((path) => DECODED.test(path)))) return true;
  for (const { value } of node.arguments.slice(0, 3))
    for (const each of nodesWithin(value, false)) {
      if (each.kind !== 'call') continue;
      const name = lastNameOf(each.callee);
      if (DECODERS.has(name)) return true;
      if (
        name === 'from' &&
        each.callee.kind === 'member' &&
        lastNameOf(each.callee.object) === 'Buffer' &&
        each.arguments.length > 1
      )
        return true;
      // `"".join(chr(c) for c in codes)`
      if (
        name === 'chr' ||
        (name === 'decode' && /rot|hex|zlib|base64/u.test(constantText(each.arguments[0]?.value)))
      )
        return true;
    }
  return false;
}

const constantText = (expression: unknown): string =>
  typeof expression === 'object' && expression !== null && 'value' in expression
    ? String(expression.value)
    : '';

/** A technique that makes source text unreadable. */
interface Obfuscation {
  readonly kind:
    | 'names of an obfuscator'
    | 'letters as escapes'
    | 'code of brackets alone'
    | 'packed code'
    | 'code far to the right';
  readonly line: number;
}

const OBFUSCATED_NAME = /\b_0x[0-9a-f]{4,8}\b/gu;
const MIN_NAMES = 40;
const ESCAPED = /(?:\\x[0-9a-fA-F]{2}|\\u00[0-9a-fA-F]{2}){40,}/gu;
const PACKED = /\beval\(function\(p,\s*a,\s*c,\s*k,\s*e,\s*[dr]\)/u;
const BRACKETS = /^[[\]()!+{}\s;]{400,}$/u;
const FAR = /\S[ \t]{160,}([^\s/*#][^]*)$/u;
const MAX_BEFORE = 5000;
const HARM =
  /\b(?:eval|exec|require|import|Function|fetch|atob|spawn|system|popen|urlopen|subprocess|globalThis|process)\b/u;

/** Whether escapes encode printable letters; tables of bytes do not. */
function hidesLetters(escaped: string): boolean {
  const codes = escaped.match(/[0-9a-fA-F]{2}(?=\\|$)/gu) ?? [];
  const printable = codes.filter((code) => {
    const number = Number.parseInt(code, 16);
    return number >= 0x20 && number < 0x7f;
  });
  return codes.length > 0 && printable.length * 10 >= codes.length * 9;
}

function countOf(text: string, pattern: RegExp, limit: number): number {
  let count = 0;
  for (const _ of text.matchAll(pattern)) if ((count += 1) >= limit) break;
  return count;
}

/** How a source text is obfuscated, if it is. Minified code stays readable and does not count. */
export function obfuscationOf(text: string, lines: readonly string[]): Obfuscation | undefined {
  const at = (kind: Obfuscation['kind'], test: (line: string) => boolean): Obfuscation => ({
    kind,
    line: Math.max(0, lines.findIndex(test)) + 1,
  });
  if (text.includes('_0x') && countOf(text, OBFUSCATED_NAME, MIN_NAMES) >= MIN_NAMES)
    return at('names of an obfuscator', (line) => line.includes('_0x'));
  if (text.includes('eval(function(p') && PACKED.test(text))
    return at('packed code', (line) => PACKED.test(line));
  if (text.includes('\\x') || text.includes('\\u00'))
    for (const [escaped] of text.matchAll(ESCAPED))
      if (hidesLetters(escaped)) return at('letters as escapes', (line) => line.includes(escaped));
  if (text.includes('![]')) {
    const brackets = lines.findIndex((line) => BRACKETS.test(line));
    if (brackets >= 0) return { kind: 'code of brackets alone', line: brackets + 1 };
  }
  // All lines of a package pass here: a plain loop allocates nothing.
  for (let position = 0; position < lines.length; position += 1) {
    const line = lines[position] ?? '';
    if (line.length < 200) continue;
    const far = FAR.exec(line);
    // Longer lines are bundles, in which such whitespace is data.
    if (far && far.index < MAX_BEFORE && HARM.test(far[1] ?? ''))
      return { kind: 'code far to the right', line: position + 1 };
  }
  return undefined;
}
