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
