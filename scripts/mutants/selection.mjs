/** Which tests can notice a mutant, in the order in which they are likely to. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Tests over everything a read or a table can answer come first: most mutants fail there. */
const FIRST = /\/(?:[\w-]*twins[\w-]*|model-rows[\w-]*)(?:\/|\.test\.ts)/u;

/** The sources that import a source directly. */
function importersOf(file) {
  const name = basename(file).replace(/\.ts$/u, '.js');
  return globSync(['src/**/*.ts', 'packages/analyzer/src/**/*.ts']).filter((other) => {
    const text = readFileSync(other, 'utf8');
    return Array.from(text.matchAll(/from '(\.[^']+)'/gu), ([, path]) => path).some(
      (path) => basename(path) === name && join(dirname(other), path).replace(/js$/u, 'ts') === file,
    );
  });
}

/** @param reached what has been recorded (reached.mjs) */
export function createSelection(reached) {
  const byPlace = new Map();
  const byFile = new Map();
  const add = (map, key, test) => {
    const tests = map.get(key) ?? new Map();
    tests.set(test, (tests.get(test) ?? 0) + 1);
    map.set(key, tests);
  };
  for (const [test, { places, failed, passed }] of Object.entries(reached)) {
    // A test that fails anyway shows nothing.
    if (failed > 0 || passed === 0) continue;
    for (const place of places) {
      add(byPlace, place, test);
      add(byFile, place.slice(0, place.indexOf(' ')), test);
    }
  }
  const ofFile = (file, depth = 2) => {
    const own = byFile.get(file);
    if (own !== undefined || depth === 0) return [...(own?.keys() ?? [])];
    return [...new Set(importersOf(file).flatMap((other) => ofFile(other, depth - 1)))];
  };
  /** How much of what a test reaches is in the file. */
  const share = (test, file) => (byFile.get(file)?.get(test) ?? 0) / reached[test].places.length;
  return ({ file, place, tests }) => {
    if (tests !== undefined)
      return Object.keys(reached).filter((test) => tests.some((part) => test.includes(part)));
    const isRow = /^(?:paths|methods|emitted) /u.test(place);
    const found = byPlace.get(`${file} ${place}`);
    const all = found ? [...found.keys()] : isRow ? [] : ofFile(file);
    const worth = (test) => (share(test, file) + 0.001) / (reached[test].seconds + 1);
    return all.sort(
      (a, b) => Number(FIRST.test(b)) - Number(FIRST.test(a)) || worth(b) - worth(a) || a.localeCompare(b),
    );
  };
}
