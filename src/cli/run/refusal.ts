/** The exit code of a run that starts nothing: that of shells for a program that cannot be executed. */
export const EXIT_REFUSED = 126;

/** A server is not started. The message is one line that says why, and what to do. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
