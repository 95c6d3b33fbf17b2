import type { PackageView } from '../rule.js';
import { isCodeFile } from '../support/code-files.js';

/** A line of a file. */
export interface Location {
  readonly file: string;
  readonly line: number;
}

/** More literals are not looked for in all files: what cannot be found would be looked for everywhere. */
const MAX_SEARCHES = 500;
/** After as many characters have been read, literals are where they were met. */
const MAX_READ = 1_000_000_000;

/** A place that is meant when a literal is spoken of: where it is written, nearest to where it was met. */
export class LiteralLocations {
  private searches = 0;
  private read = 0;

  constructor(private readonly view: PackageView) {}

  /** Where a literal is written: at a location or right below it, else in its file, else in another one. */
  find(literal: string, at: Location): Location {
    // A literal of several lines is found by its first one.
    const [needle = ''] = literal.split('\n');
    if (needle.length < 4) return at;
    const line = this.lineIn(at.file, needle, at.line - 2, at.line + 6) ?? this.lineOf(at.file, needle);
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

  /** The first line of a file that has a literal. */
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

  /** The lines of a file. */
  linesOf(file: string): readonly string[] {
    return this.view.file(file)?.lines ?? [];
  }
}

/** The name that a line gives to a literal: `apiKey: 'x'`, `API_KEY = "x"`, `--key "x"`. */
export function nameOnLine(line: string, literal: string): string {
  const before = line.slice(0, Math.max(0, line.indexOf(literal.slice(0, 40))));
  const match = /([A-Za-z_$][\w$.-]*)["'\]]*\s*(?::\s*[A-Za-z<>[\]| .]+)?\s*(?::=|=>|[:=])\s*[^=:]*$/u.exec(
    before.slice(-200),
  );
  return match?.[1] ?? '';
}
