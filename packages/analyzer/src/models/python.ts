import { built, PYTHON_ANSWERS } from './data.js';
import { all, type Model, type ModelTable } from './model.js';
import { ARCHIVES } from './archives.js';
import { applied, awaiting } from './callbacks.js';
import { ADDRESSES } from './python/addresses.js';
import { BUILTINS } from './python/builtins.js';
import { CALLS, waitedFor } from './python/calls.js';
import { CLIENTS, CLIENTS_TOLD } from './python/clients.js';
import { PATHS } from './python/paths.js';
import { PATTERNS } from './python/patterns.js';
import { SOURCES } from './python/sources.js';
import { METHODS } from './python/texts.js';

/** `future.result()`; other things have results too. */
const finished: Model = (event, machine) =>
  event.receiver?.pending ? waitedFor('receiver')(event, machine) : undefined;

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
  methods: {
    ...METHODS,
    run_in_executor: awaiting(applied(1, 2)),
    run_until_complete: waitedFor(0),
    result: finished,
  },
  told: CLIENTS_TOLD,
};
