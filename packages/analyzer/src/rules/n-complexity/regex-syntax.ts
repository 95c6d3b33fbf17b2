/** A set of characters as bits: one per ASCII character, and one for all others. */
export type Characters = bigint;

const OTHERS = 128;
const bit = (code: number): Characters => 1n << BigInt(Math.min(code, OTHERS));
const ALL: Characters = (1n << BigInt(OTHERS + 1)) - 1n;

/** The syntax tree of a regular expression, reduced to what matters for backtracking. */
export type Pattern =
  | { readonly kind: 'characters'; readonly set: Characters }
  | { readonly kind: 'sequence'; readonly parts: readonly Pattern[] }
  | { readonly kind: 'choice'; readonly branches: readonly Pattern[] }
  | { readonly kind: 'repeat'; readonly body: Pattern; readonly min: number; readonly max: number }
  /** A zero-width assertion, which may fail: an anchor, lookahead or lookbehind. */
  | { readonly kind: 'condition' }
  /** A group that is never backtracked into. */
  | { readonly kind: 'atomic'; readonly body: Pattern };

const EMPTY: Pattern = { kind: 'sequence', parts: [] };
const CONDITION: Pattern = { kind: 'condition' };

const range = (from: number, to: number): Characters => {
  let set = 0n;
  for (let code = from; code <= Math.min(to, OTHERS); code += 1) set |= bit(code);
  return set;
};
const of = (text: string): Characters =>
  Array.from(text, (character) => bit(character.charCodeAt(0))).reduce((set, each) => set | each, 0n);

const DIGITS = range(48, 57);
const WORD = DIGITS | range(65, 90) | range(97, 122) | of('_');
const SPACE = of(' \t\n\r\f\v');
const CLASSES: Readonly<Record<string, Characters>> = {
  d: DIGITS,
  D: ALL & ~DIGITS,
  w: WORD,
  W: ALL & ~WORD,
  s: SPACE,
  S: ALL & ~SPACE,
  n: of('\n'),
  r: of('\r'),
  t: of('\t'),
  f: of('\f'),
  v: of('\v'),
};

/** Unsupported or invalid syntax; such patterns are not judged. */
class Unreadable extends Error {}

/** Nesting limit; patterns written by people stay below it. */
const MAX_DEPTH = 40;

class Reader {
  private at = 0;
  private depth = 0;

  constructor(
    private readonly text: string,
    private readonly flags: string,
  ) {}

  read(): Pattern {
    const pattern = this.choice();
    if (this.at < this.text.length) throw new Unreadable();
    return pattern;
  }

  private get next(): string {
    return this.text[this.at] ?? '';
  }

  private take(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private choice(): Pattern {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new Unreadable();
    const branches = [this.sequence()];
    while (this.take('|')) branches.push(this.sequence());
    this.depth -= 1;
    const [only] = branches;
    return only && branches.length === 1 ? only : { kind: 'choice', branches };
  }

  private sequence(): Pattern {
    const parts: Pattern[] = [];
    while (this.at < this.text.length && this.next !== '|' && this.next !== ')')
      parts.push(this.quantified());
    const [only] = parts;
    return only && parts.length === 1 ? only : { kind: 'sequence', parts };
  }

  private quantified(): Pattern {
    let pattern = this.atom();
    for (;;) {
      const match = /^(?:[*+?]|\{(\d+)(?:(,)(\d*))?\})/u.exec(this.text.slice(this.at, this.at + 24));
      if (!match) return pattern;
      this.at += match[0].length;
      const [character, from, comma, to] = match;
      const min = character === '*' || character === '?' ? 0 : character === '+' ? 1 : Number(from);
      const open = character === '*' || character === '+' || (comma !== undefined && to === '');
      const max = open ? Infinity : character === '?' ? 1 : comma === undefined ? min : Number(to);
      pattern = { kind: 'repeat', body: pattern, min, max };
      if (this.take('+')) pattern = { kind: 'atomic', body: pattern };
      else this.take('?');
    }
  }

  private atom(): Pattern {
    const character = this.next;
    if (character === '(') return this.group();
    this.at += 1;
    if (character === '[') return { kind: 'characters', set: this.bracket() };
    if (character === '^' || character === '$') return CONDITION;
    if (character === '.')
      return { kind: 'characters', set: this.flags.includes('s') ? ALL : ALL & ~of('\n\r') };
    if (character === '\\') return this.escape();
    return { kind: 'characters', set: this.cased(bit(character.charCodeAt(0))) };
  }

  /** A group; lookarounds are zero-width. */
  private group(): Pattern {
    const head = /^\((?:\?(?:#[^)]*|[:>|]|<?[=!]|P?<\w+>|P=\w+|[a-zA-Z-]*:|[a-zA-Z-]+(?=\))))?/u.exec(
      this.text.slice(this.at),
    )?.[0];
    if (head === undefined) throw new Unreadable();
    this.at += head.length;
    const body = this.choice();
    if (!this.take(')')) throw new Unreadable();
    if (head === '(?>') return { kind: 'atomic', body };
    if (/^\(\?<?[=!]$/u.test(head)) return CONDITION;
    return head.startsWith('(?P=') || head.startsWith('(?#') ? EMPTY : body;
  }

  private escape(): Pattern {
    const character = this.next;
    this.at += 1;
    if (/[bBAzZGK]/u.test(character)) return CONDITION;
    // Backreferences: what they match is unknown.
    if (/[1-9]/u.test(character)) return CONDITION;
    return { kind: 'characters', set: this.escapeSet(character) };
  }

  private escapeSet(character: string): Characters {
    if (character === '') throw new Unreadable();
    const known = CLASSES[character];
    if (known !== undefined) return known;
    if (character === 'p' || character === 'P') {
      const property = /^\{[^}]*\}/u.exec(this.text.slice(this.at))?.[0];
      this.at += property?.length ?? 0;
      return character === 'p' ? WORD | bit(OTHERS) : ALL;
    }
    const code = /^(?:\{[0-9a-fA-F]+\}|[0-9a-fA-F]{2,4})/u.exec(this.text.slice(this.at))?.[0];
    if ((character === 'x' || character === 'u') && code !== undefined) {
      this.at += code.length;
      return bit(parseInt(code.replace(/[{}]/gu, ''), 16));
    }
    return this.cased(bit(character.charCodeAt(0)));
  }

  private cased(set: Characters): Characters {
    if (!this.flags.includes('i')) return set;
    const upper = (set >> 32n) & range(65, 90);
    const lower = (set << 32n) & range(97, 122);
    return set | upper | lower;
  }

  private bracket(): Characters {
    const negated = this.take('^');
    let set = 0n;
    for (let first = true; first || this.next !== ']'; first = false) {
      if (this.at >= this.text.length) throw new Unreadable();
      // JavaScript's `[]` is empty; in Python, `[]a]` contains a bracket.
      if (this.next === ']') break;
      const from = this.member();
      const to = this.text[this.at + 1];
      if (this.next === '-' && to !== undefined && to !== ']' && from.code !== undefined) {
        this.at += 1;
        const end = this.member();
        set |= end.code === undefined ? from.set | end.set : range(from.code, end.code);
      } else set |= from.set;
    }
    this.at += 1;
    set = this.cased(set);
    return negated ? ALL & ~set : set;
  }

  private member(): { readonly set: Characters; readonly code?: number } {
    const character = this.next;
    this.at += 1;
    if (character !== '\\') return { set: bit(character.charCodeAt(0)), code: character.charCodeAt(0) };
    const escaped = this.next;
    this.at += 1;
    if (escaped === 'b') return { set: bit(8), code: 8 };
    const set = this.escapeSet(escaped);
    return /[dDwWsSpP]/u.test(escaped) ? { set } : { set, code: escaped.charCodeAt(0) };
  }
}

/** Longer patterns are word lists. */
const MAX_LENGTH = 2000;

/** Parses a regular expression; undefined when that fails. */
export function readPattern(text: string, flags: string): Pattern | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    return new Reader(text, flags).read();
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}
