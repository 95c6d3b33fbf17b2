import { Injectable } from '@nestjs/common';
import { readPage, type FoundPage, type Window } from '../../../storage/database/paging.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';

/** A secret of a source, without its value. */
export interface ListedSecret {
  readonly mcpId: string;
  readonly mcpName: string;
  readonly orgId: string | null;
  readonly createdAt: Date;
  /** The user who made it. */
  readonly createdBy: string;
  /** Until when the secret before counts too; null if it does not. */
  readonly oldSecretUntil: Date | null;
}

/** A new secret of a source. */
export interface NewSecret {
  readonly mcpId: string;
  /** Encrypted (`SecretBox`). */
  readonly secret: Buffer;
  readonly createdAt: Date;
  readonly createdBy: string;
  /** Until when the current one, if there is one, counts too; null to end it. */
  readonly keepCurrentUntil: Date | null;
}

// More than any member of an organization has made.
const MAX_MADE = 1000;

const COLUMNS = `s.mcp_id AS "mcpId", m.name AS "mcpName", m.org_id AS "orgId", s.created_at AS "createdAt",
  s.created_by AS "createdBy", CASE WHEN s.old_secret_until > now() THEN s.old_secret_until END AS "oldSecretUntil"`;

/** SQL of the secrets of sources. */
@Injectable()
export class SourceSecretsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Oldest first; of one MCP if it is named. */
  list(mcpId: string | undefined, page: Window): Promise<FoundPage<ListedSecret>> {
    const list = {
      columns: COLUMNS,
      rows: `FROM source_secret s JOIN mcp m ON m.id = s.mcp_id WHERE $1::uuid IS NULL OR s.mcp_id = $1`,
      values: [mcpId ?? null],
      order: '"createdAt", "mcpId"',
      key: 'mcpId',
    } as const;
    return readPage<ListedSecret>(this.uow, list, page);
  }

  /** Whether an MCP has a secret. */
  async has(mcpId: string): Promise<boolean> {
    return (await this.uow.row('SELECT 1 FROM source_secret WHERE mcp_id = $1', [mcpId])) !== undefined;
  }

  /** How many other MCPs with the address of this one have secrets. */
  async countOthersAtAddress(mcpId: string): Promise<number> {
    const row = await this.uow.row<{ others: number }>(
      `SELECT count(*)::int AS others
         FROM mcp m JOIN mcp other ON other.repo_key = m.repo_key AND other.id <> m.id
         JOIN source_secret s ON s.mcp_id = other.id
        WHERE m.id = $1`,
      [mcpId],
    );
    return row?.others ?? 0;
  }

  /** Gives an MCP a secret, in place of the one that it has. */
  async replace({ mcpId, secret, createdAt, createdBy, keepCurrentUntil }: NewSecret): Promise<void> {
    await this.uow.rows(
      `INSERT INTO source_secret AS s (mcp_id, secret, created_at, created_by) VALUES ($1, $2, $3, $4)
       ON CONFLICT ON CONSTRAINT source_secret_pkey
         DO UPDATE SET secret = excluded.secret, created_at = excluded.created_at, created_by = excluded.created_by,
                       old_secret = CASE WHEN $5::timestamptz IS NOT NULL THEN s.secret END,
                       old_secret_until = $5, old_created_by = CASE WHEN $5::timestamptz IS NOT NULL THEN s.created_by END`,
      [mcpId, secret, createdAt, createdBy, keepCurrentUntil],
    );
  }

  /** False if the MCP had no secret. */
  async delete(mcpId: string): Promise<boolean> {
    const row = await this.uow.row('DELETE FROM source_secret WHERE mcp_id = $1 RETURNING mcp_id', [mcpId]);
    return row !== undefined;
  }

  /** The secrets of an organization's MCPs that a user has made and so may know, also those that count a while longer. */
  madeBy(orgId: string, userId: string): Promise<ListedSecret[]> {
    return this.uow.rows<ListedSecret>(
      `SELECT ${COLUMNS}
         FROM mcp m JOIN source_secret s ON s.mcp_id = m.id
        WHERE m.org_id = $1 AND (s.created_by = $2 OR (s.old_created_by = $2 AND s.old_secret_until > now()))
        ORDER BY m.name, m.id
        LIMIT ${MAX_MADE}`,
      [orgId, userId],
    );
  }
}
