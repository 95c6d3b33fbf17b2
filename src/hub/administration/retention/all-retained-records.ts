import { Injectable } from '@nestjs/common';
import { EvaluationSealer } from './evaluation-sealer.js';
import { MonthSealer } from './month-sealer.js';
import { RetentionRepository } from './retention.repository.js';

/** Applies the retention of one type of records. */
export interface RetainedRecords {
  /** The next organizations after an id that remove old records: a bounded batch. */
  readonly organizations: (
    after: string | null,
    now: Date,
  ) => Promise<{ readonly orgId: string; readonly months: number }[]>;
  /** Removes old records of an organization. @throws the reason of the signal when it is aborted */
  readonly apply: (orgId: string, end: Date, signal: AbortSignal) => Promise<void>;
}

/** All types of records with a retention: another one is another entry. */
@Injectable()
export class AllRetainedRecords {
  readonly types: readonly RetainedRecords[];

  constructor(retention: RetentionRepository, sealer: MonthSealer, evaluationSealer: EvaluationSealer) {
    const audit: RetainedRecords = {
      organizations: (after) => retention.sealing(after),
      apply: (orgId, end, signal) => sealer.sealOld(orgId, end, signal),
    };
    const evaluations: RetainedRecords = {
      organizations: (after, now) => retention.withOldEvaluations(after, now),
      apply: (orgId, end, signal) => evaluationSealer.sealOld(orgId, end, signal),
    };
    this.types = [audit, evaluations];
  }
}
