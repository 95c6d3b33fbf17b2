import { GO } from '../languages/go/models/table.js';
import { JAVASCRIPT } from '../languages/javascript/models/table.js';
import { PYTHON } from '../languages/python/models/table.js';

/** The models of each language. */
export const MODELS = { javascript: JAVASCRIPT, python: PYTHON, go: GO } as const;
