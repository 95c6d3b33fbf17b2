import { Registry1795000000000 } from './1795000000000-registry.js';

/** In the order in which they run. A migration that has landed is never edited. */
export const MIGRATIONS = [Registry1795000000000] as const;
