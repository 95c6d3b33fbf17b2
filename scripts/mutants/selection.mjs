/** Which tests can notice a mutant, in the order in which they are likely to. */
import { globSync } from 'node:fs';
import { directImporters } from '../source-imports.mjs';

/** Tests over everything that a read can answer come first: most mutants of reads fail there. */
const TWINS = /\/[\w-]*twins[\w-]*(?:\/|\.test\.ts)/u;
/** Tests of each row of the model tables. They take long, so that only rows and what rows are made of are tried first. */
const ROWS = /model-rows\.test\.ts$/u;
const MODELS = /\/models\//u;

let importers;
/** The sources that import a source directly. */
function importersOf(file) {
  importers ??= directImporters(globSync(['src/**/*.ts', 'packages/analyzer/src/**/*.ts']));
  return importers.get(file) ?? [];
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
    const first = (isRow || found === undefined) && MODELS.test(file) ? ROWS : TWINS;
    return all.sort(
      (a, b) => Number(first.test(b)) - Number(first.test(a)) || worth(b) - worth(a) || a.localeCompare(b),
    );
  };
}
