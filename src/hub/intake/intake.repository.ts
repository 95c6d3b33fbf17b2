import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { VersionSource } from '../mcps/version-source.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';

/** A version to find or create. */
export interface NewVersion {
  readonly mcpId: string;
  readonly source: VersionSource;
  readonly commitHash: string;
  readonly semver: string | null;
  readonly sourceSize: number | null;
}

/** SQL of new versions and their analysis jobs. */
@Injectable()
export class IntakeRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /** Locks the MCP, so that nobody else creates versions of it until the transaction ends. */
  async lockMcp(mcpId: string): Promise<void> {
    await this.uow.rows('SELECT id FROM mcp WHERE id = $1 FOR NO KEY UPDATE', [mcpId]);
  }

  findVersion(mcpId: string, commitHash: string): Promise<{ readonly id: string } | undefined> {
    return this.uow.row('SELECT id FROM mcp_version WHERE mcp_id = $1 AND commit_hash = $2', [
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

  async insertVersion(
    { mcpId, source, commitHash, semver, sourceSize }: NewVersion,
    visibleVersion: string,
    now: Date,
  ): Promise<string> {
    const id = randomUUID();
    await this.uow.rows(
      `INSERT INTO mcp_version
         (id, mcp_id, visible_version, commit_hash, semver, source, source_size, status, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, 'INGESTED', $8, $8)`,
      [id, mcpId, visibleVersion, commitHash, semver, JSON.stringify(source), sourceSize, now],
    );
    return id;
  }

  /** Queues the first analysis of a version, which has none. */
  async insertJob(mcpId: string, versionId: string): Promise<void> {
    await this.uow.rows(
      `INSERT INTO analysis_job (id, version_id, mcp_id, reason, status, run_after, created_at)
       VALUES ($1, $2, $3, 'ingest', 'QUEUED', now(), now())`,
      [randomUUID(), versionId, mcpId],
    );
  }
}
