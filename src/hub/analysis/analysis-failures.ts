/** The source of a version cannot be analyzed, and another attempt would change nothing (ADR 52). */
export class UnusableSource extends Error {
  override readonly name = 'UnusableSource';
}

/** The process that analyzed a version ended without a result. */
export class CrashedAnalysis extends Error {
  override readonly name = 'CrashedAnalysis';
}

/** The job belongs to another attempt, or was deleted. */
export class LostAttempt extends Error {
  override readonly name = 'LostAttempt';

  constructor() {
    super('the analysis was taken over');
  }
}
