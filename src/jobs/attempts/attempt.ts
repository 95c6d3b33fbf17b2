/** Key of an attempt: the row that it works on, and what distinguishes it from other attempts of the same row. */
export interface AttemptKey {
  readonly id: string;
  readonly worker: string;
}

/** An attempt that its process has just started. */
export interface Attempt extends AttemptKey {
  /** How many attempts the row has had, this one included; those that do not count are left out. */
  readonly attempts: number;
  /** How long the row has existed. */
  readonly ageSeconds: number;
}

/** What follows an attempt without a result. */
export interface NextAttempt {
  readonly delaySeconds: number;
  /** Whether the attempt that has ended counts. */
  readonly counts: boolean;
}

/** The row belongs to another attempt, or was deleted. */
export class LostAttempt extends Error {
  override readonly name = 'LostAttempt';

  constructor() {
    super('the attempt was taken over');
  }
}
