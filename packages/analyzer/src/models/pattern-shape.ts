import { ALPHANUMERIC } from '../engine/values/characters.js';

/** The set of texts that a regular expression matches as a whole. */
export interface Shape {
  /** The ASCII characters in them. */
  readonly characters: ReadonlySet<string>;
  readonly first: ReadonlySet<string>;
  readonly last: ReadonlySet<string>;
  /** Whether two consecutive dots may occur. */
  readonly dots: boolean;
  /** Whether the text may be empty. */
  readonly empty: boolean;
}

const range = (from: string, to: string): string[] => {
  const all: string[] = [];
  for (let code = from.charCodeAt(0); code <= to.charCodeAt(0) && code < 128; code += 1)
    all.push(String.fromCharCode(code));
  return all;
};

const DIGITS = range('0', '9');
const WORD = [...ALPHANUMERIC, '_'];

const ESCAPES: Readonly<Record<string, readonly string[]>> = {
  d: DIGITS,
  w: WORD,
  s: [' ', '\t', '\n', '\r'],
  n: ['\n'],
  r: ['\r'],
  t: ['\t'],
};

/** Go's character classes, `[[:alnum:]]`. */
const CLASSES: ReadonlyMap<string, readonly string[]> = new Map([
  ['alnum', ALPHANUMERIC],
  ['alpha', [...range('a', 'z'), ...range('A', 'Z')]],
  ['digit', DIGITS],
  ['lower', range('a', 'z')],
  ['upper', range('A', 'Z')],
  ['word', WORD],
  ['xdigit', [...DIGITS, ...range('a', 'f'), ...range('A', 'F')]],
]);

/** Characters by their number, in the forms of all languages. */
const CODE =
  /^\\(?:u\{([\dA-Fa-f]+)\}|u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2})|x\{([\dA-Fa-f]+)\}|U([\dA-Fa-f]{8}))/u;
const MAX_ESCAPE = 24;
const PROPERTY = /^\\p\{(\w+)\}/u;
/** The ASCII characters of properties; letters of other scripts do no harm. */
const LETTERS = CLASSES.get('alpha') ?? [];
const PROPERTIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['L', LETTERS],
  ['Letter', LETTERS],
  ['Alphabetic', LETTERS],
  ['Ll', CLASSES.get('lower') ?? []],
  ['Lu', CLASSES.get('upper') ?? []],
  ['N', DIGITS],
  ['Nd', DIGITS],
  ['Number', DIGITS],
  ['M', ['\u0300']],
  ['Han', ['\u4e00']],
]);

const NONE: ReadonlySet<string> = new Set();
const NOTHING: Shape = { characters: NONE, first: NONE, last: NONE, dots: false, empty: true };

const union = (left: ReadonlySet<string>, right: ReadonlySet<string>): ReadonlySet<string> =>
  left.size === 0 ? right : right.size === 0 ? left : new Set([...left, ...right]);

const either = (left: Shape, right: Shape): Shape => ({
  characters: union(left.characters, right.characters),
  first: union(left.first, right.first),
  last: union(left.last, right.last),
  dots: left.dots || right.dots,
  empty: left.empty || right.empty,
});

const after = (left: Shape, right: Shape): Shape => ({
  characters: union(left.characters, right.characters),
  first: left.empty ? union(left.first, right.first) : left.first,
  last: right.empty ? union(left.last, right.last) : right.last,
  dots: left.dots || right.dots || (left.last.has('.') && right.first.has('.')),
  empty: left.empty && right.empty,
});

/** Thrown for unsupported syntax: nothing is then known about the pattern. */
class Unreadable extends Error {}

const QUANTIFIER = /^(?:[*+?]|\{(\d+)(,(\d*))?\})[?+]?/u;
/** `(`, `(?:`, `(?<name>`, `(?P<name>`. */
const GROUP = /^\((?:\?(?::|P?<\w+>))?(?!\?)/u;
const LOOK_AROUND = /^\(\?<?[=!]/u;
const NO_DOTS = '(?!.*\\.\\.)';

/** Parses a pattern from left to right. */
class Reader {
  private at = 0;
  /** Whether a lookahead excludes two consecutive dots. */
  noDots = false;

  constructor(
    private readonly pattern: string,
    private readonly ignoreCase: boolean,
  ) {}

  read(): Shape {
    const shape = this.alternatives();
    if (this.at < this.pattern.length) throw new Unreadable();
    return this.noDots ? { ...shape, dots: false } : shape;
  }

  private alternatives(): Shape {
    let shape = this.sequence();
    for (; this.pattern[this.at] === '|';) {
      this.at += 1;
      shape = either(shape, this.sequence());
    }
    return shape;
  }

  private sequence(): Shape {
    let shape = NOTHING;
    for (; this.at < this.pattern.length && this.pattern[this.at] !== '|' && this.pattern[this.at] !== ')';)
      shape = after(shape, this.repeated(this.piece()));
    return shape;
  }

  private repeated(shape: Shape): Shape {
    const match = QUANTIFIER.exec(this.pattern.slice(this.at, this.at + 20));
    if (!match) return shape;
    this.at += match[0].length;
    const character = match[0].charAt(0);
    const least = match[1] === undefined ? (character === '+' ? 1 : 0) : Number(match[1]);
    const isOnce = character === '?' || (match[1] === '1' && match[2] === undefined) || match[3] === '1';
    const dots = shape.dots || (!isOnce && shape.last.has('.') && shape.first.has('.'));
    return { ...shape, dots, empty: shape.empty || least === 0 };
  }

  private piece(): Shape {
    const character = this.pattern[this.at] ?? '';
    if (character === '(') return this.group();
    if (character === '.' || character === '^' || character === '$') throw new Unreadable();
    if (character === '\\') return this.one(this.escaped());
    if (character === '[') return this.one(this.bracket());
    this.at += 1;
    return this.one([character]);
  }

  private group(): Shape {
    const rest = this.pattern.slice(this.at, this.at + 80);
    if (LOOK_AROUND.test(rest)) return this.lookAround(rest.startsWith(NO_DOTS));
    const start = GROUP.exec(rest);
    if (!start) throw new Unreadable();
    this.at += start[0].length;
    const shape = this.alternatives();
    if (this.pattern[this.at] !== ')') throw new Unreadable();
    this.at += 1;
    return shape;
  }

  /** A lookaround matches no characters: it only restricts the match. */
  private lookAround(noDots: boolean): Shape {
    this.noDots ||= noDots && this.at === 0;
    let depth = 0;
    for (; this.at < this.pattern.length; this.at += 1) {
      const character = this.pattern[this.at];
      if (character === '\\') this.at += 1;
      else if (character === '[') throw new Unreadable();
      else if (character === '(') depth += 1;
      else if (character === ')') {
        depth -= 1;
        if (depth === 0) break;
      }
    }
    this.at += 1;
    return NOTHING;
  }

  private one(characters: readonly string[]): Shape {
    if (characters.length === 0) return NOTHING;
    const all = this.ignoreCase
      ? characters.flatMap((each) => [each, each.toLowerCase(), each.toUpperCase()])
      : characters;
    const set = new Set(all);
    return { characters: set, first: set, last: set, dots: false, empty: false };
  }

  private escaped(): readonly string[] {
    const written = this.escapeOfCharacter();
    if (written) return written;
    const character = this.pattern[this.at + 1];
    if (character === undefined || /[DWSpPuUx\d]/u.test(character)) throw new Unreadable();
    this.at += 2;
    return character === 'b' || character === 'B' ? [] : (ESCAPES[character] ?? [character]);
  }

  /** `\u4e00`, `\x2f`, `\u{1F600}`, `\p{L}`. */
  private escapeOfCharacter(): readonly string[] | undefined {
    const rest = this.pattern.slice(this.at, this.at + MAX_ESCAPE);
    const [whole, ...digits]: readonly (string | undefined)[] = CODE.exec(rest) ?? [];
    const property = whole === undefined ? PROPERTY.exec(rest) : undefined;
    const named = property && PROPERTIES.get(property[1] ?? '');
    if (whole === undefined && !named) return undefined;
    this.at += (whole ?? property?.[0] ?? '').length;
    const code = digits.find((each) => each !== undefined);
    return named ?? [String.fromCodePoint(Math.min(Number.parseInt(code ?? '0', 16), 0x10_ff_ff))];
  }

  /** A member of a character class: a character, an escape, a class. */
  private member(): readonly string[] {
    if (this.pattern.startsWith('[:', this.at)) {
      const end = this.pattern.indexOf(':]', this.at);
      const named = end < 0 ? undefined : CLASSES.get(this.pattern.slice(this.at + 2, end));
      if (!named) throw new Unreadable();
      this.at = end + 2;
      return named;
    }
    if (this.pattern[this.at] === '\\') return this.escaped();
    this.at += 1;
    return [this.pattern[this.at - 1] ?? ''];
  }

  private bracket(): readonly string[] {
    this.at += 1;
    if (this.pattern[this.at] === '^') throw new Unreadable();
    const characters: string[] = [];
    for (; this.at < this.pattern.length && this.pattern[this.at] !== ']';) {
      const from = this.member();
      const next = this.pattern[this.at + 1];
      if (this.pattern[this.at] === '-' && next !== undefined && next !== ']' && from.length === 1) {
        this.at += 1;
        characters.push(...range(from[0] ?? '', this.member()[0] ?? ''));
      } else characters.push(...from);
    }
    if (this.pattern[this.at] !== ']') throw new Unreadable();
    this.at += 1;
    return characters;
  }
}

/** The texts that a pattern without its anchors matches. Undefined when it uses unsupported syntax. */
export function shapeOf(pattern: string, ignoreCase: boolean): Shape | undefined {
  try {
    return new Reader(pattern, ignoreCase).read();
  } catch (error) {
    if (error instanceof Unreadable || error instanceof RangeError) return undefined;
    throw error;
  }
}
