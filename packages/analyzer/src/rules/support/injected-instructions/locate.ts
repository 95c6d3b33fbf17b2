import type { Lines } from '../../../ir/program.js';
import type { Found } from '../../../findings/found.js';
import type { PackageView } from '../../rule.js';
import { isCodeOrData } from '../code-files.js';
import type { IsOwn } from './foreign-tools.js';
import { plainText } from './plain-text.js';
import { literalsOf } from './literals.js';

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
  private searches = 0;

  constructor(private readonly view: PackageView) {}

  /**
   * The literal in which a phrase occurs: the one at a location, else one of the same file, else one of another. A text
   * that no literal holds, as in data files, is located by its lines.
   */
  find(words: string, at: Location): LiteralLocation {
    const phrase = plainText(words);
    if (phrase === '') return this.around(at);
    for (const file of [at.file, ...this.otherFiles(at)]) {
      const literal = this.literalIn(file, phrase, at);
      if (literal) return { ...literal, file, phraseLine: this.phraseLine(file, words, literal) };
    }
    return this.around(this.lineOf(words, at));
  }

  /** The location as a finding has it: the whole literal, with the phrase as the step of its trace. */
  reported(words: string, at: Location): Pick<Found, 'at' | 'lines' | 'end'> {
    const { file, line, endLine, phraseLine } = this.find(words, at);
    return { at: { file }, lines: { line, endLine }, end: { file, line: phraseLine } };
  }

  private otherFiles(at: Location): readonly string[] {
    return this.view.paths.filter((path) => path !== at.file && isCodeOrData(path));
  }

  private literalIn(file: string, phrase: string, at: Location): Lines | undefined {
    const module = this.view.module(file);
    const found = module ? literalsOf(module).filter(({ text }) => text.includes(phrase)) : [];
    const isNear = ({ line, endLine }: Lines): boolean => endLine >= at.line - 1 && line <= at.line + REACH;
    const literal = (file === at.file ? found.find(isNear) : undefined) ?? found[0];
    return literal && { line: literal.line, endLine: literal.endLine };
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
    const module = this.view.module(file);
    const literal = (module ? literalsOf(module) : []).find(
      (each) => each.line <= line && line <= each.endLine && each.endLine > each.line,
    );
    const lines = literal ?? { line, endLine: line };
    return { file, line: lines.line, endLine: lines.endLine, phraseLine: line };
  }

  /** The line on which a phrase occurs: below a location, else in the same file, else in another. */
  private lineOf(words: string, at: Location): Location {
    for (const needle of fragmentsOf(words)) {
      const line =
        this.lineIn(at.file, needle, Math.max(0, at.line - 2), at.line + REACH) ??
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
