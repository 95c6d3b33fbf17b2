import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { hexOf, type Sha256Digest } from '../../../common/values/sha256-digest.js';
import { currentDate } from '../../../common/values/clock.js';
import { AuditSealsRepository, type StoredSeal } from '../../audit/events/audit-seals.repository.js';
import { SEAL_PAYLOAD, type SealStatement } from '../../audit/events/audit-statements.js';
import type { ChainEnd } from '../../audit/events/chain-verification.js';
import {
  AuditStatementsRepository,
  type StoredCheckpoint,
} from '../../audit/checkpoints/audit-statements.repository.js';
import { CheckpointsService } from '../../audit/checkpoints/checkpoints.service.js';
import { HubObjects } from '../../platform/objects/hub-objects.js';
import { HubSigner } from '../../platform/signing/hub-signer.js';
import { signStatement } from '../../platform/signing/statement.js';

/** The events that a seal covers, which follow each other. */
export interface SealedRange {
  readonly month: string;
  /** Before the first one. */
  readonly start: ChainEnd;
  readonly end: ChainEnd;
  /** Of the object with the events. */
  readonly digest: Sha256Digest;
}

/** What is wrong with a chain or a seal: nothing of the chain is sealed or deleted. */
export class UnsealableChainError extends Error {
  override readonly name = 'UnsealableChainError';
}

/** Makes seals, and checks what they rest on. */
@Injectable()
export class SealProofs {
  constructor(
    private readonly seals: AuditSealsRepository,
    private readonly statements: AuditStatementsRepository,
    private readonly checkpoints: CheckpointsService,
    private readonly objects: HubObjects,
    private readonly signer: HubSigner,
  ) {}

  /** A signed seal of events in an object. */
  seal(
    chainId: string,
    ordinal: number,
    { month, start, end, digest }: SealedRange,
    key: string,
  ): StoredSeal {
    const sealedAt = currentDate();
    const positions = { firstPosition: start.length + 1, lastPosition: end.length };
    const statement: SealStatement = {
      organization_id: chainId,
      chain_id: chainId,
      ordinal,
      month,
      first_position: positions.firstPosition,
      last_position: positions.lastPosition,
      count: end.length - start.length,
      previous_hash: start.hash.toString('hex'),
      last_hash: end.hash.toString('hex'),
      events_sha256: hexOf(digest),
      sealed_at: sealedAt.toISOString(),
    };
    const envelope = signStatement(this.signer, SEAL_PAYLOAD, statement);
    return { chainId, ordinal, month, ...positions, lastHash: end.hash, sealedAt, envelope, eventsKey: key };
  }

  /** The newest stored checkpoint of a chain. */
  newestCheckpoint(chainId: string): Promise<StoredCheckpoint | undefined> {
    return this.statements.newest(chainId);
  }

  /** @throws UnsealableChainError when a chain of a length does not continue a stored checkpoint */
  async requireContinued(checkpoint: StoredCheckpoint, length: number): Promise<void> {
    const broken = await this.checkpoints.contradiction(checkpoint, length);
    if (broken === undefined) return;
    const { chainId, length: end } = checkpoint;
    throw new UnsealableChainError(
      `chain ${chainId} is ${broken.reason} at position ${broken.position}, says its checkpoint of ${end} events`,
    );
  }

  /** @throws UnsealableChainError when a stored checkpoint within the events says something else */
  async requireAgreement(chainId: string, { start, end }: SealedRange): Promise<void> {
    let checkpoints = await this.statements.between(chainId, start.length, end.length);
    for (let last = checkpoints.at(-1); last !== undefined; last = checkpoints.at(-1)) {
      for (const checkpoint of checkpoints) await this.requireContinued(checkpoint, end.length);
      checkpoints = await this.statements.between(chainId, last.length, end.length);
    }
  }

  /** @throws UnsealableChainError when a seal or its object is not what was signed */
  async requireStored(seal: StoredSeal): Promise<void> {
    const signed = this.seals.genuine(seal);
    const hash = createHash('sha256');
    await pipeline(await this.objects.read(seal.eventsKey), hash);
    if (signed?.events_sha256 === hash.digest('hex')) return;
    throw new UnsealableChainError(
      `the events of seal ${seal.ordinal} of chain ${seal.chainId} are not stored`,
    );
  }
}
