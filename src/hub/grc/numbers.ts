/** A number with at most one decimal; 0 for none. */
export const oneDecimal = (value: number | null): number => Math.round((value ?? 0) * 10) / 10;

/** A rate from 0 to 1 with at most one decimal; 0 if nothing was evaluated, because nothing has passed. */
export const rateOf = (passed: number, all: number): number => (all === 0 ? 0 : oneDecimal(passed / all));
