/** The weights of the three scores in the global one; together they are 1. */
export interface ScoreWeights {
  readonly security: number;
  readonly supplyChain: number;
  readonly maturity: number;
}

/** The version of the formulas in this folder. It changes with every formula or constant. */
export const SCORING_VERSION = 'scoring-1.1.0';

/** The weights of the current version in tenths, so that the global score is computed in integers (analysis contract 8). */
export const WEIGHT_TENTHS: ScoreWeights = { security: 5, supplyChain: 3, maturity: 2 };

// A version with other weights keeps its own here when the next one comes.
const TENTHS = new Map([
  ['scoring-1.0.0', { security: 5, supplyChain: 3, maturity: 2 }],
  [SCORING_VERSION, WEIGHT_TENTHS],
]);

/** The weights by which a scoring version computes the global score; for an unknown version the current ones. */
export function scoreWeightsOf(scoringVersion: string): ScoreWeights {
  const { security, supplyChain, maturity } = TENTHS.get(scoringVersion) ?? WEIGHT_TENTHS;
  return { security: security / 10, supplyChain: supplyChain / 10, maturity: maturity / 10 };
}
