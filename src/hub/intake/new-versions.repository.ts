import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { McpVersionStatus } from '../mcps/mcp-values.js';
import type { VersionSource } from '../mcps/version-source.js';

/** A version to create. */
export interface NewVersion {
  readonly mcpId: string;
  readonly visibleVersion: string;
  readonly commitHash: string;
  readonly semver: string | null;
  readonly source: VersionSource;
  readonly sourceSize: number | null;
  /** `sha256:<hex>` of the source, if it is known already. */
  readonly tarballSha256: string | null;
}

/** A version that the hub knows already. */
export interface IntakeVersion {
  readonly id: string;
  readonly status: McpVersionStatus;
  readonly source: VersionSource | null;
}

/** SQL of the versions that the hub learns of. */
@Injectable()
export class NewVersionsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Locks an MCP, so that only this transaction adds versions to it; false if there is none. */
  async lockMcp(mcpId: string): Promise<boolean> {
    const row = await this.uow.row('SELECT id FROM mcp WHERE id = $1 FOR NO KEY UPDATE', [mcpId]);
    return row !== undefined;
  }

  find(mcpId: string, commitHash: string): Promise<IntakeVersion | undefined> {
    return this.uow.row('SELECT id, status, source FROM mcp_version WHERE mcp_id = $1 AND commit_hash = $2', [
      mcpId,
      commitHash,
    ]);
  }

  /** The first of these names that no version of the MCP has; undefined if all are taken. */
  async freeName(mcpId: string, names: readonly string[]): Promise<string | undefined> {
    const row = await this.uow.row<{ name: string }>(
      `SELECT wanted.name FROM unnest($2::text[]) WITH ORDINALITY AS wanted (name, ordinal)
        WHERE NOT EXISTS (SELECT FROM mcp_version v WHERE v.mcp_id = $1 AND v.visible_version = wanted.name)
        ORDER BY wanted.ordinal LIMIT 1`,
      [mcpId, names],
    );
    return row?.name;
  }

  async insert(version: NewVersion, now: Date): Promise<string> {
    const id = randomUUID();
    await this.uow.rows(
      `INSERT INTO mcp_version
         (id, mcp_id, visible_version, commit_hash, semver, source, source_size, tarball_sha256, status, created_at,
          updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'INGESTED', $9, $9)`,
      [
        id,
        version.mcpId,
        version.visibleVersion,
        version.commitHash,
        version.semver,
        JSON.stringify(version.source),
        version.sourceSize,
        version.tarballSha256,
        now,
      ],
    );
    return id;
  }

  /** Resets a failed version to INGESTED, with the newest known source. */
  async restart(id: string, source: VersionSource): Promise<void> {
    await this.uow.rows(
      `UPDATE mcp_version SET status = 'INGESTED', source = $2, failure_reason = NULL, updated_at = now()
        WHERE id = $1 AND status = 'FAILED'`,
      [id, JSON.stringify(source)],
    );
  }

  /** Sets where the source of a version is now; without a digest, what was fetched before is not used any more. */
  async relocate(id: string, source: VersionSource): Promise<void> {
    await this.uow.rows(
      `UPDATE mcp_version SET source = $2, source_size = NULL, tarball_sha256 = NULL, updated_at = now() WHERE id = $1`,
      [id, JSON.stringify(source)],
    );
  }
}
