import { Injectable } from '@nestjs/common';
import { PROOF_KINDS } from '../../../storage/artifacts/artifact-store.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';

// An object that no row names is kept for a day: an analysis takes minutes, an upload's URL expires within hours.
const KEPT = `interval '24 hours'`;
const BATCH = 500;

// Proofs stay, whatever their rows say (ADR 68).
const REMOVABLE = `split_part(key, '/', 3) NOT IN (${PROOF_KINDS.map((kind) => `'${kind}'`).join(', ')})`;

/** SQL of the objects that the hub may have stored. */
@Injectable()
export class HubObjectsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Records that an object is about to be stored, so that the cleanup leaves it alone for a day. */
  async renew(key: string): Promise<void> {
    await this.uow.rows(
      `INSERT INTO hub_object AS o (key, renewed_at) VALUES ($1, now())
       ON CONFLICT ON CONSTRAINT hub_object_pkey DO UPDATE SET renewed_at = now() WHERE NOT o.referenced`,
      [key],
    );
  }

  /** Marks objects as named by a row; returns those that exist. */
  async reference(keys: readonly string[]): Promise<string[]> {
    const rows = await this.uow.rows<{ key: string }>(
      `UPDATE hub_object SET referenced = true
        WHERE key IN (SELECT key FROM hub_object WHERE key = ANY($1) ORDER BY key FOR UPDATE)
       RETURNING key`,
      [keys],
    );
    return rows.map(({ key }) => key);
  }

  /** Marks objects as no longer named by a row; the cleanup removes them a day later. */
  async release(keys: readonly string[]): Promise<void> {
    await this.uow.rows(
      `UPDATE hub_object SET referenced = false, renewed_at = now()
        WHERE key IN (SELECT key FROM hub_object WHERE key = ANY($1) AND referenced ORDER BY key FOR UPDATE)`,
      [keys],
    );
  }

  /** The next keys after `after` that no row has named for a day: a bounded batch. */
  async unreferenced(after: string): Promise<string[]> {
    const rows = await this.uow.rows<{ key: string }>(
      `SELECT key FROM hub_object
        WHERE NOT referenced AND ${REMOVABLE} AND key > $1 AND renewed_at < now() - ${KEPT}
        ORDER BY key LIMIT ${BATCH}`,
      [after],
    );
    return rows.map(({ key }) => key);
  }

  /**
   * Locks the row of an object against everybody who is about to store or name it; false if a row names it, if it is a
   * proof, or if another transaction has locked it.
   * @param aged whether it must also be a day old
   */
  async tryLock(key: string, aged: boolean): Promise<boolean> {
    const row = await this.uow.row(
      `SELECT key FROM hub_object
        WHERE key = $1 AND NOT referenced AND ${REMOVABLE} AND (NOT $2 OR renewed_at < now() - ${KEPT})
          FOR UPDATE SKIP LOCKED`,
      [key, aged],
    );
    return row !== undefined;
  }

  async delete(key: string): Promise<void> {
    await this.uow.rows('DELETE FROM hub_object WHERE key = $1', [key]);
  }
}
