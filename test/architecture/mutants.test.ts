import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { MUTANTS } from '../../scripts/mutant-list.mjs';

it('every mutant changes one place of a file that exists', () => {
  const counts = MUTANTS.map(({ name, file, find }) => ({
    name,
    count: readFileSync(file, 'utf8').split(find).length - 1,
  }));
  expect(counts.filter(({ count }) => count !== 1)).toEqual([]);
});
