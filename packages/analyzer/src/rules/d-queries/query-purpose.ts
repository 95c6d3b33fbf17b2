import type { Purpose } from '../support/purpose.js';
import names from './names.json' with { type: 'json' };

/** Tools designed to run whole queries. */
export const RUNS_QUERIES: Purpose = {
  operation: 'query',
  parameters: new Set([...names.sqlText.queryWords, ...names.mongoFilter.parameters]),
  tools: new Set(names.queryPurpose.tools),
};
