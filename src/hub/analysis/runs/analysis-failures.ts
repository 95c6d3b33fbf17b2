/** The source of a version cannot be analyzed, and another attempt would change nothing (ADR 52). */
export class UnusableSource extends Error {
  override readonly name = 'UnusableSource';
}

/** What has the source of a version, named in the message, is unavailable for now (ADR 92). */
export class AbsentSource extends Error {
  override readonly name = 'AbsentSource';
}

/** The process that analyzed a version ended without a result. */
export class CrashedAnalysis extends Error {
  override readonly name = 'CrashedAnalysis';
}

/** Somebody has ended the process that was about to analyze a version, which says nothing about the version. */
export class EndedAnalysis extends Error {
  override readonly name = 'EndedAnalysis';
}
