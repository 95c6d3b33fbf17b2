import { lowerBound } from './lower-bound.js';

/** The certification level of the analysis. */
export const certLevel = lowerBound({
  max: 3,
  placeholder: 'level',
  values: '0-3',
  subject: 'the certification level',
  numberOf: ({ certificationLevel }) => certificationLevel,
});
