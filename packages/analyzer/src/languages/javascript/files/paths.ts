import type { PackageFiles } from '../../../files/source-file.js';

const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.jsx'];
const BUILT = /\.[cm]?jsx?$/u;

/** Folders that compilers write to, those within them for a kind of module, and those in which the sources are. */
const OUTPUTS = new Set(['dist', 'build', 'lib', 'out', 'output', 'esm', 'cjs', 'compiled']);
const WITHIN_OUTPUT = new Set(['esm', 'cjs', 'src', 'node']);
const SOURCES = ['src/', 'source/', ''];

/** The likely source files of a path in a folder that compilers write to, likeliest first. */
export function sourcesOf(path: string): string[] {
  const parts = path.split('/');
  const at = parts.slice(0, -1).findIndex((part) => OUTPUTS.has(part));
  if (at === -1) return [];
  const before = parts.slice(0, at).map((part) => `${part}/`);
  const within = parts.slice(at + 1);
  const skipped = within.length > 1 && WITHIN_OUTPUT.has(within[0] ?? '') ? within.slice(1) : within;
  const found = [skipped, within].flatMap((rest) =>
    SOURCES.map((folder) => `${before.join('')}${folder}${rest.join('/')}`),
  );
  return [...new Set(found)].filter((each) => each !== path);
}

/** A path with each of the extensions of scripts. */
export const withEndings = (base: string): string[] => ENDINGS.map((ending) => base + ending);

/** Whether a path has the extension of compiled code: `x.js` may refer to `x.ts`. */
export const isBuilt = (path: string): boolean => BUILT.test(path);

/** The files that the path of a script may refer to, likeliest first: TypeScript imports use the names of the compiled files. */
export const scriptsNamed = (path: string): string[] => [
  path,
  ...withEndings(path),
  ...(isBuilt(path) ? withEndings(path.replace(BUILT, '')) : []),
];

/** The index scripts of a folder. */
export const indexesOf = (folder: string): string[] =>
  withEndings(folder === '' ? 'index' : `${folder}/index`);

/** The file of a package that npm installs under another name: `.gitignore` becomes `.npmignore`, where there is none. */
export function beforeRenaming(path: string, files: PackageFiles): string | undefined {
  const original = /(?:^|\/)\.npmignore$/u.test(path)
    ? path.replace(/\.npmignore$/u, '.gitignore')
    : undefined;
  return original !== undefined && files.has(original) && !files.has(path) ? original : undefined;
}
