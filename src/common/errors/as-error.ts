/** Converts a thrown value to an Error; also recognizes errors of other realms, such as Jest's. */
export const asError = (thrown: unknown): Error =>
  Object.prototype.toString.call(thrown) === '[object Error]'
    ? (thrown as Error)
    : new Error('a value that is not an Error was thrown', { cause: thrown });
