/** A number with at most one decimal; 0 for none. */
export const oneDecimal = (value: number | null): number => Math.round((value ?? 0) * 10) / 10;

/** The steps of `steps` that a part makes: all of them only for everything, none only for nothing or of nothing. */
function stepsOf(passed: number, all: number, steps: number): number {
  if (passed === 0 || all === 0) return 0;
  if (passed === all) return steps;
  return Math.min(Math.max(Math.round((passed / all) * steps), 1), steps - 1);
}

const RATE_STEPS = 10_000;

/**
 * A rate from 0 to 1 with at most four decimals; 0 if nothing was evaluated, because nothing has passed. It is 1 only if
 * everything has passed, and 0 only if nothing has.
 */
export const rateOf = (passed: number, all: number): number => stepsOf(passed, all, RATE_STEPS) / RATE_STEPS;

/** The same in whole percent. */
export const percentOf = (passed: number, all: number): number => stepsOf(passed, all, 100);
