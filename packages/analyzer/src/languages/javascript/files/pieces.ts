import names from './names.json' with { type: 'json' };

/** A part of a script that is not code: a comment, a string, the literal text of a template, or a regular expression. */
export interface Piece {
  readonly kind: 'comment' | 'text' | 'pattern';
  readonly start: number;
  readonly end: number;
}

/** Words after which a slash starts a regular expression. */
const BEFORE_PATTERN = new Set(names.pieces.beforePattern);
/** After the parentheses of these keywords comes a statement, not an operator. */
const CONDITIONS = new Set(['if', 'while', 'for', 'with']);
/** Characters after which a brace starts an object, not a block. */
const BEFORE_OBJECT = new Set('(,=:[?&|+-*%^~<'.split(''));
const WORD = /[\p{L}\p{N}_$]+/uy;
const SPACE = /\s+/uy;

/** An open bracket: whether its closing bracket ends a value, after which a slash is a division. */
type Opened = 'template' | 'value' | 'no value';

/** Scans a script once. */
class Scanner {
  readonly pieces: Piece[] = [];
  private index = 0;
  /** The last token: a word, a character, or nothing. */
  private last = '';
  private afterValue = false;
  private readonly opened: Opened[] = [];
  /** No block comment ends after this: a further start of one is not a comment. */
  private ended = false;
  /** The number of characters scanned for unterminated regular expressions. */
  private vain = 0;

  constructor(private readonly text: string) {}

  scan(): readonly Piece[] {
    if (this.text.startsWith('#!')) this.take('comment', 0, this.lineEnd(0));
    while (this.index < this.text.length) this.step();
    return this.pieces;
  }

  private step(): void {
    const character = this.text.charAt(this.index);
    if (this.skip(SPACE) !== '') return;
    if (character === '/' && this.comment()) return;
    const word = this.skip(WORD);
    if (word !== '') {
      this.afterValue = this.last === '.' || !BEFORE_PATTERN.has(word);
      this.last = this.last === '.' ? '' : word;
    } else if (character === '"' || character === "'") this.quoted(character);
    else if (character === '`') this.template();
    else if (character === '/' && this.mayBePattern()) this.pattern();
    else this.character(character);
  }

  /** Bounds the search for ends of regular expressions: with many unterminated ones it would take quadratic time. */
  private mayBePattern(): boolean {
    return !this.afterValue && this.last !== '<' && this.vain <= this.text.length;
  }

  private skip(what: RegExp): string {
    what.lastIndex = this.index;
    const found = what.exec(this.text)?.[0] ?? '';
    this.index += found.length;
    return found;
  }

  private lineEnd(from: number): number {
    const end = this.text.indexOf('\n', from);
    return end === -1 ? this.text.length : end;
  }

  private take(kind: Piece['kind'], start: number, end: number): void {
    this.pieces.push({ kind, start, end });
    this.index = end;
  }

  private comment(): boolean {
    const start = this.index;
    if (this.text.startsWith('//', start)) {
      this.take('comment', start, this.lineEnd(start));
      return true;
    }
    if (this.ended || !this.text.startsWith('/*', start)) return false;
    const end = this.text.indexOf('*/', start + 2);
    this.ended = end === -1;
    if (!this.ended) this.take('comment', start, end + 2);
    return !this.ended;
  }

  /** The end of the string at an index: at the closing quote, or at the end of the line. */
  private endOf(character: string, start: number): number {
    let index = start;
    while (index < this.text.length) {
      const each = this.text.charAt(index);
      if (each === character || each === '\n') break;
      index += each === '\\' ? 2 : 1;
    }
    return Math.min(index, this.text.length);
  }

  private value(): void {
    this.afterValue = true;
    this.last = '';
  }

  private quoted(character: string): void {
    const start = this.index + 1;
    this.take('text', start, this.endOf(character, start));
    if (this.text.charAt(this.index) === character) this.index += 1;
    this.value();
  }

  /** A template up to its end, or up to the next `${`. */
  private template(): void {
    const start = this.index + 1;
    let end = start;
    while (end < this.text.length) {
      const each = this.text.charAt(end);
      if (each === '`' || (each === '$' && this.text.charAt(end + 1) === '{')) break;
      end += each === '\\' ? 2 : 1;
    }
    this.take('text', start, Math.min(end, this.text.length));
    if (this.text.charAt(end) === '$') {
      this.index = end + 2;
      this.opened.push('template');
      this.last = '{';
      this.afterValue = false;
    } else {
      this.index = end + 1;
      this.value();
    }
  }

  /** A regular expression, which has to end on its line; otherwise the slash is a character. */
  private pattern(): void {
    let [end, within] = [this.index + 1, false];
    for (; end < this.text.length; end += 1) {
      const each = this.text.charAt(end);
      if (each === '\n' || (each === '/' && !within)) break;
      if (each === '\\') end += 1;
      else if (each === '[') within = true;
      else if (each === ']') within = false;
    }
    const isWhole = this.text.charAt(end) === '/';
    if (!isWhole) this.vain += end - this.index;
    if (isWhole) {
      this.take('pattern', this.index + 1, end);
      this.index = end + 1;
      this.value();
    } else {
      this.index += 1;
      this.last = '/';
    }
  }

  private character(character: string): void {
    const { last } = this;
    this.index += 1;
    this.last = character;
    if (character === '(') this.open(CONDITIONS.has(last) ? 'no value' : 'value');
    else if (character === '[') this.open('value');
    else if (character === '{')
      this.open(
        BEFORE_OBJECT.has(last) || (last !== 'do' && last !== 'else' && BEFORE_PATTERN.has(last))
          ? 'value'
          : 'no value',
      );
    else if (character === ')' || character === ']') this.afterValue = this.opened.pop() !== 'no value';
    else if (character === '}') {
      const opened = this.opened.pop();
      if (opened === 'template') {
        this.index -= 1;
        this.template();
      } else this.afterValue = opened === 'value';
    }
    // `a++ / b`, `a! / b`: what stood before is a value still.
    else if ((character === '+' || character === '-') && this.text.charAt(this.index) === character)
      this.index += 1;
    else if (character !== '!') this.afterValue = false;
  }

  private open(closes: Opened): void {
    this.opened.push(closes);
    this.afterValue = false;
  }
}

/**
 * The comments and texts of a script, in order, in one pass. Strings, templates and regular expressions are
 * distinguished from comments: `"//"` does not start one. Non-standard syntax such as JSX is scanned as well as
 * possible.
 */
export const piecesOf = (text: string): readonly Piece[] => new Scanner(text).scan();

/** A script with its comments replaced by blanks. Everything else keeps its index. */
export function withoutComments(text: string, pieces = piecesOf(text)): string {
  let [code, index] = ['', 0];
  for (const { kind, start, end } of pieces) {
    if (kind !== 'comment') continue;
    code += text.slice(index, start) + ' '.repeat(end - start);
    index = end;
  }
  return code + text.slice(index);
}

/** The characters at the end of a text: a quote, or the `$` before code within a template. */
const ENDS = new Set(['"', "'", '`', '$']);

/**
 * Returns a test for whether a range of a script is within one of its texts; ranges must be tested in ascending order.
 * Unterminated texts are not counted, nor are those with tags: they may have started with an apostrophe in JSX.
 */
export function withinTexts(
  script: string,
  pieces = piecesOf(script),
): (start: number, end: number) => boolean {
  const texts = pieces.filter(
    ({ kind, start, end }) =>
      kind === 'text' && ENDS.has(script.charAt(end)) && !/<\/|\/>/u.test(script.slice(start, end)),
  );
  let next = 0;
  return (start, end) => {
    while ((texts[next]?.end ?? Infinity) <= start) next += 1;
    const text = texts[next];
    return text !== undefined && text.start <= start && end <= text.end;
  };
}

const ESCAPE = /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|\r?\n|([^]))/giu;

/** The value of a quoted string: `\x2e\x2f` is `./`. */
export const unescaped = (text: string): string =>
  text.includes('\\')
    ? text.replace(ESCAPE, (_all, braces?: string, four?: string, two?: string, other?: string) => {
        const code = Number.parseInt(braces ?? four ?? two ?? '', 16);
        if (Number.isNaN(code)) return other ?? '';
        return code > 0x10ffff ? '' : String.fromCodePoint(code);
      })
    : text;
