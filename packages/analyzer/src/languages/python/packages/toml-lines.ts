const SEPARATOR = '\0';
/** Deeper arrays have no requirements. */
const MAX_DEPTH = 8;
/** More than any manifest has; longer keys, and further ones, have the line of what contains them. */
const MAX_KEPT = 200_000;
const MAX_KEYS = 16;
const MAX_KEY_LENGTH = 300;

/** What a position in a TOML document is in, besides tables. */
interface Open {
  /** The bracket that ends it. */
  readonly end: ']' | '}';
  readonly keys: readonly string[];
  /** The number of items before the current one. */
  items: number;
}

const isKept = (keys: readonly string[]): boolean =>
  keys.length <= MAX_KEYS && keys.every(({ length }) => length <= MAX_KEY_LENGTH);

const BARE = /[A-Za-z0-9_-]+/y;

/** The lines of keys and of items of arrays in a TOML document, by key path. */
export class TomlLines {
  private readonly lines = new Map<string, number>();
  private at = 0;
  private line = 1;
  private table: readonly string[] = [];

  /** @param text A valid TOML document. */
  constructor(private readonly text: string) {
    while (this.at < text.length) this.statement();
  }

  /** The line of a key, or of an item of its array by its index; else that of what contains it. */
  lineOf(...keys: readonly (string | number)[]): number {
    for (let count = keys.length; count > 0; count -= 1) {
      const line = this.lines.get(keys.slice(0, count).join(SEPARATOR));
      if (line !== undefined) return line;
    }
    return 1;
  }

  private keep(keys: readonly string[]): void {
    if (!isKept(keys)) return;
    const key = keys.join(SEPARATOR);
    if (!this.lines.has(key) && this.lines.size < MAX_KEPT) this.lines.set(key, this.line);
  }

  /** Reads a header, or a key with its value. */
  private statement(): void {
    this.skipBlanks();
    const char = this.text[this.at];
    if (char === undefined) return;
    if (char === '[') {
      while (this.text[this.at] === '[') this.at += 1;
      this.table = this.keyPath();
      this.keep(this.table);
      while (this.text[this.at] === ']') this.at += 1;
      return;
    }
    const keys = [...this.table, ...this.keyPath()];
    this.keep(keys);
    if (this.text[this.at] === '=') {
      this.at += 1;
      this.value(keys);
    } else this.at += 1;
  }

  private skipBlanks(): void {
    for (; this.at < this.text.length; this.at += 1) {
      const char = this.text[this.at];
      if (char === '\n') this.line += 1;
      else if (char === '#') this.skipComment();
      else if (char !== ' ' && char !== '\t' && char !== '\r') return;
    }
  }

  /** Stops before the end of the line. */
  private skipComment(): void {
    const end = this.text.indexOf('\n', this.at);
    this.at = (end === -1 ? this.text.length : end) - 1;
  }

  /** A dotted key: `tool."my name".x`. */
  private keyPath(): string[] {
    const keys: string[] = [];
    for (;;) {
      this.skipSpaces();
      const char = this.text[this.at];
      if (char === '"' || char === "'") keys.push(this.string());
      else {
        BARE.lastIndex = this.at;
        const bare = BARE.exec(this.text)?.[0];
        if (bare === undefined) return keys;
        keys.push(bare);
        this.at += bare.length;
      }
      this.skipSpaces();
      if (this.text[this.at] !== '.') return keys;
      this.at += 1;
    }
  }

  private skipSpaces(): void {
    while (this.text[this.at] === ' ' || this.text[this.at] === '\t') this.at += 1;
  }

  /** Reads a string; the text of one that is a key has no escapes in practice. */
  private string(): string {
    const quote = this.text[this.at] ?? '';
    const triple = quote.repeat(3);
    const isLong = this.text.startsWith(triple, this.at);
    const mark = isLong ? triple : quote;
    const start = this.at + mark.length;
    let at = start;
    while (at < this.text.length && !this.text.startsWith(mark, at)) {
      if (this.text[at] === '\n') this.line += 1;
      at += quote === '"' && this.text[at] === '\\' ? 2 : 1;
    }
    this.at = at + mark.length;
    return this.text.slice(start, at);
  }

  /** Reads a value to its end: arrays and inline tables without recursion. */
  private value(keys: readonly string[]): void {
    const open: Open[] = [];
    /** The key path of what comes next. */
    const isShort = isKept(keys);
    const current = (): readonly string[] => {
      const inner = open.at(-1);
      return inner === undefined || !isShort ? keys : [...inner.keys, String(inner.items)];
    };
    for (;;) {
      const inner = open.at(-1);
      if (inner === undefined) this.skipSpaces();
      else this.skipBlanks();
      const char = this.text[this.at];
      if (char === undefined || (inner === undefined && (char === '\n' || char === '#'))) return;
      if (char === inner?.end) {
        open.pop();
        this.at += 1;
        if (open.length === 0) return;
      } else if (char === ',') {
        if (inner) inner.items += 1;
        this.at += 1;
      } else if (char === '[' || char === '{') {
        if (open.length < MAX_DEPTH) this.keep(current());
        open.push({
          end: char === '[' ? ']' : '}',
          keys: open.length < MAX_DEPTH ? current() : keys,
          items: 0,
        });
        this.at += 1;
      } else if (inner?.end === '}') this.inlineKey();
      else {
        if (open.length <= MAX_DEPTH) this.keep(current());
        this.scalar();
        if (inner === undefined) return;
      }
    }
  }

  /** In an inline table, only where values end matters. */
  private inlineKey(): void {
    const char = this.text[this.at];
    if (char === '"' || char === "'") this.string();
    else this.at += 1;
  }

  private scalar(): void {
    const char = this.text[this.at];
    if (char === '"' || char === "'") {
      this.string();
      return;
    }
    while (this.at < this.text.length && !/[,\]}\n#]/.test(this.text[this.at] ?? '')) this.at += 1;
  }
}
