import type { PackageFiles, SourcePackage } from '../files/source-file.js';
import type { LanguageName } from '../ir/program.js';

/** What a source file names of its package. */
export interface Named {
  /** Files that it brings in. */
  readonly imports: readonly string[];
  /** Those of them that run, and are in no language that is read: Node.js takes `core.dat` for a script. */
  readonly foreign: readonly string[];
  /** Its other texts that end with the name of a file: of what is started, of what is put together. */
  readonly texts: readonly string[];
}

/** What a file names, by its path. */
export type NamedIn = (path: string) => Named;

/** Reads what source files of a language name, by their texts alone. */
export interface ImportReader {
  namedIn(path: string, text: string): Named;
  /** Whether a file with this text may bring in files that are in no language that is read: a cheap question. */
  mayBringForeign?(text: string): boolean;
}

/** How the source files of a language are told from others, and what they are for. */
export interface SourceFiles {
  /** What files with an extension are written in. */
  readonly extensions: Readonly<Record<string, LanguageName>>;
  /** What files are written in that programs of these names run: `#!/usr/bin/env node`. */
  readonly programs: readonly (readonly [RegExp, LanguageName])[];
  /** Paths of files that declare types, and hold no code. */
  readonly declarations?: RegExp;
  /** Names of files with tests, in lower case. */
  readonly tests: readonly RegExp[];
  /** Names of files that run or set up tests, in lower case, besides those that are such in every language. */
  readonly runners: readonly RegExp[];
  /** Its own tools run tests: no manifest has to name one that does. */
  readonly testsItself: boolean;
  /** Whether a source file was made short by a tool, so that nothing can be read in it. */
  readonly isMinified?: (path: string, bytes: Uint8Array) => boolean;
  readonly imports: (source: SourcePackage) => ImportReader;
  /**
   * Files that need no analysis of their own, because the package holds what they were made of, or what is made of them.
   * @param entrypoints files that manifests name to be run
   * @param product files whose code is the product's
   */
  readonly twins?: (
    files: PackageFiles,
    entrypoints: readonly string[],
    product: Iterable<string>,
    namedIn: NamedIn,
  ) => ReadonlySet<string>;
}

/** What a file names that names nothing. */
export const NOTHING_NAMED: Named = { imports: [], foreign: [], texts: [] };
