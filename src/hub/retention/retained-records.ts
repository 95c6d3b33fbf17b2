import { Injectable } from '@nestjs/common';
import { MonthSealer } from './month-sealer.js';
import { RetentionRepository } from './retention.repository.js';

/** Applies the retention of one type of records. */
export interface RetainedRecords {
  /** The next organizations after an id that remove old records: a bounded batch. */
  readonly organizations: (
    after: string | null,
  ) => Promise<{ readonly orgId: string; readonly months: number }[]>;
  /** Removes old records of an organization. @throws the reason of the signal when it is aborted */
  readonly apply: (orgId: string, end: Date, signal: AbortSignal) => Promise<void>;
}

/** All types of records with a retention: another one is another entry. */
@Injectable()
export class AllRetainedRecords {
  readonly types: readonly RetainedRecords[];

  constructor(retention: RetentionRepository, sealer: MonthSealer) {
    const audit: RetainedRecords = {
      organizations: (after) => retention.sealing(after),
      apply: (orgId, end, signal) => sealer.sealOld(orgId, end, signal),
    };
    this.types = [audit];
  }
}
