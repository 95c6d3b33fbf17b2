import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

// Extensions that ship with a PostgreSQL server must be passed to PGlite.
const EXTENSIONS = { pg_trgm };

// PGlite allocates its whole page cache at once. Few pages are read often, and the operating system also caches the
// files (ADR 41).
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

// By default V8 compiles WebAssembly on several threads, each of which retains the memory it used (ADR 41).
const COMPILE_ON_ONE_THREAD = '--wasm-num-compilation-tasks=1';

// The bytes of a function that run before V8 optimizes it, thirty times the default. The largest function of PostgreSQL
// takes 500 MB and half a second to optimize; a start and a command stay below this, and only a server under load optimizes
// it (ADR 41).
const OPTIMIZE_LATER = '--wasm-tiering-budget=400000000';

/** Flags for V8, which only prints a message for one that it does not know. */
export const V8_FLAGS = [COMPILE_ON_ONE_THREAD, OPTIMIZE_LATER] as const;

/** Opens the PostgreSQL data directory `folder`, which is initialized when it is empty. */
export function openPglite(folder: string): Promise<PGlite> {
  // V8 reads the flags when it compiles a module, which happens below.
  for (const flag of V8_FLAGS) setFlagsFromString(flag);
  return PGlite.create(folder, { extensions: EXTENSIONS, startParams: START_PARAMS });
}
