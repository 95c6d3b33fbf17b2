/** A problem the caller can do something about. */
export class InputError extends Error {}
