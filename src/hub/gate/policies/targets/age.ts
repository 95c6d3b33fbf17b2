import { DAY_MS } from '../../../../common/values/durations.js';
import { lowerBound } from './lower-bound.js';

/** Age in whole days since the version was added to the catalog. */
export const age = lowerBound({
  max: 36_500,
  placeholder: 'days',
  values: 'days',
  subject: 'the age in days',
  // A version with a future date counts as new.
  numberOf: ({ createdAt }, now) => Math.max(0, Math.floor((now.getTime() - createdAt.getTime()) / DAY_MS)),
});
