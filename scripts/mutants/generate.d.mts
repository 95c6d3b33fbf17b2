import type { Mutant } from './all.mjs';

/** The mutants of some sources, or of all. */
export function generatedMutants(files?: readonly string[]): Mutant[];

/** The same mutants from sources that begin with other text, to see that their ids stay. */
export function mutantsAfter(text: string, files: readonly string[]): Mutant[];
