import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { McpVersionStatus } from '../mcps/mcp-values.js';
import { canBeNewest, isOlder, newestFirst } from '../version-order/newest-version.js';
import { tagMovedTo } from '../version-order/moved-tags.js';
import type { VersionSource } from '../mcps/version-source.js';

/** What a version is to its MCP (ADR 81). */
export interface VersionPlace {
  /** Of the code host; null if unknown. */
  readonly ref: string | null;
  readonly preview: boolean;
  /** Null if it is not released. */
  readonly releaseKey: string | null;
}

/**
 * SQL of a time after those of an MCP's other versions with a release key, so that they keep the order in which they came
 * when the clock does not; null if there are none.
 */
const landsAfterOthers = (mcpId: string, releaseKey: string): string => `
  (SELECT coalesce(o.landed_at, o.created_at) + interval '1 millisecond' FROM mcp_version o
    WHERE o.mcp_id = ${mcpId} AND coalesce(o.release_key, '') = coalesce(${releaseKey}::text, '') AND ${canBeNewest('o')}
    ORDER BY ${newestFirst('o')} LIMIT 1)`;

/** A version to create. */
export interface NewVersion extends VersionPlace {
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
export interface IntakeVersion extends VersionPlace {
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
    return this.uow.row(
      `SELECT id, status, source, ref, preview, release_key AS "releaseKey"
         FROM mcp_version WHERE mcp_id = $1 AND commit_hash = $2`,
      [mcpId, commitHash],
    );
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
          updated_at, ref, preview, release_key, landed_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'INGESTED', $9, $9, $10, $11, $12,
               greatest($9, ${landsAfterOthers('$2', '$12')}))`,
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
        version.ref,
        version.preview,
        version.releaseKey,
      ],
    );
    return id;
  }

  /** Whether another commit that nobody has released has landed after that of a version. */
  async isFollowed(id: string): Promise<boolean> {
    const row = await this.uow.row(
      `SELECT o.id FROM mcp_version v JOIN mcp_version o ON o.mcp_id = v.mcp_id
        WHERE v.id = $1 AND ${canBeNewest('v')} AND o.release_key IS NULL AND ${canBeNewest('o')} AND ${isOlder('v', 'o')}
        LIMIT 1`,
      [id],
    );
    return row !== undefined;
  }

  /**
   * Makes more of a version: its commit has come to the default branch, is its last one again, or was released. It lands
   * after all others.
   */
  async promote(
    id: string,
    { ref, preview, releaseKey }: VersionPlace,
    semver: string | null,
  ): Promise<void> {
    if (semver !== null) await this.keepMovedTag(id, semver);
    await this.uow.rows(
      `UPDATE mcp_version v
          SET ref = coalesce($2, v.ref), preview = $3, release_key = $4, semver = coalesce($5, v.semver),
              tag_moved_to = CASE WHEN $5::text IS NULL THEN v.tag_moved_to ELSE ${tagMovedTo('v', "split_part($5, '+', 1)")} END,
              landed_at = greatest(now(), ${landsAfterOthers('v.mcp_id', '$4')}), updated_at = now()
        WHERE v.id = $1`,
      [id, ref, preview, releaseKey, semver],
    );
  }

  /** Records with a version's number so far that its tag was moved: the version shows that of the next one from now on. */
  private async keepMovedTag(id: string, semver: string): Promise<void> {
    await this.uow.rows(
      `UPDATE mcp_version_tag t SET moved_to = v.tag_moved_to FROM mcp_version v
        WHERE v.id = $1 AND t.version_id = v.id AND t.number = split_part(v.semver, '+', 1)
          AND t.number <> split_part($2, '+', 1) AND t.moved_to IS DISTINCT FROM v.tag_moved_to`,
      [id, semver],
    );
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
