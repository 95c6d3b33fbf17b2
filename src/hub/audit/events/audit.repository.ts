import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { CHAIN_START, type AuditEvent } from './audit-event.js';
import type { ChainEnd } from './chain-verification.js';

/** SQL of the audit chains. */
@Injectable()
export class AuditRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Reads the end of a chain, created if necessary, and locks it until the transaction ends: appends to a chain are
   * serialized.
   */
  async lockEnd(chainId: string): Promise<ChainEnd> {
    const found = await this.findEnd(chainId);
    if (found !== undefined) return found;
    await this.uow.rows(
      `INSERT INTO audit_chain (id, length, hash) VALUES ($1, 0, $2)
       ON CONFLICT ON CONSTRAINT audit_chain_pkey DO NOTHING`,
      [chainId, CHAIN_START],
    );
    const end = await this.findEnd(chainId);
    if (end === undefined) throw new Error('the created chain is missing');
    return end;
  }

  /** Appends an event and updates the end of its chain, in one statement. */
  async append(event: AuditEvent, previousHash: Buffer, hash: Buffer): Promise<void> {
    const { actor } = event;
    await this.uow.rows(
      `WITH appended AS (
         INSERT INTO audit_event
           (id, chain_id, position, org_id, occurred_at, actor_id, actor_type, actor_name, action, resource_type,
            resource_id, details, ip_address, user_agent, previous_hash, hash)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16))
       UPDATE audit_chain SET length = $3, hash = $16 WHERE id = $2`,
      [
        event.id,
        event.chainId,
        event.position,
        event.orgId,
        event.occurredAt,
        actor.id,
        actor.type,
        actor.name,
        event.action,
        event.resourceType,
        event.resourceId,
        JSON.stringify(event.details),
        event.ipAddress,
        event.userAgent,
        previousHash,
        hash,
      ],
    );
  }

  private async findEnd(chainId: string): Promise<ChainEnd | undefined> {
    const row = await this.uow.row<{ length: string; hash: Buffer }>(
      `SELECT length, hash FROM audit_chain WHERE id = $1 FOR UPDATE`,
      [chainId],
    );
    return row && { length: Number(row.length), hash: row.hash };
  }
}
