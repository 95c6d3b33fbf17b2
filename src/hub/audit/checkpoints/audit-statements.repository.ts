import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { AuditStatement } from '../events/audit-statement.entity.js';

/** A stored checkpoint. */
export type StoredCheckpoint = Omit<AuditStatement, 'length'> & { readonly length: number };

type Row = Omit<AuditStatement, never>;

const COLUMNS = `
  chain_id AS "chainId", length, head_hash AS "headHash", signed_at AS "signedAt", envelope, object_key AS "objectKey"`;

const BATCH = 100;

const stored = (row: Row): StoredCheckpoint => ({ ...row, length: Number(row.length) });

/** SQL of the stored checkpoints (ADR 68). */
@Injectable()
export class AuditStatementsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** The newest checkpoint of a chain: that of its greatest length. */
  async newest(chainId: string): Promise<StoredCheckpoint | undefined> {
    const row = await this.uow.row<Row>(
      `SELECT ${COLUMNS} FROM audit_statement WHERE chain_id = $1 ORDER BY length DESC LIMIT 1`,
      [chainId],
    );
    return row && stored(row);
  }

  /** The next checkpoints of a chain after a length and up to another, by length: a bounded batch. */
  async between(chainId: string, after: number, upTo: number): Promise<StoredCheckpoint[]> {
    const rows = await this.uow.rows<Row>(
      `SELECT ${COLUMNS} FROM audit_statement
        WHERE chain_id = $1 AND length > $2 AND length <= $3 ORDER BY length LIMIT ${BATCH}`,
      [chainId, after, upTo],
    );
    return rows.map(stored);
  }

  /** The hash of the event at a position, as stored. */
  async hashAt(chainId: string, position: number): Promise<Buffer | undefined> {
    const row = await this.uow.row<{ hash: Buffer }>(
      'SELECT hash FROM audit_event WHERE chain_id = $1 AND position = $2',
      [chainId, position],
    );
    return row?.hash;
  }

  /** Adds a checkpoint, unless the chain has one of that length. */
  async insert(checkpoint: StoredCheckpoint): Promise<boolean> {
    const { chainId, length, headHash, signedAt, envelope, objectKey } = checkpoint;
    const rows = await this.uow.rows(
      `INSERT INTO audit_statement (chain_id, length, head_hash, signed_at, envelope, object_key)
       VALUES ($1, $2, $3, $4, $5, $6)
       ON CONFLICT ON CONSTRAINT audit_statement_pkey DO NOTHING
       RETURNING length`,
      [chainId, length, headHash, signedAt, JSON.stringify(envelope), objectKey],
    );
    return rows.length > 0;
  }

  /**
   * The next chains after one whose end is not that of their newest checkpoint, which is older than `before`: a bounded
   * batch. Chains that are shorter or have another end are among them.
   */
  async due(after: string | null, before: Date): Promise<string[]> {
    const rows = await this.uow.rows<{ id: string }>(
      `SELECT a.id
         FROM audit_chain a
         LEFT JOIN LATERAL (
           SELECT length, head_hash, signed_at FROM audit_statement s
            WHERE s.chain_id = a.id ORDER BY s.length DESC LIMIT 1) newest ON true
        WHERE ($1::uuid IS NULL OR a.id > $1)
          AND (newest.length IS NULL AND a.length > 0
               OR newest.signed_at < $2 AND (newest.length <> a.length OR newest.head_hash <> a.hash))
        ORDER BY a.id
        LIMIT ${BATCH}`,
      [after, before],
    );
    return rows.map(({ id }) => id);
  }
}
