export const WILDCARD = '*';

/**
 * A pattern in which `*` matches any number of characters. Its literal parts are searched from left to right in linear
 * time without backtracking, and without allocations, because every request matches patterns.
 */
export class Glob {
  private readonly first: string;
  private readonly middle: readonly string[];
  /** Undefined without a wildcard: `first` is the whole pattern then. */
  private readonly last: string | undefined;

  constructor(readonly text: string) {
    const [first = '', ...pieces] = text.split(WILDCARD);
    this.first = first;
    this.last = pieces.pop();
    this.middle = pieces.filter((piece) => piece !== '');
  }

  /** Whether the part of `text` from `start` to `end` matches; by default the whole text. */
  fits(text: string, start = 0, end = text.length): boolean {
    const { first, middle, last } = this;
    if (last === undefined) return end - start === first.length && text.startsWith(first, start);
    const lastStart = end - last.length;
    let position = start + first.length;
    if (position > lastStart || !text.startsWith(first, start) || !text.startsWith(last, lastStart))
      return false;
    for (const piece of middle) {
      const found = text.indexOf(piece, position);
      if (found === -1 || found + piece.length > lastStart) return false;
      position = found + piece.length;
    }
    return true;
  }
}
