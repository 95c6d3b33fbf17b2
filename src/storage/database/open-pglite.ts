import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';

// What a server brings along, PGlite is given.
const EXTENSIONS = { pg_trgm };

// PGlite takes the memory of its page cache, 128 MB by default, all at once. The pages that are read often are few, and
// the operating system caches the files too.
const START_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

// V8 compiles WebAssembly on all its threads, each of which keeps what memory it has used for that.
const COMPILE_ON_ONE_THREAD = '--wasm-num-compilation-tasks=1';

/** Opens the PostgreSQL data directory `folder`, which is initialized when it is empty. */
export function openPglite(folder: string): Promise<PGlite> {
  // Read when a module is compiled, which has not begun.
  setFlagsFromString(COMPILE_ON_ONE_THREAD);
  return PGlite.create(folder, { extensions: EXTENSIONS, startParams: START_PARAMS });
}
