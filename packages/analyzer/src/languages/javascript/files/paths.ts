const ENDINGS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.mjs', '.cjs', '.jsx'];
const BUILT = /\.[cm]?jsx?$/u;

/** A path with each of the endings of scripts. */
export const withEndings = (base: string): string[] => ENDINGS.map((ending) => base + ending);

/** Whether a path ends as what compilers write does: `x.js` may stand for `x.ts`. */
export const isBuilt = (path: string): boolean => BUILT.test(path);

/** The files that the path of a script may mean, likeliest first: TypeScript names what its compiler writes. */
export const scriptsNamed = (path: string): string[] => [
  path,
  ...withEndings(path),
  ...(isBuilt(path) ? withEndings(path.replace(BUILT, '')) : []),
];

/** The scripts that a folder stands for. */
export const indexesOf = (folder: string): string[] =>
  withEndings(folder === '' ? 'index' : `${folder}/index`);
