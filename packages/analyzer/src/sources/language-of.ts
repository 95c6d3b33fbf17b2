import type { LanguageName } from '../ir/program.js';

const BY_EXTENSION: Readonly<Record<string, LanguageName>> = {
  ts: 'typescript',
  tsx: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  py: 'python',
  go: 'go',
};
const BY_PROGRAM: readonly (readonly [RegExp, LanguageName])[] = [
  [/^(?:node|nodejs|bun|deno)$/, 'javascript'],
  [/^(?:tsx|ts-node|ts-node-esm)$/, 'typescript'],
  [/^(?:python|pypy)[0-9.]*$/, 'python'],
];
/** What is read by people or filled in before it runs: its first line is an example. */
const NOT_RUN = new Set(['md', 'mdx', 'rst', 'adoc', 'txt', 'html', 'tmpl', 'tpl', 'template', 'j2', 'jinja', 'hbs', 'ejs', 'in', 'sample', 'dist']); // prettier-ignore
const SHEBANG_LENGTH = 256;

/** The last part of a path. */
export const fileName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The extension of a path's file in lower case, without the dot; empty without one. `.env` has none. */
export function extensionOf(path: string): string {
  const name = fileName(path);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** The program in the first line, `#!/usr/bin/env -S node --flag`; undefined without such a line. */
export function shebangProgram(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, SHEBANG_LENGTH)).toString('latin1');
  if (!start.startsWith('#!')) return undefined;
  const words = (start.slice(2).split('\n', 1)[0] ?? '').split(/[ \t\r]+/).filter((word) => word !== '');
  const env = words[0] !== undefined && fileName(words[0]) === 'env';
  // Of `env`, flags and variables come before the program.
  const program = env ? words.slice(1).find((word) => !/^-|=/.test(word)) : words[0];
  return program === undefined ? undefined : fileName(program);
}

/**
 * The language that a file is written in: by its extension, or by the program in its first line where it has none or one that
 * says nothing: `server.cli`. Undefined for all else, also for declarations of types: compilers leave the first line of a
 * script in them, but that of no other program than Node.js.
 */
export function languageOf(path: string, bytes: Uint8Array): LanguageName | undefined {
  const extension = extensionOf(path);
  const declares = /\.d\.[mc]?ts$/i.test(path);
  if (Object.hasOwn(BY_EXTENSION, extension) && !declares) return BY_EXTENSION[extension];
  if (NOT_RUN.has(extension)) return undefined;
  const program = shebangProgram(bytes);
  const language = program === undefined ? undefined : BY_PROGRAM.find(([names]) => names.test(program))?.[1];
  return declares && language !== 'python' ? undefined : language;
}
