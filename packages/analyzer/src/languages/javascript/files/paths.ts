import type { PackageFiles } from '../../../files/source-file.js';

const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.jsx'];
const BUILT = /\.[cm]?jsx?$/u;

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
