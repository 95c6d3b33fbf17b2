import { GO } from './go.js';
import { JAVASCRIPT } from './javascript.js';
import { PYTHON } from './python.js';

/** The models of each language. */
export const MODELS = { javascript: JAVASCRIPT, python: PYTHON, go: GO } as const;
