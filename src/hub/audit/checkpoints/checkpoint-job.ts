import { Injectable } from '@nestjs/common';
import { Background } from '../../../jobs/background.decorator.js';
import { currentTime } from '../../../common/values/clock.js';
import { HOUR_MS } from '../../../common/values/durations.js';
import type { RecurringJob } from '../../../jobs/recurring-jobs.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { REREAD_EVENTS } from '../events/audit-verification.service.js';
import { ChainVerifier } from '../events/chain-verifier.service.js';
import { HubObjects } from '../../platform/objects/hub-objects.js';
import { AuditStatementsRepository } from './audit-statements.repository.js';
import { CheckpointsService } from './checkpoints.service.js';

// An hour less than a day, so that an hourly run is not an hour late.
const OLD_MS = 23 * HOUR_MS;

/**
 * Stores a signed checkpoint of each chain that has grown, once a day: a row, and an object that outlives the row. A
 * chain that does not continue its last checkpoint is logged as an error, and gets no new one.
 */
@Background('api')
@Injectable()
export class CheckpointJob implements RecurringJob {
  readonly name = 'audit-checkpoints';
  readonly everyMs = HOUR_MS;

  constructor(
    private readonly uow: UnitOfWork,
    private readonly statements: AuditStatementsRepository,
    private readonly checks: ChainVerifier,
    private readonly checkpoints: CheckpointsService,
    private readonly objects: HubObjects,
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    const before = new Date(currentTime() - OLD_MS);
    let chains = await this.statements.due(null, before);
    while (chains.length > 0) {
      for (const chainId of chains) {
        if (signal.aborted) return;
        await this.write(chainId, signal);
      }
      chains = await this.statements.due(chains.at(-1) ?? null, before);
    }
  }

  private async write(chainId: string, signal: AbortSignal): Promise<void> {
    const { statement, envelope } = await this.checkpoints.sign(chainId, () =>
      this.checks.check(chainId, { again: REREAD_EVENTS, signal }),
    );
    if (!statement.consistent || statement.length === 0) return;
    const { key } = await this.objects.put(chainId, 'checkpoint', Buffer.from(JSON.stringify(envelope)));
    await this.uow.run(async () => {
      await this.objects.reference([key]);
      await this.statements.insert({
        chainId,
        length: statement.length,
        headHash: Buffer.from(statement.head_hash, 'hex'),
        signedAt: new Date(statement.signed_at),
        envelope,
        objectKey: key,
      });
    });
  }
}
