import type { PackageFiles, SourcePackage } from '../files/source-file.js';
import type { OriginOf } from '../files/text-file.js';
import type { LanguageName } from '../ir/program.js';

/** The files of the package that a source file refers to. */
export interface Named {
  /** Imported files. */
  readonly imports: readonly string[];
  /** Imported files that run and are in no supported language: Node.js treats `core.dat` as a script. */
  readonly foreign: readonly string[];
  /** Other strings that end with a file name: started programs, concatenated paths. */
  readonly texts: readonly string[];
  /** Paths of files that may be started or loaded, relative to its folder or to the package. */
  readonly started: readonly string[];
}

/** The references of a file, by its path. */
export type NamedIn = (path: string) => Named;

/** Extracts references from source files of a language, from their text alone. */
export interface ImportReader {
  namedIn(path: string, text: string): Named;
  /** Whether a file with this text may import files in unsupported languages: a cheap check. */
  mayBringForeign?(text: string): boolean;
}

/** How source files of a language are recognized and classified. */
export interface SourceFiles {
  /** The language of files by extension. */
  readonly extensions: Readonly<Record<string, LanguageName>>;
  /** The language of files by interpreter: `#!/usr/bin/env node`. */
  readonly programs: readonly (readonly [RegExp, LanguageName])[];
  /** Recognizes source files that have an extension of other files too. */
  readonly recognizes?: (path: string, bytes: Uint8Array) => LanguageName | undefined;
  /** Paths of files that contain only type declarations. */
  readonly declarations?: RegExp;
  /** Lower-case names of test files. */
  readonly tests: readonly RegExp[];
  /** Lower-case names of files that run or set up tests, besides those common to all languages. */
  readonly runners: readonly RegExp[];
  /** Its own tools run tests: no manifest has to name a test runner. */
  readonly testsItself: boolean;
  /** Whether a source file was minified. */
  readonly isMinified?: (path: string, bytes: Uint8Array) => boolean;
  /** Breaks the long lines of minified code. Undefined when there is nothing to break. */
  readonly unfold?: (text: string) => Unfolded | undefined;
  /** Larger files are not parsed, in bytes; 1 MB without it. */
  readonly maxParsedBytes?: number;
  /** The encoding that a file declares, if its code may be another one than it looks like. */
  readonly otherEncoding?: (text: string) => string | undefined;
  /** The encoding that a file declares, as decoders name it; undefined for UTF-8. */
  readonly decoderOf?: (bytes: Uint8Array) => string | undefined;
  /** How the import of a library is written before and after its name, as parts of a regular expression. */
  readonly importedName: { readonly before: string; readonly after: string };
  /** YAML files may describe the tools of its modules. */
  readonly describedInYaml?: boolean;
  readonly imports: (source: SourcePackage) => ImportReader;
  /** The file that runs instead of a source file. */
  readonly runsInstead?: (path: string, files: PackageFiles) => string | undefined;
  /** Folders, with a slash at the end, of which modules may run at every start of the language. */
  readonly startFolders?: (files: PackageFiles) => readonly string[];
  /**
   * Files that need no analysis of their own, because the package contains their source or their compiled form.
   * @param entrypoints files that manifests declare as entry points
   * @param product files that are part of the product
   */
  readonly twins?: (
    files: PackageFiles,
    entrypoints: readonly string[],
    product: Iterable<string>,
    namedIn: NamedIn,
  ) => ReadonlySet<string>;
}

/** Minified code with more line breaks; each character between them is that of the file. */
export interface Unfolded {
  readonly text: string;
  /** The position in the file for one in this text. */
  readonly originOf: OriginOf;
}

/** For a file without references. */
export const NOTHING_NAMED: Named = { imports: [], foreign: [], texts: [], started: [] };
