import { describe, expect, it } from '@jest/globals';
import { classifyFile, classifyFiles } from './classify.js';
import type { FileRole } from '../files/source-file.js';

const role = (path: string, content: string | Buffer = 'x'): FileRole =>
  classifyFile(path, Buffer.from(content));
const roles = (paths: readonly string[], entrypoints?: readonly string[]): Record<string, FileRole> =>
  Object.fromEntries(classifyFiles(new Map(paths.map((path) => [path, Buffer.from('x')])), entrypoints));

const MINIFIED = 'function a(b){return c(b);}'.repeat(300);
const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 1]);

describe('classifyFile does not misclassify', () => {
  it.each([
    ['a script with a NUL', 'src/a.js', 'a();/*\0*/'],
    ['a script of control characters', 'src/a.js', '\u0001\u0002\u0003'],
    ['a module that handles documents', 'src/tools/docs/search.ts', 'x'],
    ['setup.py', 'setup.py', 'x'],
    ['a file that has the name of a folder', 'src/test.js', 'x'],
    ['a folder that has the name of a file', 'src/a.test.js/b.js', 'x'],
    ['a name that contains the word test', 'src/latest.js', 'x'],
    ['data on a long line', 'src/a.js', `const page = "${'abcdefgh'.repeat(5000)}";\nrun();\n`],
    [
      'a source map in a long line',
      'src/a.js',
      `${'run();\n'.repeat(800)}//# sourceMappingURL=data:${'(a);'.repeat(9000)}`,
    ],
    ['one long line among many', 'src/a.js', `${'run();\n'.repeat(3000)}${'call(1);'.repeat(900)}`],
    ['a short script on one line', 'a.js', 'function a(b){return c(b);}'.repeat(20)],
  ])('%s', (_what, path, content) => {
    expect(role(path, content)).toBe('product');
  });
});

describe('classifyFile', () => {
  it.each<[FileRole, readonly string[]]>([
    [
      'product',
      [
        'index.js',
        'src/a.ts',
        'server.py',
        'cmd/x/main.go',
        'install.sh',
        'dist/index.cjs',
        'src/config.tsx',
      ],
    ],
    [
      'test',
      [
        'test/a.ts',
        'src/__tests__/a.js',
        'a.test.ts',
        'a.spec.mjs',
        'test_a.py',
        'a_test.py',
        'a_test.go',
        'conftest.py',
        'e2e/a.ts',
        'tests/fixtures/a.json',
        'internal/testdata/a.go',
        'src/mocks/a.ts',
        'Tests/a.py',
        'test/package.json',
      ],
    ],
    [
      'docs',
      [
        'docs/a.ts',
        'packages/x/docs/a.js',
        'README.md',
        'src/a.rst',
        'LICENSE',
        'LICENSE-MIT',
        'CHANGELOG',
        'docs/a.json',
        'COPYING.txt',
      ],
    ],
    [
      'example',
      ['examples/a.ts', 'src/example/a.py', 'samples/a.go', 'demo/package.json', 'packages/a/demo/b.js'],
    ],
    [
      'vendored',
      [
        'node_modules/a/index.js',
        'vendor/a/a.go',
        'a/third_party/b.py',
        'node_modules/a/package.json',
        'vendor/test/a.go',
      ],
    ],
    ['minified', ['a.min.js', 'lib/a.min.mjs']],
    [
      'manifest',
      [
        'package.json',
        'packages/a/package.json',
        'pyproject.toml',
        'setup.cfg',
        'Pipfile',
        'go.mod',
        'requirements.txt',
        'requirements-dev.txt',
        'requirements/base.in',
        'dev-requirements.txt',
      ],
    ],
    [
      'lockfile',
      [
        'package-lock.json',
        'npm-shrinkwrap.json',
        'pnpm-lock.yaml',
        'yarn.lock',
        'poetry.lock',
        'uv.lock',
        'Pipfile.lock',
        'go.sum',
        'a/package-lock.json',
      ],
    ],
    [
      'ci',
      [
        '.github/workflows/ci.yml',
        '.gitlab-ci.yml',
        '.circleci/config.yml',
        'azure-pipelines.yml',
        'Jenkinsfile',
        '.github/dependabot.yml',
        'renovate.json',
        '.travis.yml',
      ],
    ],
    [
      'data',
      [
        'a.json',
        'src/a.d.ts',
        'a.pyi',
        'Dockerfile',
        'tsconfig.json',
        'a/.github/workflows/ci.yml',
        'requirements.py.txt.bak',
        '.env',
        'bin/tool',
      ],
    ],
  ])('%s', (expected, paths) => {
    expect(Object.fromEntries(paths.map((path) => [path, role(path)]))).toEqual(
      Object.fromEntries(paths.map((path) => [path, expected])),
    );
  });

  it('classifies binary content as binary, also among tests and documents', () => {
    for (const path of ['a.png', 'bin/tool', 'docs/a.png', 'test/a.bin', 'README'])
      expect(role(path, PICTURE)).toBe('binary');
    expect(role('node_modules/a/b.node', PICTURE)).toBe('vendored');
    expect(role('a.txt', '\ufeffa')).toBe('data');
    expect(role('a.txt', Buffer.from('\ufeffa', 'utf16le'))).toBe('data');
    expect(role('a.txt', Buffer.from('schön wär’s', 'latin1'))).toBe('data');
  });

  it('recognizes minified scripts by their line lengths', () => {
    expect(role('dist/index.js', MINIFIED)).toBe('minified');
    expect(role('dist/index.ts', `/* licence\n */\n${MINIFIED}\n`)).toBe('minified');
    expect(role('a.js', `${'a(b);'.repeat(130)}\n`.repeat(20))).toBe('minified');
    expect(role('a.py', MINIFIED)).toBe('product');
  });

  it('recognizes scripts without extension by their shebang', () => {
    expect(role('bin/tool', '#!/usr/bin/env node\n')).toBe('product');
    expect(role('bin/tool', '#!/bin/bash\n')).toBe('product');
    expect(role('bin/tool', '#!/usr/bin/env ruby\n')).toBe('data');
  });
});

describe('classifyFiles', () => {
  it('uses the names of folders when there is other code', () => {
    expect(roles(['index.js', 'examples/a.js', 'test/a.js', 'docs/a.js'])).toEqual({
      'index.js': 'product',
      'examples/a.js': 'example',
      'test/a.js': 'test',
      'docs/a.js': 'docs',
    });
  });

  it('classifies examples as product when there is no other code', () => {
    expect(roles(['README.md', 'examples/a.js', 'examples/package.json', 'test/a.js', 'install.sh'])).toEqual(
      {
        'README.md': 'docs',
        'examples/a.js': 'product',
        'examples/package.json': 'manifest',
        'test/a.js': 'test',
        'install.sh': 'product',
      },
    );
  });

  it('classifies files in test folders as product when there is no other code, except those named like tests', () => {
    expect(roles(['test/a.js', 'test/b.test.js', 'docs/x.md'])).toEqual({
      'test/a.js': 'product',
      'test/b.test.js': 'test',
      'docs/x.md': 'docs',
    });
  });

  it('ignores the names of folders that contain an entrypoint', () => {
    expect(roles(['index.js', 'test/server/a.js', 'test/b.js', 'docs/c.js'], ['test/server/a.js'])).toEqual({
      'index.js': 'product',
      'test/server/a.js': 'product',
      'test/b.js': 'product',
      'docs/c.js': 'docs',
    });
  });

  const rolesOf = (files: Readonly<Record<string, string>>): Record<string, FileRole> =>
    Object.fromEntries(
      classifyFiles(new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))),
    );

  it('classifies imports of product code as product, wherever they are, also transitively', () => {
    expect(
      rolesOf({
        'src/index.ts':
          'import { run } from "./test/run.js";\nimport "../vendor/lib.js";\nimport "other";\nconst m = await import("../examples/a");',
        'vendor/lib.js': 'x',
        'node_modules/other/index.js': 'x',
        'src/test/run.ts': 'export * from "../fixtures/deep";',
        'src/fixtures/deep.ts': 'require("./data.json");',
        'src/fixtures/other.ts': 'x',
        'examples/a/index.ts': 'import x from "#docs";',
        'package.json': '{ "imports": { "#docs": "./docs/x.js" }, "dependencies": { "other": "1.0.0" } }',
        'docs/x.js': 'x',
        'server.py': 'from tests.helpers import run\nimport examples.b',
        'tests/helpers.py': 'from .inner import (a)\nfrom . import third',
        'tests/inner.py': 'x',
        'tests/third.py': 'x',
        'examples/b/__init__.py': 'x',
        'go.mod': 'module example.com/a/b\n',
        'main.go': 'import "example.com/a/b/test/util"',
        'test/util/a.go': 'x',
        'test/util/a_test.go': 'x',
      }),
    ).toMatchObject({
      'vendor/lib.js': 'product',
      'node_modules/other/index.js': 'vendored',
      'src/test/run.ts': 'product',
      'src/fixtures/deep.ts': 'product',
      'src/fixtures/other.ts': 'test',
      'examples/a/index.ts': 'product',
      'docs/x.js': 'product',
      'tests/helpers.py': 'product',
      'tests/inner.py': 'product',
      'tests/third.py': 'product',
      'examples/b/__init__.py': 'product',
      'test/util/a.go': 'product',
      'test/util/a_test.go': 'test',
    });
  });

  it('ignores imports of tests, test runners, types and comments', () => {
    expect(
      rolesOf({
        'src/index.ts':
          'import type { A } from "../test/a";\nx(); // import "../test/a"\n/*\n * from "../test/a"\n */',
        'src/a.test.ts': 'import "../test/a";',
        'vitest.config.ts': 'import "./test/a";',
        'scripts/run-tests.js': 'require("../test/a");',
        'test/a.ts': 'import "../src/index";',
      }),
    ).toMatchObject({ 'test/a.ts': 'test', 'src/a.test.ts': 'test', 'src/index.ts': 'product' });
  });

  it('includes what a tool imports whose module is named like a test, if a file of data names it', () => {
    const files = (descriptor: string): Record<string, string> => ({
      'build/index.js': 'import "./registry.js";',
      'build/tools/test_device.js': 'import "../utils/test/index.js";',
      'build/utils/test/index.js': 'export {};',
      'tools/device.yaml': descriptor,
    });
    expect(rolesOf(files('id: device\nmodule: tools/test_device\n'))).toMatchObject({
      'build/utils/test/index.js': 'product',
    });
    expect(rolesOf(files('id: device\nmodule: tools/test_phone\n'))).toMatchObject({
      'build/utils/test/index.js': 'test',
    });
    expect(rolesOf(files('id: device\n# module: tools/test_device\n'))).toMatchObject({
      'build/utils/test/index.js': 'test',
    });
  });

  it.each([
    ['a string that contains a comment token', 'const a = "//"; await import("./vendor/run.js");'],
    ['a multiplication operator', 'const a = 2\n  * (await import("./vendor/run.js")).two;'],
    ['a comment', 'await import(/* later */ "./vendor/run.js");'],
    ['escapes', 'import "./v\\x65ndor/run.js";'],
    ['an alias of require', 'const load = createRequire(import.meta.url);\nload("./vendor/run");'],
    [
      'a call that spawns it',
      'spawn(process.execPath, [new URL("./vendor/run.js", import.meta.url).pathname]);',
    ],
  ])('classifies an import as product, even with %s', (_what, code) => {
    expect(rolesOf({ 'cli.js': code, 'vendor/run.js': 'x' })).toMatchObject({ 'vendor/run.js': 'product' });
  });

  it('handles a package without code', () => {
    expect(roles(['README.md'])).toEqual({ 'README.md': 'docs' });
    expect(roles([])).toEqual({});
  });
});
