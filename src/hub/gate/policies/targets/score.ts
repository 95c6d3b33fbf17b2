import { lowerBound } from './lower-bound.js';

/** The global score of the analysis. */
export const score = lowerBound({
  max: 100,
  placeholder: 'score',
  values: '0-100',
  subject: 'the global score',
  numberOf: ({ globalScore }) => globalScore,
});
