import { escapedText } from '@mcp-hub/analyzer/texts';
import type { Region } from '../server-entry.js';
import { UnreadableConfiguration } from '../unreadable-configuration.js';
import type { Member, Span, Value } from './values.js';

const MAX_SHOWN = 100;
const MAX_FILE_SHOWN = 300;

/** A text of a file for a message. */
export const quoted = (text: string): string =>
  `"${escapedText(text, MAX_SHOWN).replaceAll('"', String.raw`\"`)}"`;

/** The name of a file for a message. */
export const shownFile = (file: string): string => escapedText(file, MAX_FILE_SHOWN);

/** Converts offsets of a text to lines and columns. */
class Lines {
  /** The offset of each line. */
  private readonly starts: number[] = [0];

  constructor(text: string) {
    for (const { index, 0: end } of text.matchAll(/\r\n|\r|\n/g)) this.starts.push(index + end.length);
  }

  private at(offset: number): { readonly line: number; readonly column: number } {
    let [low, high] = [0, this.starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - (this.starts[low] ?? 0) + 1 };
  }

  region({ offset, length }: Span): Region {
    const [start, end] = [this.at(offset), this.at(offset + length)];
    return {
      startLine: start.line,
      startColumn: start.column,
      endLine: end.line,
      endColumn: end.line === start.line ? Math.max(end.column, start.column + 1) : end.column,
    };
  }
}

/** The places of a text, for positions and for errors. Messages have nothing of the text but names of keys. */
export class Places {
  private readonly lines: Lines;

  constructor(
    private readonly file: string,
    text: string,
  ) {
    this.lines = new Lines(text);
  }

  region(span: Span): Region {
    return this.lines.region(span);
  }

  failure(span: Span, problem: string): UnreadableConfiguration {
    const { startLine, startColumn } = this.region(span);
    return new UnreadableConfiguration(`${shownFile(this.file)}:${startLine}:${startColumn}`, problem);
  }
}

/** A document with positions. Names that occur twice in an object are refused: programs differ in which one counts. */
export class ConfigurationDocument {
  constructor(
    private readonly places: Places,
    readonly root: Value,
  ) {}

  /** The location of a value or a member. */
  region(span: Span): Region {
    return this.places.region(span);
  }

  /** @throws UnreadableConfiguration for a value that is no object, or has a name twice */
  members(value: Value, what: string): ReadonlyMap<string, Member> {
    if (value.kind !== 'object') throw this.failureAt(value, `${what} must be an object`);
    const members = new Map<string, Member>();
    for (const member of value.members) {
      if (members.has(member.name))
        throw this.failureAt(member.key, `${what} has the key ${quoted(member.name)} twice`);
      members.set(member.name, member);
    }
    return members;
  }

  /** An error at a value. */
  failureAt(span: Span, problem: string): UnreadableConfiguration {
    return this.places.failure(span, problem);
  }
}

/** Line ends that only some programs know: a carriage return alone, U+0085, U+2028 and U+2029. */
const UNEVEN_LINE_END = /\r(?!\n)|[\u0085\u2028\u2029]/;

/** Programs differ in which characters end a line, and so a comment. @throws UnreadableConfiguration */
export function refuseUnevenLineEnds(places: Places, text: string): void {
  const at = text.search(UNEVEN_LINE_END);
  if (at >= 0)
    throw places.failure(
      { offset: at, length: 1 },
      'has a line end that programs read differently: a carriage return alone, U+0085, U+2028 or U+2029',
    );
}
