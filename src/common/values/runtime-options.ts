/** Options of Node.js and Python before the file that they start that change nothing about which code runs. */
export const HARMLESS_OPTIONS: Readonly<Record<'node' | 'python', ReadonlySet<string>>> = {
  node: new Set(['--no-warnings', '--enable-source-maps', '--no-deprecation', '--trace-warnings', '--']),
  python: new Set(['-u', '-B', '-s', '-O']),
};
