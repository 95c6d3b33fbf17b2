/** A token of a source file in Python: not its blanks, comments and continuations of lines. */
export interface Token {
  /** `end` is the end of a line, also within brackets; `mark` any character that is none of the others. */
  readonly kind: 'name' | 'mark' | 'end' | 'string';
  /** The name or the character; what is between the quotes of a string, or between its replacement fields. */
  readonly text: string;
  readonly isRaw?: boolean;
  /** Whether a string begins with it. */
  readonly isFirst?: boolean;
  /** Whether it is a whole string, and not a piece of one beside replacement fields. */
  readonly isWhole?: boolean;
}

/** A string that is being read. */
interface Literal {
  readonly quote: string;
  readonly isRaw: boolean;
  readonly isFormatted: boolean;
}

/** A replacement field of a formatted string, `{x:>{width}}`, whose expression is being read. */
interface Field {
  readonly literal: Literal;
  /** Whether it is within the format of another field. */
  readonly isInFormat: boolean;
  /** The number of open brackets in it. */
  depth: number;
}

// As in CPython, any character beyond ASCII may be one of a name.
const NAME = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y;
const NUMBER = /[0-9][\w.\u0080-\uffff]*/y;
const PREFIX = /^(?:[rbuft]|r[bft]|[bft]r)$/i;
const LINE_END = /[\r\n]/g;
const SPECIAL = /[\\\r\n"']/g;
const SPECIAL_FORMATTED = /[\\\r\n"'{}]/g;

/** The position of the next match from a position on; that of the end without one. */
function next(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/**
 * Reads the tokens of a text, in time proportional to its length, without recursion. It knows what decides where code ends:
 * strings of all kinds, also within formatted ones (PEP 701), comments, and continuations of lines. No text is refused.
 */
export class PythonTokens {
  private at: number;
  /** Open replacement fields, the innermost one last. */
  private readonly fields: Field[] = [];

  constructor(private readonly text: string) {
    this.at = text.startsWith('\ufeff') ? 1 : 0;
  }

  /** The index behind the last token. */
  get end(): number {
    return this.at;
  }

  /** The next token; undefined at the end. */
  next(): Token | undefined {
    const { text } = this;
    while (this.at < text.length) {
      const char = text[this.at] ?? '';
      if (char === '#') this.at = next(LINE_END, text, this.at);
      else if (char === '\\' && /[\r\n]/.test(text[this.at + 1] ?? '')) this.at += this.escapedAt(this.at);
      else if (char === ' ' || char === '\t' || char === '\f') this.at += 1;
      else return this.token(char);
    }
    return undefined;
  }

  private token(char: string): Token {
    const { text, at } = this;
    NAME.lastIndex = at;
    const name = NAME.exec(text)?.[0];
    if (name !== undefined) {
      this.at += name.length;
      const quote = text[this.at];
      return (quote === '"' || quote === "'") && PREFIX.test(name)
        ? this.string(quote, name)
        : { kind: 'name', text: name };
    }
    if (char === '"' || char === "'") return this.string(char, '');
    NUMBER.lastIndex = at;
    this.at += NUMBER.exec(text)?.[0].length ?? 1;
    if (char === '\r' || char === '\n') return { kind: 'end', text: '' };
    return this.inField(char) ?? { kind: 'mark', text: char };
  }

  /** Follows the brackets of a replacement field; the piece of the string after the end of its expression. */
  private inField(char: string): Token | undefined {
    const field = this.fields.at(-1);
    if (field === undefined) return undefined;
    if (field.depth === 0 && char === ':') return this.piece(field.literal, true);
    if (field.depth === 0 && char === '}') {
      this.fields.pop();
      return this.piece(field.literal, field.isInFormat);
    }
    if ('([{'.includes(char)) field.depth += 1;
    if (')]}'.includes(char)) field.depth = Math.max(0, field.depth - 1);
    return undefined;
  }

  private string(mark: string, prefix: string): Token {
    const triple = mark.repeat(3);
    const quote = this.text.startsWith(triple, this.at) ? triple : mark;
    this.at += quote.length;
    return this.piece({ quote, isRaw: /r/i.test(prefix), isFormatted: /[ft]/i.test(prefix) }, false, true);
  }

  /** The length of a backslash and what it escapes. */
  private escapedAt(at: number): number {
    return this.text.startsWith('\r\n', at + 1) ? 3 : 2;
  }

  /**
   * Reads a string to its end, or to its next replacement field.
   * @param inFormat whether it goes on in the format of a field
   * @param isFirst whether it begins here
   */
  private piece(literal: Literal, inFormat: boolean, isFirst = false): Token {
    const { text } = this;
    const { quote, isRaw, isFormatted } = literal;
    const start = this.at;
    const token = (end: number, isWhole: boolean): Token => ({
      kind: 'string',
      text: text.slice(start, end),
      isRaw,
      isFirst,
      isWhole,
    });
    const close = (end: number, behind: number): Token => {
      while (this.fields.at(-1)?.literal === literal) this.fields.pop();
      this.at = behind;
      return token(end, isFirst);
    };
    let isInFormat = inFormat;
    /** Whether a name is open: `\N{BULLET}`. */
    let isNamed = false;
    for (;;) {
      const at = next(isFormatted ? SPECIAL_FORMATTED : SPECIAL, text, this.at);
      const char = text[at];
      if (char === undefined) return close(at, at);
      this.at = at + 1;
      if (char === '\\') {
        const opensName = isFormatted && !isRaw && text.startsWith('N{', at + 1);
        isNamed ||= opensName;
        const isField = isFormatted && /[{}]/.test(text[at + 1] ?? '');
        if (!isField) this.at = at + (opensName ? 3 : this.escapedAt(at));
      } else if (char === '"' || char === "'") {
        if (text.startsWith(quote, at)) return close(at, at + quote.length);
      } else if (char === '\r' || char === '\n') {
        if (quote.length === 3) continue;
        if (!isInFormat) return close(at, at);
        // The expression goes on behind it.
        this.at = at;
        return token(at, false);
      } else if (char === '}') {
        if (isNamed) isNamed = false;
        else if (isInFormat) isInFormat = this.fields.pop()?.isInFormat ?? false;
        else if (text[at + 1] === '}') this.at = at + 2;
      } else if (!isInFormat && text[at + 1] === '{') this.at = at + 2;
      else {
        this.fields.push({ literal, isInFormat, depth: 0 });
        return token(at, false);
      }
    }
  }
}

const ESCAPE = /\\(?:\r\n|x([\da-f]{2})|u([\da-f]{4})|([0-7]{1,3})|([^]))/gi;
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', f: '\f', '\n': '', '\r': '' };

/** What a string stands for. */
export const valueOf = ({ text, isRaw }: Token): string =>
  isRaw === true || !text.includes('\\')
    ? text
    : text.replaceAll(ESCAPE, (_all, hex?: string, unicode?: string, octal?: string, other?: string) => {
        const digits = hex ?? unicode;
        if (digits !== undefined) return String.fromCharCode(Number.parseInt(digits, 16));
        if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
        return other === undefined ? '' : (CONTROLS[other] ?? other);
      });
