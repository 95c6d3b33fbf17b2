import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { MUTANTS } from '../../scripts/mutant-list.mjs';

it('every mutant changes a single match in an existing file', () => {
  const counts = MUTANTS.map(({ name, file, find }) => ({
    name,
    count: readFileSync(file, 'utf8').split(find).length - 1,
  }));
  expect(counts.filter(({ count }) => count !== 1)).toEqual([]);
});
