import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { PUBLIC_NAME_COLUMNS } from '../ci/ci-catalog.read-model.js';
import { latestAnalysis, type SnapshotFacts } from '../ci/latest-analysis.js';
import type { McpOrigin, McpVersionStatus } from '../mcps/mcp-values.js';
import { newestFirst } from '../version-order/newest-version.js';
import type { VersionSource } from '../mcps/version-source.js';

/** A version of a server that an organization may see, with its latest complete analysis. */
export interface CandidateVersion {
  readonly versionId: string;
  readonly visibleVersion: string;
  readonly semver: string | null;
  /** Whether the tag of its semantic version was moved to another commit. */
  readonly isTagMoved: boolean;
  /** Its place among released versions; null for a commit that nobody has released. */
  readonly releaseKey: string | null;
  readonly source: VersionSource | null;
  readonly status: McpVersionStatus;
  readonly certificationLevel: number | null;
  readonly createdAt: Date;
  /** When it was added, analyzed or revoked last, or its server changed. */
  readonly updatedAt: Date;
  readonly revokedAt: Date | null;
  /** Why it is revoked; null if it is not, empty without a reason. */
  readonly revoked: string | null;
  readonly snapshot: SnapshotFacts | null;
  /** Organization of the registry and digest of the bundle that it has there; null if the hub did not publish it. */
  readonly publishedOrg: string | null;
  readonly publishedDigest: string | null;
}

/** A server that an organization may see: its own, or a public one. */
export interface CandidateServer {
  readonly id: string;
  readonly name: string;
  readonly nameKey: string;
  readonly description: string;
  readonly license: string;
  readonly origin: McpOrigin;
  readonly own: boolean;
  readonly vouched: boolean;
  readonly platformSource: string | null;
  readonly rank: number;
  readonly repoUrl: string;
  readonly repoKey: string;
  readonly sourcePath: string;
  readonly addedAt: Date;
}

/** A server with one of its versions; all columns of the version are null for a server without any. */
export type CandidateRow = CandidateServer & (CandidateVersion | { readonly versionId: null });

const BATCH = `
  WITH servers AS (
    SELECT id, name, name_key, description, license, origin, coalesce(org_id = $1, false) AS own,
           ${PUBLIC_NAME_COLUMNS}, array_position('{official,verified,community}', origin) AS rank,
           -- Another repository may have its address now.
           CASE WHEN repo_taken_by IS NULL THEN repo_url ELSE '' END AS repo_url,
           CASE WHEN repo_taken_by IS NULL THEN repo_key ELSE '' END AS repo_key,
           source_path, created_at, updated_at
      FROM mcp
     WHERE ((visibility = 'public' AND NOT withdrawn) OR org_id = $1) AND id > $2
     ORDER BY id LIMIT $3)
  SELECT m.id, m.name, m.name_key AS "nameKey", left(m.description, 2000) AS description, m.license, m.origin, m.own,
         m.vouched, m."platformSource", m.rank, m.repo_url AS "repoUrl", m.repo_key AS "repoKey",
         m.source_path AS "sourcePath", m.created_at AS "addedAt", v.id AS "versionId",
         v.visible_version AS "visibleVersion", v.semver, v.tag_moved_to IS NOT NULL AS "isTagMoved",
         v.release_key AS "releaseKey", v.source, v.status,
         v.certification_level AS "certificationLevel", v.created_at AS "createdAt",
         greatest(m.updated_at, v.created_at, v.revoked_at, analysis.at) AS "updatedAt", v.revoked_at AS "revokedAt",
         CASE WHEN v.revoked_at IS NOT NULL THEN coalesce(v.revoked_reason, '') END AS revoked, analysis.snapshot,
         p.plan ->> 'org' AS "publishedOrg",
         coalesce(p.plan -> 'bundle' ->> 'digest', p.plan ->> 'bundleDigest') AS "publishedDigest"
    FROM servers m
    LEFT JOIN mcp_version v ON v.mcp_id = m.id AND NOT v.preview
    LEFT JOIN publication p ON p.version_id = v.id AND p.published_at IS NOT NULL
    ${latestAnalysis('$4')}
   ORDER BY m.id, ${newestFirst('v')}`;

// No server has this id, and all others come after it.
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Servers per statement. */
const BATCH_SIZE = 500;

/** Reads what decisions about a whole catalog need. */
@Injectable()
export class CandidatesReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * All public servers that are not withdrawn, and those of an organization, in batches; a server is whole in its batch,
   * its newest version first.
   * @param orgId null for public servers only
   * @param controls ids of the controls to read
   */
  async *batches(
    orgId: string | null,
    controls: readonly string[],
  ): AsyncGenerator<readonly CandidateRow[], void> {
    let after = BEFORE_ALL;
    for (;;) {
      const rows = await this.uow.rows<CandidateRow>(BATCH, [orgId, after, BATCH_SIZE, controls]);
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (last === undefined || new Set(rows.map(({ id }) => id)).size < BATCH_SIZE) return;
      after = last.id;
    }
  }
}
