import type { Unfolded } from '../../source-files.js';
import { piecesOf } from './pieces.js';

/** Lines that are longer are broken, in characters. */
const LONG_LINE = 300;
/** After a comma, a line is broken once it has this many characters. */
const WIDTH = 100;

const SEMICOLON = 0x3b;
const BRACE = 0x7b;
const COMMA = 0x2c;
const BLANK = /[ \t]/u;

/** The range of a text, which has no line terminator, within one of its long lines. */
interface LongLine {
  readonly start: number;
  readonly end: number;
}

/** The lines of a text that are broken, in order. */
function* longLines(text: string): Generator<LongLine> {
  for (let start = 0; start <= text.length;) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    if (end - start > LONG_LINE) yield { start, end };
    start = end + 1;
  }
}

/** Where a script can be broken: after punctuation outside of its strings, comments and regular expressions. */
function breaksOf(text: string): number[] {
  const pieces = piecesOf(text);
  const breaks: number[] = [];
  let at = 0;
  for (const { start, end } of longLines(text)) {
    let from = start;
    for (let index = start; index < end; index += 1) {
      while ((pieces[at]?.end ?? Infinity) <= index) at += 1;
      const piece = pieces[at];
      if (piece && piece.start <= index) {
        index = Math.max(index, piece.end - 1);
        continue;
      }
      const character = text.charCodeAt(index);
      const isEnd = character === SEMICOLON || character === BRACE;
      if (!isEnd && !(character === COMMA && index - from >= WIDTH)) continue;
      // A rule looks for code that is far to the right of other code.
      if (index + 1 >= end || BLANK.test(text.charAt(index + 1))) continue;
      breaks.push(index + 1);
      from = index + 1;
    }
  }
  return breaks;
}

/**
 * Breaks the long lines of minified code after statements and opening braces, where a line break has no meaning. Rules then see
 * lines like those that people write, and each finding has a location of its own.
 */
export function unfold(text: string): Unfolded | undefined {
  // Lines that end with this alone would be counted differently.
  if (/\r(?!\n)/u.test(text)) return undefined;
  const breaks = breaksOf(text);
  if (breaks.length === 0) return undefined;
  const lines: string[] = [];
  let from = 0;
  for (const index of breaks) {
    lines.push(text.slice(from, index));
    from = index;
  }
  lines.push(text.slice(from));
  const positions = positionsOf(text, breaks);
  return {
    text: lines.join('\n'),
    originOf: (line, column = 1) => {
      const start = positions[Math.min(Math.max(line, 1), positions.length) - 1] ?? { line, column: 1 };
      return { line: start.line, column: start.column + column - 1 };
    },
  };
}

/** The position in the file of the start of each line of the unfolded text. */
function positionsOf(text: string, breaks: readonly number[]): { line: number; column: number }[] {
  const positions = [{ line: 1, column: 1 }];
  let [line, lineStart, next] = [1, 0, 0];
  for (let index = 0; index <= text.length;) {
    const found = text.indexOf('\n', index);
    const end = found === -1 ? text.length : found;
    for (let at = breaks[next]; at !== undefined && at <= end; at = breaks[next]) {
      positions.push({ line, column: at - lineStart + 1 });
      next += 1;
    }
    if (found === -1) break;
    [line, lineStart, index] = [line + 1, end + 1, end + 1];
    positions.push({ line, column: 1 });
  }
  return positions;
}
