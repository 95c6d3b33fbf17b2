import type { PackageView } from '../rule.js';
import { isCodeFile } from '../support/code-files.js';

/** A line of a file. */
export interface Location {
  readonly file: string;
  readonly line: number;
}

/** Searches across all files are limited, since a literal that is not found is searched for in every file. */
const MAX_SEARCHES = 500;
/** Limit on searched characters; after that, literals are located where they were used. */
const MAX_READ = 1_000_000_000;

/** Finds where literals are defined, nearest to their use. */
export class LiteralLocations {
  private searches = 0;
  private read = 0;

  constructor(private readonly view: PackageView) {}

  /** The definition of a literal: at or right below a location, else in the same file, else in another. */
  find(literal: string, at: Location): Location {
    // A multiline literal is found by its first line.
    const [needle = ''] = literal.split('\n');
    if (needle.length < 4) return at;
    const line =
      this.lineIn(at.file, needle, at.line - 1, at.line + 6) ??
      this.lineIn(at.file, needle, at.line - 2, at.line - 1) ??
      this.lineOf(at.file, needle);
    if (line !== undefined) return { file: at.file, line };
    if ((this.searches += 1) > MAX_SEARCHES) return at;
    for (const file of this.view.paths) {
      if (file === at.file || !isCodeFile(file)) continue;
      const other = this.lineOf(file, needle);
      if (other !== undefined) return { file, line: other };
    }
    return at;
  }

  /** The text of a line. */
  textAt({ file, line }: Location): string {
    return this.linesOf(file)[line - 1] ?? '';
  }

  /** The first line of a file that contains a literal. */
  private lineOf(file: string, needle: string): number | undefined {
    return this.has(this.view.file(file)?.text, needle) ? this.lineIn(file, needle) : undefined;
  }

  private lineIn(file: string, needle: string, from = 0, to = Number.MAX_SAFE_INTEGER): number | undefined {
    const lines = this.linesOf(file);
    for (let index = Math.max(0, from); index < lines.length && index < to; index += 1)
      if (this.has(lines[index], needle)) return index + 1;
    return undefined;
  }

  private has(text: string | undefined, needle: string): boolean {
    if (text === undefined || (this.read += text.length) > MAX_READ) return false;
    return text.includes(needle);
  }

  linesOf(file: string): readonly string[] {
    return this.view.file(file)?.lines ?? [];
  }
}

/** The name of a literal on a line: `apiKey: 'x'`, `API_KEY = "x"`, `--key "x"`. */
export function nameOnLine(line: string, literal: string): string {
  const before = line.slice(0, Math.max(0, line.indexOf(literal.slice(0, 40))));
  const match = /([A-Za-z_$][\w$.-]*)["'\]]*\s*(?::\s*[A-Za-z<>[\]| .]+)?\s*(?::=|=>|[:=])\s*[^=:]*$/u.exec(
    before.slice(-200),
  );
  return match?.[1] ?? '';
}
