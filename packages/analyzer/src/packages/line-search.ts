/** The search gives up after this many misses: each costs a scan of the whole file. */
const MAX_MISSES = 50;

/** Finds the lines of quoted texts in a file where they occur in about the order of the calls. */
export class LineSearch {
  private readonly starts: number[] = [0];
  private from = 0;
  private misses = 0;

  constructor(private readonly text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.starts.push(at + 1);
  }

  /**
   * The line of the next occurrence of a quoted text, else of its first occurrence, else `fallback`. The next search continues
   * there.
   */
  lineOfQuoted(text: string, fallback = 1): number {
    if (this.misses >= MAX_MISSES) return fallback;
    const next = this.quotedFrom(text, this.from);
    const found = next === -1 ? this.quotedFrom(text, 0) : next;
    if (found === -1) {
      this.misses += 1;
      return fallback;
    }
    this.from = found;
    return this.lineAt(found);
  }

  /** Restarts the search at the beginning. */
  rewind(): void {
    this.from = 0;
  }

  private quotedFrom(text: string, from: number): number {
    let at = this.text.indexOf(text, from);
    while (at !== -1) {
      const [before, after] = [this.text[at - 1], this.text[at + text.length]];
      if (before === after && (before === '"' || before === "'")) return at;
      at = this.text.indexOf(text, at + 1);
    }
    return -1;
  }

  private lineAt(offset: number): number {
    let [low, high] = [0, this.starts.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}

/** The numbers of the matching lines, from 1, each with its first group. */
export function matchingLines(
  text: string,
  pattern: RegExp,
): { readonly line: number; readonly found: string }[] {
  return text.split('\n').flatMap((content, at) => {
    const match = pattern.exec(content);
    return match === null ? [] : [{ line: at + 1, found: match[1] ?? '' }];
  });
}
