import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { HubSigner } from '../../platform/signing/hub-signer.js';
import type { AuditSeal } from './audit-seal.entity.js';
import { sealIn, type SealStatement } from './audit-statements.js';
import { BEFORE_FIRST, type ChainEnd } from './chain-verification.js';

/** A seal with its object. */
export type StoredSeal = Omit<AuditSeal, 'firstPosition' | 'lastPosition'> & {
  readonly firstPosition: number;
  readonly lastPosition: number;
};

type SealRow = Omit<AuditSeal, never>;

const COLUMNS = `
  chain_id AS "chainId", ordinal, month, first_position AS "firstPosition", last_position AS "lastPosition",
  last_hash AS "lastHash", sealed_at AS "sealedAt", envelope, events_key AS "eventsKey"`;

const stored = (row: SealRow): StoredSeal => ({
  ...row,
  firstPosition: Number(row.firstPosition),
  lastPosition: Number(row.lastPosition),
});

/** SQL of the seals (ADR 68). */
@Injectable()
export class AuditSealsRepository {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly signer: HubSigner,
  ) {}

  /** The newest seal of a chain. */
  async newest(chainId: string): Promise<StoredSeal | undefined> {
    const row = await this.uow.row<SealRow>(
      `SELECT ${COLUMNS} FROM audit_seal WHERE chain_id = $1 ORDER BY ordinal DESC LIMIT 1`,
      [chainId],
    );
    return row && stored(row);
  }

  /**
   * Where the events of a chain start: at the end of its newest seal. A row that the hub has not signed counts for
   * nothing, so the events that it claims to cover are missing.
   */
  async startOf(chainId: string): Promise<ChainEnd> {
    const seal = await this.newest(chainId);
    if (seal === undefined || this.genuine(seal) === undefined) return BEFORE_FIRST;
    return { length: seal.lastPosition, hash: seal.lastHash };
  }

  /** What the hub has signed about a seal, if it is what the row says. */
  genuine({
    chainId,
    ordinal,
    firstPosition,
    lastPosition,
    lastHash,
    envelope,
  }: StoredSeal): SealStatement | undefined {
    const signed = sealIn(envelope, this.signer.publicKeys);
    const isSame =
      signed?.chain_id === chainId &&
      signed.ordinal === ordinal &&
      signed.first_position === firstPosition &&
      signed.last_position === lastPosition &&
      signed.last_hash === lastHash.toString('hex');
    return isSame ? signed : undefined;
  }

  /** The next seals of a chain after one, by ordinal: a bounded batch. */
  async after(chainId: string, ordinal: number): Promise<StoredSeal[]> {
    const rows = await this.uow.rows<SealRow>(
      `SELECT ${COLUMNS} FROM audit_seal WHERE chain_id = $1 AND ordinal > $2 ORDER BY ordinal LIMIT 100`,
      [chainId, ordinal],
    );
    return rows.map(stored);
  }

  /** Adds a seal; false if the chain has one with that ordinal or end already. */
  async insert(seal: StoredSeal): Promise<boolean> {
    const rows = await this.uow.rows(
      `INSERT INTO audit_seal
         (chain_id, ordinal, month, first_position, last_position, last_hash, sealed_at, envelope, events_key)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT DO NOTHING
       RETURNING ordinal`,
      [
        seal.chainId,
        seal.ordinal,
        seal.month,
        seal.firstPosition,
        seal.lastPosition,
        seal.lastHash,
        seal.sealedAt,
        JSON.stringify(seal.envelope),
        seal.eventsKey,
      ],
    );
    return rows.length > 0;
  }

  /** Whether the table still has events that a seal covers. */
  async hasEvents({ chainId, firstPosition, lastPosition }: StoredSeal): Promise<boolean> {
    const row = await this.uow.row(
      'SELECT id FROM audit_event WHERE chain_id = $1 AND position BETWEEN $2 AND $3 LIMIT 1',
      [chainId, firstPosition, lastPosition],
    );
    return row !== undefined;
  }

  /** Deletes some of the events that a seal covers, the first ones first; returns their number. */
  async dropEvents({ chainId, firstPosition, lastPosition }: StoredSeal, count: number): Promise<number> {
    const rows = await this.uow.rows(
      `DELETE FROM audit_event
        WHERE id IN (SELECT id FROM audit_event
                      WHERE chain_id = $1 AND position BETWEEN $2 AND $3 ORDER BY position LIMIT $4)
       RETURNING position`,
      [chainId, firstPosition, lastPosition, count],
    );
    return rows.length;
  }
}
