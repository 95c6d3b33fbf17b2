import type { Mutant } from './all.mjs';

/** The module that Node.js loads for a source. */
export function compiledModule(file: string, source: string): { url: string; source: string };

/** The source of a mutant's file with its mutation. */
export function mutatedSource(mutant: Mutant): string;
