import { PythonTokens, valueOf, type Token } from '../python-tokens.js';

/** A token of `setup.py`, and the line on which it ends. */
interface LocatedToken extends Token {
  readonly line: number;
}

/** A string of the program. */
export interface Literal {
  readonly text: string;
  readonly line: number;
}

/** The strings in the value of an argument, as far as it shows them. */
export interface Strings {
  readonly items: readonly Literal[];
  /** Other strings in it: names of files, perhaps, that a function reads. */
  readonly others: readonly Literal[];
  /** Whether a part of it is computed. */
  readonly isComputed: boolean;
}

const NOTHING: Strings = { items: [], others: [], isComputed: false };
const COMPUTED: Strings = { items: [], others: [], isComputed: true };
/** The number of variables that are looked up for an argument, and of values that are read for each name. */
const MAX_VARIABLES = 16;
const MAX_VALUES = 20;
/** More than any such program has; the rest of a larger one is not read. */
const MAX_TOKENS = 200_000;

const OPENING = new Set(['(', '[', '{']);
const CLOSING = new Set([')', ']', '}']);

function tokensOf(text: string): LocatedToken[] {
  const tokens = new PythonTokens(text);
  const found: LocatedToken[] = [];
  let [line, from] = [1, 0];
  for (let token = tokens.next(); token && found.length < MAX_TOKENS; token = tokens.next()) {
    // The end of a line belongs to the line that it ends.
    const end = token.kind === 'end' ? tokens.end - 1 : tokens.end;
    for (; from < end; from += 1)
      if (text[from] === '\n' || (text[from] === '\r' && text[from + 1] !== '\n')) line += 1;
    found.push({ ...token, line });
  }
  return found;
}

/** The arguments of `setup` in a program, which is not run: literals, and variables that have them. */
export class SetupArguments {
  private readonly tokens: readonly LocatedToken[];
  /** The variables that were looked up for the current argument. */
  private followed = new Set<string>();

  constructor(text: string) {
    this.tokens = tokensOf(text);
  }

  private is(index: number, mark: string): boolean {
    const token = this.tokens[index];
    return token?.kind === 'mark' && token.text === mark;
  }

  /** The first value of an argument `name=…`, or of a key `"name": …`, as a string. */
  text(name: string): string | undefined {
    const [start] = this.valuesOf(name);
    if (start === undefined) return undefined;
    const token = this.tokens[start];
    return token && isPlain(token) && this.endsValue(start + 1) ? valueOf(token) : undefined;
  }

  /** The strings in the lists that an argument has as its values. */
  list(name: string): Strings {
    return this.values(name, false);
  }

  /** The strings in the lists of a dictionary that an argument has as its value. */
  listsIn(name: string): Strings {
    return this.values(name, true);
  }

  /** The entries of a dictionary of strings that an argument has as its value: `package_dir={"": "source"}`. */
  entries(name: string): ReadonlyMap<string, string> {
    const found = new Map<string, string>();
    const [start] = this.valuesOf(name);
    if (start === undefined || !this.is(start, '{')) return found;
    for (let at = this.skipEnds(start + 1); at < this.tokens.length; at = this.skipEnds(at + 1)) {
      const [key, value] = [this.tokens[at], this.tokens[at + 2]];
      if (!key || !value || !isPlain(key) || !this.is(at + 1, ':') || !isPlain(value)) break;
      found.set(valueOf(key), valueOf(value));
      at = this.skipEnds(at + 3);
      if (!this.is(at, ',')) break;
    }
    return found;
  }

  /** All whole strings of the program. */
  strings(): readonly Literal[] {
    return this.tokens.filter(isPlain).map((token) => ({ text: valueOf(token), line: token.line }));
  }

  private values(name: string, isDictionary: boolean): Strings {
    this.followed = new Set();
    return joined(this.valuesOf(name).map((start) => this.read(start, isDictionary)));
  }

  /** Where the values of an argument or key of that name start. */
  private valuesOf(name: string): number[] {
    const found: number[] = [];
    for (const [index, token] of this.tokens.entries()) {
      const isName = token.kind === 'name' && token.text === name && this.is(index + 1, '=');
      const isKey = isPlain(token) && token.text === name && this.is(index + 1, ':');
      const isItem =
        isPlain(token) && token.text === name && this.is(index + 1, ']') && this.is(index + 2, '=');
      const start = index + (isItem ? 3 : 2);
      // A comparison has two of them.
      if ((isName || isKey || isItem) && !this.is(start, '=')) found.push(this.skipEnds(start));
      if (found.length === MAX_VALUES) break;
    }
    return found;
  }

  private skipEnds(start: number): number {
    let at = start;
    while (this.tokens[at]?.kind === 'end') at += 1;
    return at;
  }

  private endsValue(index: number): boolean {
    const token = this.tokens[this.skipEnds(index)];
    return (
      token === undefined ||
      this.tokens[index]?.kind === 'end' ||
      [',', ')', '}'].some((mark) => this.is(index, mark))
    );
  }

  /**
   * Reads a value from a token on.
   * @param isDictionary whether the value is a dictionary of lists
   */
  private read(start: number, isDictionary: boolean): Strings {
    const token = this.tokens[start];
    if (token === undefined) return NOTHING;
    if (token.kind === 'name' && this.endsValue(start + 1))
      return token.text === 'None' ? NOTHING : this.variable(token.text, isDictionary);
    if (!['[', '(', '{'].some((mark) => this.is(start, mark))) return this.expression(start);
    return this.brackets(start, isDictionary || this.is(start, '{'));
  }

  /** The strings that an expression contains in brackets of its own, of which it is made in a way that is not known. */
  private expression(start: number): Strings {
    const others: Literal[] = [];
    let depth = 0;
    for (let at = start; at < this.tokens.length; at += 1) {
      const token = this.tokens[at];
      if (token === undefined || (depth === 0 && (token.kind === 'end' || this.is(at, ',')))) break;
      if (token.kind === 'mark' && OPENING.has(token.text)) depth += 1;
      if (token.kind === 'mark' && CLOSING.has(token.text) && (depth -= 1) < 0) break;
      if (isPlain(token)) others.push({ text: valueOf(token), line: token.line });
    }
    return { items: [], others, isComputed: true };
  }

  /** The strings in brackets: items, or those of the lists that are the values of a dictionary. */
  private brackets(start: number, isDictionary: boolean): Strings {
    const items: Literal[] = [];
    const others: Literal[] = [];
    let isComputed = false;
    let depth = 0;
    let at = start;
    for (; at < this.tokens.length; at += 1) {
      const token = this.tokens[at];
      if (token === undefined) break;
      if (token.kind === 'end') continue;
      if (token.kind === 'mark' && OPENING.has(token.text)) depth += 1;
      else if (token.kind === 'mark' && CLOSING.has(token.text)) {
        depth -= 1;
        if (depth <= 0) break;
      } else if (isPlain(token)) {
        const literal = { text: valueOf(token), line: token.line };
        const isAlone = this.isItem(at);
        if (isAlone && depth === (isDictionary ? 2 : 1)) items.push(literal);
        else if (!(isDictionary && depth === 1)) {
          others.push(literal);
          isComputed = true;
        }
      } else if (!(token.kind === 'mark' && (token.text === ',' || (token.text === ':' && isDictionary))))
        isComputed = true;
    }
    // `[…] + more`, `[…][1:]`: what else it is made of is not known.
    return { items, others, isComputed: isComputed || !this.endsValue(at + 1) };
  }

  /** Whether a string is an item by itself: not a part of an expression. */
  private isItem(index: number): boolean {
    let before = index - 1;
    while (this.tokens[before]?.kind === 'end') before -= 1;
    const after = this.skipEnds(index + 1);
    const isBefore = ['[', '(', '{', ','].some((mark) => this.is(before, mark));
    return isBefore && [',', ']', ')', '}'].some((mark) => this.is(after, mark));
  }

  /** What is assigned to a variable, wherever that is. */
  private variable(name: string, isDictionary: boolean): Strings {
    if (this.followed.has(name)) return NOTHING;
    if (this.followed.size >= MAX_VARIABLES) return COMPUTED;
    this.followed.add(name);
    const starts = this.tokens.flatMap((token, index) => {
      if (token.kind !== 'name' || token.text !== name || this.is(index - 1, '.')) return [];
      const isAssigned = this.is(index + 1, '=') && !this.is(index + 2, '=');
      const isExtended = this.is(index + 1, '+') && this.is(index + 2, '=');
      return isAssigned ? [index + 2] : isExtended ? [index + 3] : [];
    });
    if (starts.length === 0 || starts.length > MAX_VALUES) return COMPUTED;
    return joined(starts.map((start) => this.read(this.skipEnds(start), isDictionary)));
  }
}

const isPlain = (token: Token | undefined): boolean =>
  token?.kind === 'string' && token.isFirst === true && token.isWhole === true;

const joined = (all: readonly Strings[]): Strings => ({
  items: all.flatMap(({ items }) => items),
  others: all.flatMap(({ others }) => others),
  isComputed: all.some(({ isComputed }) => isComputed),
});
