export class LineIndex {
  constructor(private readonly lines: readonly string[]) {}

  /** Numbers of the lines that match, from 1. */
  find(pattern: string, limit: number): number[] {
    const matcher = new RegExp(pattern, "i");
    const found: number[] = [];
    for (let i = 0; i < this.lines.length && found.length < limit; i += 1) {
      if (matcher.test(this.lines[i])) found.push(i + 1);
    }
    return found;
  }
}
