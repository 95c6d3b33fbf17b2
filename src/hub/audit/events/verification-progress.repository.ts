import { Injectable } from '@nestjs/common';
import { Lease } from '../../../jobs/attempts/lease.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { VerificationProgress } from './verification-progress.entity.js';
import { CHAIN_START } from './audit-event.js';
import type { ChainProgress } from './incremental-verification.js';

/** Lease duration: without a renewal, another process may take over after this time. */
const DURATION = `interval '20 seconds'`;

const LEASE = new Lease({ key: 'chain_id', holder: 'lease_id', until: 'leased_until' });

const PROGRESS = `
  position, hash, reread_position AS "rereadPosition", reread_hash AS "rereadHash",
  pass_started_at AS "passStartedAt", complete_since AS "completeSince"`;

type ProgressRow = Pick<
  VerificationProgress,
  'position' | 'hash' | 'rereadPosition' | 'rereadHash' | 'passStartedAt' | 'completeSince'
>;

const progressOf = (row: ProgressRow): ChainProgress => ({
  verified: { length: Number(row.position), hash: row.hash },
  reread: { length: Number(row.rereadPosition), hash: row.rereadHash },
  passStartedAt: row.passStartedAt,
  completeSince: row.completeSince,
});

/** SQL of the progress of verifications and of the leases, which let one process at a time verify a chain. */
@Injectable()
export class VerificationProgressRepository {
  constructor(private readonly uow: UnitOfWork) {}

  async find(chainId: string): Promise<ChainProgress | undefined> {
    const row = await this.uow.row<ProgressRow>(
      `SELECT ${PROGRESS} FROM audit_checkpoint WHERE chain_id = $1`,
      [chainId],
    );
    return row && progressOf(row);
  }

  /** Acquires the lease of a chain and returns its progress; undefined while another process holds the lease. */
  async acquire(chainId: string, leaseId: string): Promise<ChainProgress | undefined> {
    const row = await this.uow.row<ProgressRow>(
      `INSERT INTO audit_checkpoint AS c (chain_id, hash, reread_hash, lease_id, leased_until)
       VALUES ($1, $3, $3, $2, now() + ${DURATION})
       ON CONFLICT ON CONSTRAINT audit_checkpoint_pkey
         DO UPDATE SET ${LEASE.taken('excluded.lease_id', DURATION)}
         WHERE ${LEASE.isFree('c')}
       RETURNING ${PROGRESS}`,
      [chainId, leaseId, CHAIN_START],
    );
    return row && progressOf(row);
  }

  /** Saves progress and renews the lease. Does nothing if the lease was lost. */
  async save(chainId: string, leaseId: string, progress: ChainProgress): Promise<void> {
    await this.write(chainId, leaseId, progress, LEASE.kept(DURATION));
  }

  /** Saves progress and releases the lease. */
  async release(chainId: string, leaseId: string, progress: ChainProgress): Promise<void> {
    await this.write(chainId, leaseId, progress, `${LEASE.ended}, checked_at = now()`);
  }

  /** Lists the least recently checked chains. */
  async leastRecentlyChecked(limit: number): Promise<string[]> {
    const rows = await this.uow.rows<{ id: string }>(
      `SELECT a.id
         FROM audit_chain a
         LEFT JOIN audit_checkpoint c ON c.chain_id = a.id
        ORDER BY c.checked_at NULLS FIRST, a.id
        LIMIT $1`,
      [limit],
    );
    return rows.map(({ id }) => id);
  }

  private async write(
    chainId: string,
    leaseId: string,
    { verified, reread, passStartedAt, completeSince }: ChainProgress,
    lease: string,
  ): Promise<void> {
    await this.uow.rows(
      `UPDATE audit_checkpoint
          SET position = $3, hash = $4, reread_position = $5, reread_hash = $6, pass_started_at = $7,
              complete_since = $8, ${lease}
        WHERE ${LEASE.isHeld()}`,
      [
        chainId,
        leaseId,
        verified.length,
        verified.hash,
        reread.length,
        reread.hash,
        passStartedAt,
        completeSince,
      ],
    );
  }
}
