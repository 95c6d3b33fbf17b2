import { describe, expect, it } from '@jest/globals';
import { growth, IN_PROPORTION, repeated } from '../../../../test/support/growth.js';
import { PackageImports } from '../../../sources/package-imports.js';
import { builtTwins } from './built-twins.js';

const MODULE = `import { __export } from "./chunk-AbCdEf12.js";
import * as harbor from "harbor-kit";
import { readFile } from "node:fs/promises";

//#region src/load.ts
const load = async (path) => [harbor.tide(path), await readFile(path, "utf8"), await import("./extra-AbCdEf12.js")];

//#endregion
export { load };`;
const COMMON = `const require_chunk = require('./chunk-Zy_Xwv98.cjs');
const harbor_kit = require_chunk.__toESM(require("harbor-kit"));
const node_fs_promises = require_chunk.__toESM(require("node:fs/promises"));

//#region src/load.ts
const load = async (path) => [harbor_kit.tide(path), await (0, node_fs_promises.readFile)(path, "utf8"), await Promise.resolve().then(() => require("./extra-Zy_Xwv98.cjs"))];

//#endregion
exports.load = load;`;

function twins(files: Record<string, string>, entrypoints: readonly string[] = []): string[] {
  const all = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]));
  return [...builtTwins(all, entrypoints, all.keys(), new PackageImports(all).namedIn)];
}

describe('one program in two module formats', () => {
  it.each([
    ['the module, if both run', ['dist/load.js', 'dist/load.cjs'], 'dist/load.cjs'],
    ['the module, if neither is known to run', [], 'dist/load.cjs'],
    ['the one that runs', ['dist/load.cjs'], 'dist/load.js'],
  ])('is analyzed once: %s', (_what, entrypoints, left) => {
    expect(twins({ 'dist/load.cjs': COMMON, 'dist/load.js': MODULE }, entrypoints)).toEqual([left]);
  });

  it('is recognized with a digest in its names', () => {
    const files = { 'dist/load-AbCdEf12.mjs': MODULE, 'dist/load-Zy_Xwv98.cjs': COMMON };
    expect(twins(files)).toEqual(['dist/load-Zy_Xwv98.cjs']);
  });

  it.each([
    ['another call', COMMON.replace('tide(path)', 'tide(path), eval(path)')],
    ['another string', COMMON.replace('"utf8"', '"hex"')],
    ['another module', COMMON.replace('"harbor-kit"', '"harbor-kits"')],
    ['a further module', `require("child_process");\n${COMMON}`],
    ['a further statement', `${COMMON}\nsteal();`],
    ['a call in an export', COMMON.replace('exports.load = load;', 'exports.load = load();')],
    [
      'other order',
      COMMON.replace('harbor_kit.tide(path), ', '').replace('"utf8")', '"utf8"), harbor_kit.tide(path)'),
    ],
  ])('is not seen where one has %s', (_what, common) => {
    expect(common).not.toBe(COMMON);
    expect(twins({ 'dist/load.js': MODULE, 'dist/load.cjs': common }, ['dist/load.js'])).toEqual([]);
  });

  it('is analyzed twice if a file that is kept imports the other form', () => {
    const files = {
      'dist/load.js': MODULE,
      'dist/load.cjs': COMMON,
      'bin/cli.cjs': 'require("../dist/load.cjs").load("a");',
    };
    expect(twins(files, ['dist/load.js'])).toEqual([]);
  });

  it.each(['import {', 'require("', 'a.', '"use strict'])('takes linear time for many of %s', (text) => {
    const look = (length: number): unknown =>
      twins({ 'dist/load.js': repeated(`${text}\n`, length), 'dist/load.cjs': COMMON });
    expect(growth(look, 100_000)).toBeLessThan(IN_PROPORTION);
  });
});
