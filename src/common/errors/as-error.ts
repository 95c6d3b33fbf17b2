/** Whatever was thrown, as an Error; one of another realm, as the tests' modules have them, is one too. */
export const asError = (thrown: unknown): Error =>
  Object.prototype.toString.call(thrown) === '[object Error]'
    ? (thrown as Error)
    : new Error('something that is no Error was thrown', { cause: thrown });
