import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { EventLoopShare } from '../../../common/operation/event-loop-share.js';
import { Meters, type Counter } from '../../../common/operation/meters.js';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { currentDate } from '../../../common/values/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import { VerificationProgressRepository } from './verification-progress.repository.js';
import { AuditEventsReadModel } from './audit-events.read-model.js';
import { AuditSealsRepository } from './audit-seals.repository.js';
import {
  IncrementalVerification,
  UNVERIFIED,
  type VerificationResult,
  type ChainProgress,
  type StoredEnd,
} from './incremental-verification.js';
import { BEFORE_FIRST, type ChainEnd } from './chain-verification.js';

const POLL_MS = 200;

const CHECKS = { outcome: ['valid', 'broken'] } as const;
const EMPTY_CHAIN: StoredEnd = { ...BEFORE_FIRST, outside: null };

/** A check's result, with the state of the chain that it was based on. */
export interface ChainReport extends VerificationResult {
  readonly end: StoredEnd;
  /** All verified events were read at or after this time. */
  readonly completeSince: Date | null;
  readonly eventsRead: number;
}

/** Options of a check. */
export interface VerificationOptions {
  /** Maximum number of verified events to read again. */
  readonly again: number;
  readonly signal: AbortSignal;
}

/**
 * Verifies audit chains: one process at a time for each chain, in constant memory, and with at most half of the event
 * loop for all chains together (ADR 37).
 */
@Injectable()
export class ChainVerifier {
  private readonly share = new EventLoopShare();
  private readonly checks: Counter<typeof CHECKS>;

  constructor(
    private readonly events: AuditEventsReadModel,
    private readonly progress: VerificationProgressRepository,
    private readonly seals: AuditSealsRepository,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    meters: Meters,
  ) {
    this.checks = meters.counter('audit_chain_checks', 'Checks of chains of audit events', CHECKS);
  }

  /**
   * Verifies a chain up to its current end, after any other check of it has ended.
   * @throws the reason of the signal when it is aborted
   */
  async check(chainId: string, options: VerificationOptions): Promise<ChainReport> {
    for (;;) {
      const report = await this.tryCheck(chainId, options);
      if (report !== undefined) return report;
      await sleep(POLL_MS);
      options.signal.throwIfAborted();
    }
  }

  /** Like `check`, but undefined while another process is checking the chain. */
  async tryCheck(chainId: string, options: VerificationOptions): Promise<ChainReport | undefined> {
    // In read-only mode no progress can be saved, and no events are appended.
    if (this.config.readOnly) {
      const progress = (await this.progress.find(chainId)) ?? UNVERIFIED;
      return this.run(chainId, progress, options, undefined);
    }
    const leaseId = randomUUID();
    const progress = await this.progress.acquire(chainId, leaseId);
    return progress && this.run(chainId, progress, options, leaseId);
  }

  private async run(
    chainId: string,
    before: ChainProgress,
    options: VerificationOptions,
    leaseId: string | undefined,
  ): Promise<ChainReport> {
    let progress = before;
    try {
      for (;;) {
        const start = await this.seals.startOf(chainId);
        const check = this.checkOf(chainId, progress, { start, signal: options.signal }, leaseId);
        const end = (await this.events.endOf(chainId)) ?? EMPTY_CHAIN;
        const checked = await check.run(end, options.again).finally(() => {
          progress = check.progress;
        });
        // Events that were sealed meanwhile are not missing.
        const isMoved = checked.broken && (await this.seals.startOf(chainId)).length > start.length;
        if (isMoved === true) continue;
        this.report(chainId, checked);
        const { completeSince } = progress;
        return { ...checked, end, completeSince, eventsRead: check.eventsRead };
      }
    } finally {
      if (leaseId !== undefined) await this.progress.release(chainId, leaseId, progress);
    }
  }

  private checkOf(
    chainId: string,
    before: ChainProgress,
    { start, signal }: { readonly start: ChainEnd; readonly signal: AbortSignal },
    leaseId: string | undefined,
  ): IncrementalVerification {
    return new IncrementalVerification(
      {
        read: (after, upTo, count) => this.events.linksOf(chainId, after, upTo, count),
        save: async (progress) => {
          if (leaseId !== undefined) await this.progress.save(chainId, leaseId, progress);
        },
        share: this.share,
        start,
        signal,
        now: () => currentDate(),
      },
      before,
    );
  }

  private report(chainId: string, { broken }: VerificationResult): void {
    this.checks.add({ outcome: broken === undefined ? 'valid' : 'broken' });
    if (broken === undefined) return;
    this.logger.error({ chain: chainId, ...broken }, 'an audit chain is not as it was recorded');
  }
}
