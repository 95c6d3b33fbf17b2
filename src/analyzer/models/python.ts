import { built, PYTHON_ANSWERS } from './data.js';
import { all, type ModelTable } from './model.js';
import { ARCHIVES } from './archives.js';
import { applied } from './callbacks.js';
import { ADDRESSES } from './python/addresses.js';
import { BUILTINS } from './python/builtins.js';
import { CALLS } from './python/calls.js';
import { CLIENTS, CLIENTS_TOLD } from './python/clients.js';
import { PATHS } from './python/paths.js';
import { PATTERNS } from './python/patterns.js';
import { SOURCES } from './python/sources.js';
import { METHODS } from './python/texts.js';

/** What Python itself and its usual libraries do with values. */
export const PYTHON: ModelTable = {
  paths: {
    ...ARCHIVES,
    ...all(PYTHON_ANSWERS, built),
    ...SOURCES,
    ...BUILTINS,
    ...CALLS,
    ...CLIENTS,
    ...PATHS,
    ...PATTERNS,
    ...ADDRESSES,
  },
  methods: { ...METHODS, run_in_executor: applied(1, 2) },
  told: CLIENTS_TOLD,
};
