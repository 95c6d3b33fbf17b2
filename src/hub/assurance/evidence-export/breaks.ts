/** What in an export is not as it was signed or recorded. */
export interface ExportBreak {
  /** The line in the file, from 1; null for what is missing, or is in another file. */
  readonly line: number | null;
  /** What it concerns, such as `audit event 17`. */
  readonly where: string;
  readonly reason: string;
}

// The first ones say what is wrong.
const MAX_BREAKS = 100;

/** Collects the first breaks, and counts the others. */
export class Breaks {
  readonly list: ExportBreak[] = [];
  private count = 0;
  /** The line that is being read. */
  line: number | null = null;

  add(where: string, reason: string, line: number | null = this.line): void {
    this.count += 1;
    if (this.list.length < MAX_BREAKS) this.list.push({ line, where, reason });
  }

  /** Number of all breaks. */
  get total(): number {
    return this.count;
  }
}
