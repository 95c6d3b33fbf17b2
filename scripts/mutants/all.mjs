/** All mutants: those chosen by hand, the rows of the analyzer's tables, and those generated from the sources. */
import { readFileSync } from 'node:fs';
import { MUTANTS } from '../mutant-list.mjs';
import { generatedMutants } from './generate.mjs';
import { rowMutants } from './table-rows.mjs';

/** @returns {Promise<import('./all.d.mts').Mutant[]>} */
export async function allMutants() {
  const byHand = MUTANTS.map(({ name, ...mutant }) => ({
    ...mutant,
    id: `${mutant.file} by hand: ${name}`,
    area: 'chosen by hand',
    isAnalyzer: false,
  }));
  return [...byHand, ...generatedMutants(), ...(await rowMutants())];
}

/** The share that must be caught. */
export const barOf = ({ isAnalyzer }) => (isAnalyzer ? 0.9 : 0.95);

/** Mutants that no test can or need notice, each with its reason: `{ id, reason }`. */
export const readSurvivors = () =>
  JSON.parse(readFileSync(new URL('../../test/mutants/survivors.json', import.meta.url), 'utf8'));
