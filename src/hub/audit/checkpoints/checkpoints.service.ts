import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '../../../common/logging/logger.js';
import { Meters, type Counter } from '../../../common/operation/meters.js';
import { currentDate } from '../../../common/values/clock.js';
import { AuditSealsRepository } from '../events/audit-seals.repository.js';
import { PLATFORM_CHAIN } from '../events/audit.service.js';
import {
  CHECKPOINT_PAYLOAD,
  checkpointIn,
  type CheckpointStatement,
  type StatedBreak,
} from '../events/audit-statements.js';
import type { ChainReport } from '../events/chain-verifier.service.js';
import type { DsseEnvelope } from '@mcp-hub/client-configurations/decisions';
import { HubSigner } from '../../platform/signing/hub-signer.js';
import { signStatement } from '../../platform/signing/statement.js';
import { AuditStatementsRepository, type StoredCheckpoint } from './audit-statements.repository.js';

/** A checkpoint with its signature. */
export interface SignedCheckpoint {
  readonly statement: CheckpointStatement;
  readonly envelope: DsseEnvelope;
}

const CHECKPOINTS = { outcome: ['consistent', 'inconsistent'] } as const;

/** Signs checkpoints of audit chains, after comparing them with what was signed before (ADR 68). */
@Injectable()
export class CheckpointsService {
  private readonly checkpoints: Counter<typeof CHECKPOINTS>;

  constructor(
    private readonly statements: AuditStatementsRepository,
    private readonly seals: AuditSealsRepository,
    private readonly signer: HubSigner,
    @Inject(LOGGER) private readonly logger: Logger,
    meters: Meters,
  ) {
    this.checkpoints = meters.counter('audit_checkpoints', 'Signed checkpoints of audit chains', CHECKPOINTS);
  }

  /**
   * Signs where a chain ends according to a check of it. The statement of a chain that is broken, or that does not
   * continue its newest stored checkpoint, says so.
   */
  async sign(chainId: string, check: () => Promise<ChainReport>): Promise<SignedCheckpoint> {
    // First, so that no newer checkpoint than the end that the check finds is compared with it.
    const newest = await this.statements.newest(chainId);
    const { end, broken } = await check();
    const brokenAt = broken ?? (newest && (await this.contradiction(newest, end.length)));
    const statement: CheckpointStatement = {
      organization_id: chainId === PLATFORM_CHAIN ? null : chainId,
      chain_id: chainId,
      length: end.length,
      head_hash: end.hash.toString('hex'),
      signed_at: currentDate().toISOString(),
      consistent: brokenAt === undefined,
      broken_at: brokenAt === undefined ? null : { position: brokenAt.position, reason: brokenAt.reason },
    };
    this.checkpoints.add({ outcome: statement.consistent ? 'consistent' : 'inconsistent' });
    if (!statement.consistent) {
      this.logger.error(
        { chain: chainId, ...statement.broken_at },
        'an audit chain does not continue what was signed before',
      );
    }
    return { statement, envelope: signStatement(this.signer, CHECKPOINT_PAYLOAD, statement) };
  }

  /** Where a chain of a length differs from a stored checkpoint; undefined if it continues it. */
  async contradiction(checkpoint: StoredCheckpoint, length: number): Promise<StatedBreak | undefined> {
    const { chainId, length: position } = checkpoint;
    if (length < position) return { position: length + 1, reason: 'missing' };
    const signed = checkpointIn(checkpoint.envelope, this.signer.publicKeys);
    if (signed?.chain_id !== chainId || signed.length !== position) {
      return { position, reason: 'unsigned_checkpoint' };
    }
    const start = await this.seals.startOf(chainId);
    // The events were compared before they were sealed.
    if (position < start.length) return undefined;
    const hash = position === start.length ? start.hash : await this.statements.hashAt(chainId, position);
    if (hash === undefined) return { position, reason: 'missing' };
    return hash.toString('hex') === signed.head_hash ? undefined : { position, reason: 'changed' };
  }
}
