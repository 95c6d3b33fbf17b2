import { lowerBound } from './lower-bound.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Whole days since the version came to the catalog. */
export const age = lowerBound({
  max: 36_500,
  placeholder: 'days',
  values: 'days',
  subject: 'the age in days',
  // A version of the future is new, not old.
  numberOf: ({ createdAt }, now) => Math.max(0, Math.floor((now.getTime() - createdAt.getTime()) / DAY_MS)),
});
