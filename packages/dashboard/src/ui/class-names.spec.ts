import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const FOLDER = 'packages/dashboard/src';

/** The classes that a style sheet defines by themselves, such as `.finding {`. */
function classesOf(file: string): string[] {
  const text = readFileSync(join(FOLDER, file), 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
  const selectors = [...text.matchAll(/([^{}]+)\{/g)].flatMap(([, list = '']) => list.split(','));
  return [...new Set(selectors.flatMap((selector) => /^\.([\w-]+)$/.exec(selector.trim())?.[1] ?? []))];
}

it('has no class that two style sheets define: they stay loaded when the reader goes to another page', () => {
  // What is printed has other rules for the same classes.
  const files = globSync('**/*.css', { cwd: FOLDER }).filter((file) => !file.endsWith('print.css'));
  const defined = files.flatMap((file) => classesOf(file).map((name) => ({ name, file })));
  const twice = defined.filter(({ name }, at) => defined.some((other, n) => n < at && other.name === name));
  expect(files.length).toBeGreaterThan(5);
  expect(twice).toEqual([]);
});
