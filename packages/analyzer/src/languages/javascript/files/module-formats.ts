import type { PackageFiles } from '../../../files/source-file.js';
import { decodeSource } from '../../../files/decode-source.js';
import type { NamedIn } from '../../source-files.js';
import { withoutComments } from './pieces.js';

const EXTENSIONS = ['js', 'mjs', 'cjs'];
/** The digest that bundlers append to the name of a chunk: `auth-CRgAEwzo.js`. */
const DIGEST = /-[\w-]{8}$/u;

/** Larger files are not analyzed anyway. */
const MAX_BYTES = 10 * 1024 * 1024;

const SPECIFIER = /["']([^"'\n]+)["']/u;
/** A statement that imports; the names that it gives to whole modules are the first two groups. */
const IMPORT =
  /^import\s+(?:([\w$]+)\s*,?\s*)?(?:\*\s*as\s+([\w$]+)\s*)?(?:\{[^}]{0,4000}\}\s*)?(?:from\s*)?["'][^"'\n]+["'];?$/gmu;
const REQUIRE =
  /^(?:(?:const|let|var)\s+([\w$]+)\s*=\s*)?(?:[\w$.]+\(\s*)?require\(["'][^"'\n]+["']\)\s*\)?;?$/gmu;
/** Statements that only export. */
const EXPORTS: readonly RegExp[] = [
  /^["']use strict["'];?$/gmu,
  /^export\s*\{[^}]{0,4000}\};?$/gmu,
  /^(?:module\.)?exports(?:\.[\w$]+)?(?:\s*=\s*(?:module\.)?exports\.[\w$]+)*\s*=\s*(?:void 0|[\w$.]+);?$/gmu,
  /^Object\.defineProperty\((?:module\.)?exports, ["'][\w$]+["'],\s*\{\s*(?:value:\s*["'\w]+|enumerable:\s*true,\s*get:\s*(?:function\s*\(\)|\(\)\s*=>)\s*\{?\s*(?:return\s+)?[\w$.]+;?\s*\}?,?)\s*\}\);?$/gmu,
];
/** `import()` where modules are loaded with `require`. */
const LATER =
  /\bPromise\.resolve\(\)\.then\((?:function ?\(\) ?\{ ?return |\(\) ?=> ?)(?:(?:[\w$]{1,80}\.)?__to\w{1,40}\((?:\)\()?)?require\((["'][^"'\n]+["'])\)/gu;
/** What a bundler puts after `import()`. */
const CONVERSION = /(?<=\bimport\(["'][^"'\n]{1,200}["']\))\.then\(__to\w{1,40}\(\)\)/gu;
/** The first name of an access path. */
const QUALIFIER = /(?<![\w$]|(?<!\.\.)\.)([\w$]{1,200})\.(?=[A-Za-z_$])/gu;
const TOKEN = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|[\p{L}\p{N}_$]+|[^\s\p{L}\p{N}_$]/gu;

/** What a script does, apart from the way in which it imports and exports. */
interface Body {
  /** The modules of dependencies and of the platform. */
  readonly modules: string;
  readonly tokens: readonly string[];
}

/** A text without what differs between the formats of one build, if it is the path of another file. */
const withoutFormat = (text: string): string =>
  text.startsWith('.') ? text.replace(/\.[cm]?js$/u, '').replace(DIGEST, '') : text;

/** The tokens of code, without the names of modules before a dot and the parentheses of `(0, module.name)(…)`. */
function tokensOf(code: string, names: ReadonlySet<string>): string[] {
  const all =
    code.replace(QUALIFIER, (text, name: string) => (names.has(name) ? '' : text)).match(TOKEN) ?? [];
  const kept: string[] = [];
  for (const [index, token] of all.entries()) {
    const before = all[index - 1];
    if (/^[.,;()]$/u.test(token) || token === 'default') continue;
    if (token === '0' && before === '(' && all[index + 1] === ',') continue;
    if (token === 'export') continue;
    kept.push(/^["']/u.test(token) ? withoutFormat(token.slice(1, -1)) : token.replace(/\$\d+$/u, ''));
  }
  return kept;
}

function bodyOf(text: string): Body {
  const modules = new Set<string>();
  const names = new Set<string>();
  const take = (statement: string, ...given: readonly unknown[]): string => {
    const name = SPECIFIER.exec(statement)?.[1] ?? '';
    // The other files of the package are analyzed themselves.
    if (!name.startsWith('.')) modules.add(name.replace(/^node:/u, ''));
    for (const each of given.slice(0, -2)) if (typeof each === 'string') names.add(each);
    return '';
  };
  let code = withoutComments(text)
    .replace(IMPORT, take)
    .replace(REQUIRE, take)
    .replace(LATER, 'import $1')
    .replace(CONVERSION, '');
  for (const pattern of EXPORTS) code = code.replace(pattern, '');
  return { modules: [...modules].sort().join('\n'), tokens: tokensOf(code, names) };
}

const isSame = (one: Body, other: Body): boolean =>
  one.modules === other.modules &&
  one.tokens.length === other.tokens.length &&
  one.tokens.every((token, index) => token === other.tokens[index]);

/** The scripts of a package by their names without extension and digest; only where there are several formats. */
function formatsIn(files: PackageFiles): string[][] {
  const groups = new Map<string, string[]>();
  for (const [path, bytes] of files) {
    const extension = path.slice(path.lastIndexOf('.') + 1);
    if (!EXTENSIONS.includes(extension) || bytes.length > MAX_BYTES) continue;
    const stem = path.slice(0, -extension.length - 1);
    const key = stem.replace(DIGEST, '');
    groups.set(key, [...(groups.get(key) ?? []), path]);
  }
  return [...groups.values()].filter(
    (paths) => new Set(paths.map((path) => path.slice(path.lastIndexOf('.') + 1))).size > 1,
  );
}

/**
 * Pairs of scripts that are one program in two module formats: `index.js` with `import` and `index.cjs` with `require`. They
 * import the same modules, and are the same token by token but for how they import and export.
 */
function* pairsIn(files: PackageFiles): Generator<readonly [one: string, other: string]> {
  for (const paths of formatsIn(files)) {
    const bodies = paths.map(
      (path) => [path, bodyOf(decodeSource(files.get(path) ?? new Uint8Array()).text)] as const,
    );
    const left = new Set<string>();
    for (const [index, [path, body]] of bodies.entries())
      for (const [other, its] of bodies.slice(index + 1)) {
        const isOther = path.slice(path.lastIndexOf('.')) !== other.slice(other.lastIndexOf('.'));
        if (!isOther || left.has(path) || left.has(other) || !isSame(body, its)) continue;
        left.add(other);
        yield [path, other];
      }
  }
}

/**
 * Scripts that need no analysis of their own, because the package contains the same program in another module format. The one
 * that is known to run is kept, or the one with `import`. So is one that a kept file imports.
 * @param isRun whether a file is an entry point or imported by one
 */
export function formatTwins(
  files: PackageFiles,
  isRun: (path: string) => boolean,
  product: Iterable<string>,
  namedIn: NamedIn,
): ReadonlySet<string> {
  const left = new Set<string>();
  for (const [one, other] of pairsIn(files)) {
    const isSecond = isRun(one) === isRun(other) ? one.endsWith('.cjs') : isRun(other);
    left.add(isSecond ? one : other);
  }
  if (left.size === 0) return left;
  const kept = new Set([...product].filter((path) => !left.has(path)));
  // Iterating over a set includes the items added on the way.
  for (const path of kept)
    for (const imported of namedIn(path).imports) if (left.delete(imported)) kept.add(imported);
  return left;
}
