import { Injectable } from '@nestjs/common';
import { Background } from '../../../jobs/background.decorator.js';
import { HOUR_MS } from '../../../common/values/durations.js';
import type { RecurringJob } from '../../../jobs/recurring-jobs.js';
import { VerificationProgressRepository } from './verification-progress.repository.js';
import { ChainVerifier } from './chain-verifier.service.js';

// Bounds the CPU time that a run spends on hashing (ADR 37).
const EVENTS_A_RUN = 50_000;
const CHAINS_A_RUN = 1000;

/**
 * Verifies all chains, least recently checked first, so that tampering is also detected in chains that nobody requests
 * and in the parts of long chains that requests do not read again. A broken chain is logged as an error.
 */
@Background('api')
@Injectable()
export class AuditVerificationJob implements RecurringJob {
  readonly name = 'audit-verification';
  readonly everyMs = HOUR_MS;

  constructor(
    private readonly checks: ChainVerifier,
    private readonly progress: VerificationProgressRepository,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    let budget = EVENTS_A_RUN;
    for (const chainId of await this.progress.leastRecentlyChecked(CHAINS_A_RUN)) {
      if (signal.aborted || budget <= 0) return;
      const report = await this.checks.tryCheck(chainId, { again: budget, signal });
      budget -= report?.eventsRead ?? 0;
    }
  }
}
