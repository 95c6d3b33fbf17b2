/** Whatever was thrown, as an Error. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error('something that is no Error was thrown', { cause: thrown });
