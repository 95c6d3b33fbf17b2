import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

/** Paths of compiled modules, as the benchmarks load them: `join(dist, 'a/b.js')` and `load('a/b.js')`. */
const LOADED = /\b(?:join\(dist, |load\()'([^']+)\.js'/gu;

const files = globSync('bench/{cases,lib}/*.mjs');
const modules = files.flatMap((file) => {
  const loaded = readFileSync(file, 'utf8').matchAll(LOADED);
  return [...loaded].map(([, module]) => [file, `src/${module}.ts`] as const);
});

describe('benchmarks', () => {
  it.each(modules)('%s loads %s, which exists', (_file, module) => {
    expect(existsSync(module)).toBe(true);
  });
});
