import { isOtherForm, looksRandom } from '../credentials/strength.js';
import type { TextFile } from '../files/text-file.js';
import type { Finding, TraceStep } from './finding.js';
import { printable } from './printable.js';

type Location = Finding['location'];

/** The maximum length of a shown line. */
const MAX_SNIPPET = 200;
/** A shorter text is followed by the next line of its location. */
const SHORT = 40;
const MAX_EXAMINED = 2000;
/** Lines of a finding about a secret beyond these are not searched for its literal. */
const MAX_LINES = 40;

/** A string literal on one line, or the beginning of a longer one. */
const LITERAL = /(["'`])((?:\\.|(?!\1)[^\\])*)(?:\1|\\?$)/gu;
/** A word outside of literals. */
const TOKEN = /[^\s"'`()[\]{},;:=…]{6,}/gu;

/** Whether the content of a literal may be a secret rather than a name or a word. */
const isTelling = (content: string): boolean =>
  content.length >= 6 && (/[^\w./ -]/u.test(content) || /\d/u.test(content));

const hidden = (quote: string): string => `${quote}…${quote}`;

/** A line of code without the contents of its literals, its comments and what may be a secret otherwise. */
function withoutLiterals(line: string): string | undefined {
  const bare = line.replaceAll(LITERAL, (_, quote: string) => hidden(quote));
  // Within a literal of several lines there may be no quotes.
  if (bare === line) return undefined;
  const code = bare.replace(/(?:\/\/|#).*$/u, '').trimEnd();
  return code.replaceAll(TOKEN, (token) => (/\d/u.test(token) || looksRandom(token) ? '…' : token));
}

/** The name of a setting without its value. */
function withoutValue(line: string): string | undefined {
  const [name] = /^[^=:]*[=:]/u.exec(line) ?? [];
  return name === undefined ? undefined : `${name} …`;
}

/** A line with a secret, without it; undefined if it cannot be separated from the rest. */
function masked(line: string, file: TextFile): string | undefined {
  if (line.length > MAX_SNIPPET) return undefined;
  return file.language === undefined ? withoutValue(line) : withoutLiterals(line);
}

/** The secrets of a package, by where findings about them are. */
class Secrets {
  private readonly lines = new Map<string, Set<number>>();
  private readonly contents = new Set<string>();

  constructor(findings: readonly Finding[], files: ReadonlyMap<string, TextFile>) {
    for (const { vulnerabilityClass, location } of findings)
      if (vulnerabilityClass === 'E') this.add(location, files.get(location.path));
  }

  private add({ path, startLine, endLine }: Location, file: TextFile | undefined): void {
    const lines = this.lines.get(path) ?? new Set();
    this.lines.set(path, lines);
    for (let line = startLine; line <= Math.min(endLine, startLine + MAX_LINES); line += 1) {
      lines.add(line);
      for (const [, , content = ''] of (file?.lines[line - 1] ?? '').slice(0, MAX_EXAMINED).matchAll(LITERAL))
        if (isTelling(content)) this.contents.add(content);
    }
  }

  isOn(path: string, line: number): boolean {
    return this.lines.get(path)?.has(line) === true;
  }

  /** A line without literals that are secrets elsewhere in the package, or look like some. */
  without(line: string): string {
    return line.replaceAll(LITERAL, (literal: string, quote: string, content: string) =>
      this.contents.has(content) || (looksRandom(content) && !isOtherForm(content)) ? hidden(quote) : literal,
    );
  }
}

/** The part of a line that is shown: of a long one, what follows the finding's column. */
function partOf(line: string, column: number | undefined): string {
  if (line.trim().length <= MAX_SNIPPET || column === undefined) return line.trim();
  const from = column - 1;
  return from === 0 || /\w/u.test(line.charAt(from - 1)) ? line.trim() : `…${line.slice(from).trim()}`;
}

/** The text of a location: its first line, and further ones while it is short, as in `execSync(`. */
function textOf(
  { path, startLine, endLine, startColumn }: Location,
  file: TextFile,
  secrets: Secrets,
): string {
  let text = '';
  for (let line = startLine; line <= endLine && text.length < SHORT; line += 1) {
    if (secrets.isOn(path, line)) break;
    const part = partOf(file.lines[line - 1] ?? '', line === startLine ? startColumn : undefined);
    // Less is shown in any case, and a line may have a megabyte.
    text = `${text} ${secrets.without(part.slice(0, MAX_EXAMINED))}`.trim();
  }
  return text;
}

function snippetOf(location: Location, file: TextFile, secrets: Secrets): string | undefined {
  const line = file.lines[location.startLine - 1]?.trim();
  if (line === undefined) return undefined;
  const shown = secrets.isOn(location.path, location.startLine)
    ? masked(line, file)
    : textOf(location, file, secrets);
  return shown === undefined || shown === '' ? undefined : printable(shown, MAX_SNIPPET);
}

/** The columns of whole lines: from the first character that is not blank to the end. */
function columnsOf({ startLine, endLine }: Location, { lines }: TextFile): Partial<Location> {
  const [first, last] = [lines[startLine - 1] ?? '', lines[endLine - 1] ?? ''];
  const startColumn = first.search(/\S/u) + 1;
  return startColumn === 0 ? {} : { startColumn, endColumn: last.trimEnd().length + 1 };
}

/** Line separators that parsers count, and text files do not. */
const OTHER_BREAKS = /[\u2028\u2029]/u;

/** The text of a line for the steps that are on it. */
type TextOfLine = (path: string, line: number) => string | undefined;

/** Many traces share steps: each line is shown once. */
function linesOf(fileAt: (path: string) => TextFile | undefined, secrets: Secrets): TextOfLine {
  const known = new Map<string, string | undefined>();
  return (path, line) => {
    const key = `${line}:${path}`;
    if (known.has(key)) return known.get(key);
    const file = fileAt(path);
    const text = file && snippetOf({ path, startLine: line, endLine: line }, file, secrets);
    known.set(key, text);
    return text;
  };
}

function withTexts(step: TraceStep, textOfLine: TextOfLine): TraceStep {
  const snippet = textOfLine(step.path, step.line);
  return snippet === undefined ? step : { ...step, snippet };
}

/** The findings with the columns and texts of their lines, and those of their traces; no secret that was found is shown. */
export function withSnippets(findings: readonly Finding[], texts: readonly TextFile[]): Finding[] {
  const files = new Map(texts.map((file) => [file.path, file]));
  const secrets = new Secrets(findings, files);
  // A file is searched once, however many findings it has: it may have megabytes.
  const paths = new Set(
    findings.flatMap(({ location, trace }) => [location.path, ...trace.map(({ path }) => path)]),
  );
  const counted = new Set([...paths].filter((path) => !OTHER_BREAKS.test(files.get(path)?.text ?? '')));
  const fileAt = (path: string): TextFile | undefined => (counted.has(path) ? files.get(path) : undefined);
  const textOfLine = linesOf(fileAt, secrets);
  return findings.map((finding) => {
    const { location } = finding;
    const trace = finding.trace.map((step) => withTexts(step, textOfLine));
    const file = fileAt(location.path);
    if (!file) return { ...finding, trace };
    const snippet = snippetOf(location, file, secrets);
    const columns = location.startColumn === undefined ? columnsOf(location, file) : {};
    return {
      ...finding,
      location: { ...location, ...columns, ...(snippet !== undefined && { snippet }) },
      trace,
    };
  });
}
