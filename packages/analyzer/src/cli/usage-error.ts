/** The command was used wrongly. The message says what to do. */
export class UsageError extends Error {}
