import type { CallCheck } from '../rule.js';
import { under } from '../support/places.js';
import names from './names.json' with { type: 'json' };

/** Calls that run a text as code, or a list of bytes as a program. */
const NAMES = names.codeCalls.names;

/** Checks under the names of all calls that run code. */
export const codeCalls = (check: CallCheck): Record<string, CallCheck> => under(NAMES, check);
