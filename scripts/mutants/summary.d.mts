import type { Mutant } from './all.mjs';

/** The table of a run, and whether all is as it should be. */
export function summaryOf(
  judged: readonly { mutant: Mutant; verdict: string; by?: string; tests?: number; able?: number }[],
  survivors: readonly { readonly id: string; readonly reason: string }[],
  barOf: (mutant: Mutant) => number,
): { lines: string[]; ok: boolean };
