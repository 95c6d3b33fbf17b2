/**
 * Converts a thrown value to an Error. Recognizes errors of other realms, such as Jest's, and a DOMException, as which
 * signals report a timeout.
 */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error || Object.prototype.toString.call(thrown) === '[object Error]'
    ? (thrown as Error)
    : new Error('a value that is not an Error was thrown', { cause: thrown });
