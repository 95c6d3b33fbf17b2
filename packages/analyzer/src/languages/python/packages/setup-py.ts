import { LineSearch } from '../../../packages/line-search.js';
import type { DeclaredDependency, Manifest } from '../../../packages/package-facts.js';
import { checkCount, type PackagingFile } from '../../../packages/packaging-file.js';
import { defined } from '../../../packages/values.js';
import { declaredOfTexts } from './python-facts.js';

interface Literal {
  readonly text: string;
  /** The index after the literal. */
  readonly end: number;
}

/** The string literal at an index; undefined if there is none, or if its value is computed. */
function literalAt(source: string, start: number): Literal | undefined {
  const quote = source[start];
  if (quote !== '"' && quote !== "'") return undefined;
  const end = source.indexOf(quote, start + 1);
  const text = end === -1 ? undefined : source.slice(start + 1, end);
  return text === undefined || text.includes('\n') || text.includes('\\')
    ? undefined
    : { text, end: end + 1 };
}

const lineEnd = (source: string, start: number): number => {
  const end = source.indexOf('\n', start);
  return end === -1 ? source.length : end;
};

const SPACE = new Set(' \t\r\n\\');

const skipSpace = (source: string, start: number): number => {
  let at = start;
  while (at < source.length) {
    if (source[at] === '#') at = lineEnd(source, at);
    else if (SPACE.has(source[at] ?? '')) at += 1;
    else break;
  }
  return at;
};

/** The index of the value of an argument `name=`; undefined if it is missing. */
function argumentAt(source: string, name: string): number | undefined {
  const match = new RegExp(`(?:^|[\\s(,{])['"]?${name}['"]?\\s*[=:](?!=)`, 'm').exec(source);
  return match === null ? undefined : skipSpace(source, match.index + match[0].length);
}

const textArgument = (source: string, name: string): string | undefined => {
  const start = argumentAt(source, name);
  return start === undefined ? undefined : literalAt(source, start)?.text;
};

/** The string literals in a list literal. */
function listArgument(source: string, name: string): string[] {
  const start = argumentAt(source, name);
  if (start === undefined || !/[[(]/.test(source[start] ?? '')) return [];
  const found: string[] = [];
  for (let at = skipSpace(source, start + 1); at < source.length;) {
    const literal = literalAt(source, at);
    if (literal === undefined) break;
    found.push(literal.text);
    at = skipSpace(source, literal.end);
    if (source[at] !== ',') break;
    at = skipSpace(source, at + 1);
  }
  return found;
}

/** The literals in `setup.py`. It is a program: computed values are not known here. */
export function readSetupPy({ path, text }: PackagingFile): Manifest {
  const search = new LineSearch(text);
  const list = (name: string, kind: DeclaredDependency['kind']): DeclaredDependency[] => {
    search.rewind();
    return declaredOfTexts(listArgument(text, name), kind, path, (requirement) =>
      search.lineOfQuoted(requirement),
    );
  };
  const dependencies = [...list('install_requires', 'runtime'), ...list('tests_require', 'dev')];
  checkCount(dependencies.length);
  const scripts = new Map(
    listArgument(text, 'console_scripts').flatMap((script) => {
      const [name = '', target] = script.split('=', 2);
      return target === undefined ? [] : [[name.trim(), target.trim()] as const];
    }),
  );
  return {
    path,
    ecosystem: 'PyPI',
    ...defined('name', textArgument(text, 'name')),
    ...defined('version', textArgument(text, 'version')),
    ...defined('description', textArgument(text, 'description')),
    ...defined('license', textArgument(text, 'license')),
    ...defined('repository', textArgument(text, 'url')),
    dependencies,
    installScripts: [],
    scripts,
    entrypoints: [...new Set(scripts.values())],
  };
}
