import { isOtherContent } from '../files/other-content.js';
import { extensionOf, fileName } from '../files/package-path.js';
import type { PackageFiles, SourcePackage } from '../files/source-file.js';
import type { LanguageName } from '../ir/program.js';
import { LANGUAGES, languageNamed } from '../languages/index.js';
import names from './names.json' with { type: 'json' };

const BY_EXTENSION = new Map(LANGUAGES.flatMap(({ sources }) => Object.entries(sources.extensions)));
const BY_PROGRAM = LANGUAGES.flatMap(({ sources }) => sources.programs);
const RECOGNIZERS = LANGUAGES.flatMap(({ sources }) => sources.recognizes ?? []);
/** Documents and templates: their first line is an example. */
const NOT_RUN = new Set(names.languageOf.notRun);
const SHEBANG_LENGTH = 256;
const SHELLS = /^(?:ba|z|da|k|a)?sh$/;

/** The program in the shebang, `#!/usr/bin/env -S node --flag`; undefined without one. */
export function shebangProgram(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, SHEBANG_LENGTH)).toString('latin1');
  if (!start.startsWith('#!')) return undefined;
  const words = (start.slice(2).split('\n', 1)[0] ?? '').split(/[ \t\r]+/).filter((word) => word !== '');
  const env = words[0] !== undefined && fileName(words[0]) === 'env';
  // With `env`, flags and variables precede the program.
  const program = env ? words.slice(1).find((word) => !/^-|=/.test(word)) : words[0];
  return program === undefined ? undefined : fileName(program);
}

/** Whether a file is a script of a shell, by its ending or, without one, by its shebang. */
export function isShell(path: string, bytes: Uint8Array): boolean {
  const extension = extensionOf(path);
  if (extension !== '') return extension === 'sh' || extension === 'bash';
  const program = shebangProgram(bytes);
  return program !== undefined && SHELLS.test(program);
}

/** A package with a predicate for its source files. */
export const sourcePackage = (files: PackageFiles, isNpmPackage = false): SourcePackage => ({
  files,
  isNpmPackage,
  isSource: (path) => languageOf(path, files.get(path) ?? new Uint8Array()) !== undefined,
});

/**
 * The language of a file: by its extension, unless its content is something else, or, without a known one, by its shebang: `server.cli`. Undefined for all other files,
 * including type declarations: compilers keep the shebang of a source file in them, but never that of another language.
 */
export function languageOf(path: string, bytes: Uint8Array): LanguageName | undefined {
  const extension = extensionOf(path);
  const declaring = LANGUAGES.find(({ sources }) => sources.declarations?.test(path));
  const byExtension = declaring ? undefined : BY_EXTENSION.get(extension);
  if (byExtension !== undefined) return isOtherContent(extension, bytes) ? undefined : byExtension;
  for (const recognizes of RECOGNIZERS) {
    const recognized = recognizes(path, bytes);
    if (recognized !== undefined) return recognized;
  }
  if (NOT_RUN.has(extension)) return undefined;
  const program = shebangProgram(bytes);
  const language = program === undefined ? undefined : BY_PROGRAM.find(([names]) => names.test(program))?.[1];
  return language !== undefined && languageNamed(language) === declaring ? undefined : language;
}
