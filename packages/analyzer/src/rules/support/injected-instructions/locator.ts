import type { Lines } from '../../../ir/program.js';
import type { Found } from '../../../findings/found.js';
import type { PackageView } from '../../rule.js';
import { isCodeOrData } from '../code-files.js';
import type { IsOwn } from './foreign-tools.js';
import { plainText } from './plain-text.js';
import { literalsOf, namesByLine, type Literal } from './literals.js';

/** A line of a file. */
export interface Location {
  readonly file: string;
  readonly line: number;
}

/** A literal as a whole, and the line in it on which a phrase occurs. */
export interface LiteralLocation extends Location {
  readonly endLine: number;
  readonly phraseLine: number;
}

/** How far below its start the text of a registration may begin: `description: dedent(` and the text on the next line. */
const MAX_WITHIN = 12;

/** Normalizes a line for the search: without emphasis and quotes. */
const simple = (line: string): string =>
  line
    .replace(/[*`"'\\]+/gu, ' ')
    .toLowerCase()
    .replace(/\s+/gu, ' ');

/** Shorter phrases occur too often. */
const LONG_ENOUGH = 10;

/** A phrase, then ever shorter beginnings and ends of it: it may be split across lines. */
function* fragmentsOf(words: string): Generator<string> {
  const parts = simple(words).trim().split(' ');
  yield parts.join(' ');
  for (let count = parts.length - 1; count > 0; count -= 1) {
    const first = parts.slice(0, count).join(' ');
    if (first.length >= LONG_ENOUGH) yield first;
    const last = parts.slice(parts.length - count).join(' ');
    if (last.length >= LONG_ENOUGH) yield last;
  }
}

/** How many lines below its start a description may extend. */
const REACH = 400;

/** Searches across all files are limited, since text that is not found is searched for in every file. */
const MAX_SEARCHES = 400;

/** Finds phrases of the package's texts in its files. */
export class Locator {
  private readonly files = new Map<string, readonly string[]>();
  private readonly registrations = new Map<string, readonly number[]>();
  private searches = 0;

  constructor(private readonly view: PackageView) {}

  /**
   * Where a finding about a registered text is: at the registration itself, which is the whole literal if the text is written
   * there. The step of its trace is the phrase, which may be in a constant elsewhere.
   * @param at where the text is registered
   */
  reported(words: string, at: Location): Pick<Found, 'at' | 'lines' | 'end'> {
    const phrase = plainText(words);
    const own = this.registered(phrase, at);
    const { file, line } = at;
    if (own) {
      const phraseLine = phrase === '' ? line : this.phraseLine(file, words, own);
      return { at: { file }, lines: own, end: { file, line: phraseLine } };
    }
    const constant = phrase === '' ? undefined : this.literalElsewhere(phrase, at);
    const end = constant
      ? { file: constant.file, line: this.phraseLine(constant.file, words, constant) }
      : { file, line };
    return { at: { file }, lines: { line, endLine: line }, end };
  }

  /** The literal in which a phrase of an answer occurs, with the phrase as the step of the trace. */
  reportedLiteral(words: string, at: Location): Pick<Found, 'at' | 'lines' | 'end'> {
    const { file, line, endLine, phraseLine } = this.find(words, at);
    return { at: { file }, lines: { line, endLine }, end: { file, line: phraseLine } };
  }

  /**
   * The literal in which a phrase occurs: the one at a location, else one that is the value of a name which is mentioned there,
   * else another one of the same file or of any. A text that no literal holds, as in data files, is located by its lines.
   */
  find(words: string, at: Location): LiteralLocation {
    const phrase = plainText(words);
    if (phrase === '') return this.around(at);
    const own = this.registered(phrase, at);
    const found = own ? { ...own, file: at.file } : this.literalElsewhere(phrase, at);
    if (!found) return this.around(this.lineOf(words, at));
    const { file, line, endLine } = found;
    return { file, line, endLine, phraseLine: this.phraseLine(file, words, found) };
  }

  private otherFiles(at: Location): readonly string[] {
    return this.view.paths.filter((path) => path !== at.file && isCodeOrData(path));
  }

  private literalsIn(file: string): readonly Literal[] {
    const module = this.view.module(file);
    return module ? literalsOf(module) : [];
  }

  /**
   * The literal that a registration has itself: it starts there, encloses the location, or begins below it and before the next
   * registered text.
   */
  private registered(phrase: string, { file, line }: Location): Lines | undefined {
    const literals = this.literalsIn(file).filter(({ text }) => text.includes(phrase));
    const end = this.endOfRegistration(file, line);
    const own =
      literals.find((each) => each.line === line) ??
      literals.findLast((each) => each.line < line && line <= each.endLine) ??
      literals.find((each) => each.line > line && each.line < end);
    return own && { line: own.line, endLine: own.endLine };
  }

  /** The line before which what is registered at a line ends: that of the next registered text, or a few below. */
  private endOfRegistration(file: string, line: number): number {
    let lines = this.registrations.get(file);
    if (!lines) {
      lines = registeredLines(this.view, file);
      this.registrations.set(file, lines);
    }
    const next = lines.find((each) => each > line) ?? Number.MAX_SAFE_INTEGER;
    return Math.min(next, line + MAX_WITHIN);
  }

  private literalElsewhere(phrase: string, at: Location): (Lines & { readonly file: string }) | undefined {
    const module = this.view.module(at.file);
    const names = (module && namesByLine(module).get(at.line)) ?? new Set<string>();
    let first: (Lines & { readonly file: string }) | undefined;
    for (const file of [at.file, ...this.otherFiles(at)]) {
      const found = this.literalsIn(file).filter(({ text }) => text.includes(phrase));
      const named = found.find(({ name }) => name !== undefined && names.has(name));
      if (named) return { ...named, file };
      const isNear = ({ line, endLine }: Lines): boolean => endLine >= at.line && line <= at.line + REACH;
      const [other] = found;
      first ??= other && { ...((file === at.file ? found.find(isNear) : undefined) ?? other), file };
    }
    return first;
  }

  /** The line of a literal on which a phrase starts, or its first line. */
  private phraseLine(file: string, words: string, { line, endLine }: Lines): number {
    for (const needle of fragmentsOf(words)) {
      const found = this.lineIn(file, needle, line - 1, endLine);
      if (found !== undefined) return found;
    }
    return line;
  }

  /** A line, widened to the literal that it belongs to. */
  private around({ file, line }: Location): LiteralLocation {
    const literal = this.literalsIn(file).find(
      (each) => each.line <= line && line <= each.endLine && each.endLine > each.line,
    );
    const lines = literal ?? { line, endLine: line };
    return { file, line: lines.line, endLine: lines.endLine, phraseLine: line };
  }

  /** The line on which a phrase occurs: below a location, else in the same file, else in another. */
  private lineOf(words: string, at: Location): Location {
    for (const needle of fragmentsOf(words)) {
      const line =
        this.lineIn(at.file, needle, Math.max(0, at.line - 1), at.line + REACH) ??
        this.lineIn(at.file, needle);
      if (line !== undefined) return { file: at.file, line };
      if ((this.searches += 1) > MAX_SEARCHES) continue;
      for (const file of this.otherFiles(at)) {
        const other = this.lineIn(file, needle);
        if (other !== undefined) return { file, line: other };
      }
    }
    return at;
  }

  private lineIn(file: string, needle: string, from = 0, to = Number.MAX_SAFE_INTEGER): number | undefined {
    const lines = this.linesOf(file);
    for (let index = from; index < lines.length && index < to; index += 1)
      if (lines[index]?.includes(needle)) return index + 1;
    return undefined;
  }

  private linesOf(file: string): readonly string[] {
    let lines = this.files.get(file);
    lines ??= (this.view.file(file)?.lines ?? []).map(simple);
    this.files.set(file, lines);
    return lines;
  }
}

/** The lines of a file on which texts are registered, in order. */
function registeredLines({ surface: { tools, texts } }: PackageView, file: string): readonly number[] {
  const ofTools = tools
    .filter((tool) => tool.file === file)
    .flatMap(({ line, descriptionLine, parameters }) => [
      line,
      descriptionLine,
      ...parameters.map((parameter) => parameter.line),
    ]);
  const ofTexts = texts.filter((text) => text.file === file).map(({ line }) => line);
  return [...new Set([...ofTools, ...ofTexts])].sort((one, other) => one - other);
}

/** Further names are assumed to be the package's own: each one is searched for in all files. */
const MAX_NAMES = 1000;

/** The number of occurrences of a name, at most 100. */
function occurrences(text: string, name: string): number {
  let count = 0;
  for (let at = text.indexOf(name); at >= 0 && count < 100; at = text.indexOf(name, at + name.length))
    count += 1;
  return count;
}

/**
 * Returns a predicate for names of things in this package: tools, parameters, or anything that the code mentions
 * outside of descriptions.
 */
export function ownNames(view: PackageView, texts: readonly { readonly text: string }[]): IsOwn {
  const known = new Map<string, boolean>();
  for (const { name, parameters } of view.surface.tools)
    for (const each of [name, ...parameters.map((parameter) => parameter.name)])
      known.set(each.toLowerCase(), true);
  let [code, descriptions]: (string | undefined)[] = [];
  let searches = 0;
  return (name) => {
    let own = known.get(name);
    if (own === undefined) {
      if ((searches += 1) > MAX_NAMES) return true;
      code ??= view.paths
        .filter(isCodeOrData)
        .map((path) => (view.file(path)?.text ?? '').toLowerCase())
        .join('\n');
      descriptions ??= texts.map(({ text }) => text.toLowerCase()).join('\n');
      own = occurrences(code, name) > occurrences(descriptions, name);
      known.set(name, own);
    }
    return own;
  };
}
