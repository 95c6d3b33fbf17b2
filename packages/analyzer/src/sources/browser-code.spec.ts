import { describe, expect, it } from '@jest/globals';
import { classifyFiles } from './classify.js';

const PAGE = 'document.querySelector("a").textContent = "b";';

const roleOf = (path: string, code: string, server = 'serve();', entrypoints: readonly string[] = []) =>
  classifyFiles(
    new Map(
      Object.entries({ 'server.js': server, [path]: code }).map(([name, text]) => [name, Buffer.from(text)]),
    ),
    entrypoints,
  ).get(path);

describe('a script for browsers', () => {
  it.each(['public/a.js', 'dist/ui/app/a.mjs', 'Static/a.ts', 'dist/web/dist/a.js'])('%s', (path) => {
    expect(roleOf(path, PAGE)).toBe('browser');
  });
});

describe('a script of the server', () => {
  it.each([
    ['in another folder', 'lib/a.js', PAGE, 'serve();'],
    ['that uses no document', 'public/a.js', 'run();', 'serve();'],
    ['that uses the file system', 'public/a.js', `${PAGE} require("fs").readFileSync("a");`, 'serve();'],
    [
      'that imports from Node.js',
      'public/a.js',
      `import { exec } from 'node:child_process'; ${PAGE}`,
      'serve();',
    ],
    ['that loads a module at run time', 'public/a.js', `${PAGE} process.getBuiltinModule("fs");`, 'serve();'],
    ['that the server imports', 'public/a.js', PAGE, 'import "./public/a.js";'],
  ])('%s', (_what, path, code, server) => {
    expect(roleOf(path, code, server)).toBe('product');
  });

  it('that a manifest names', () => {
    expect(roleOf('public/a.js', PAGE, 'serve();', ['public/a.js'])).toBe('product');
  });

  it('that a script for browsers would import, and the server too', () => {
    const files = {
      'server.js': 'import "./public/a.js";',
      'public/a.js': `${PAGE} import "./b.js";`,
      'public/b.js': PAGE,
    };
    const roles = classifyFiles(
      new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])),
    );
    expect(roles.get('public/b.js')).toBe('product');
  });
});
