import { Injectable } from '@nestjs/common';
import { NIL_UUID } from '../../../common/values/uuid.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { PUBLIC_NAME_COLUMNS, RANK } from '../evaluation/named-entries.js';
import { latestAnalysis, VERSION_FACTS, type ServerFacts, type VersionFacts } from '../policies/mcp-facts.js';
import { newestFirst } from '../../catalog/version-order/newest-version.js';
import type { VersionSource } from '../../catalog/mcps/version-source.js';
import { MCP_BUNDLE } from '../../catalog/mcps/mcp-bundle.js';

/** A version of a server that an organization may see, with its latest complete analysis. */
export interface CandidateVersion extends VersionFacts {
  readonly versionId: string;
  readonly visibleVersion: string;
  readonly semver: string | null;
  /** Of the repository, or what identifies a source without commits. */
  readonly commitHash: string;
  /** Of its bytes, `sha256:<hex>`; null if they are not known. */
  readonly digest: string | null;
  /** For a version of a Python package: of the set of its files, and of each. */
  readonly releaseDigests: readonly string[] | null;
  /** Whether the tag of its semantic version was moved to another commit. */
  readonly isTagMoved: boolean;
  /** Its place among released versions; null for a commit that nobody has released. */
  readonly releaseKey: string | null;
  readonly source: VersionSource | null;
  /** When it was added, analyzed or revoked last, or its server changed. */
  readonly updatedAt: Date;
  readonly revokedAt: Date | null;
  /** Organization of the registry and digest of the bundle that it has there; null if the hub did not publish it. */
  readonly publishedOrg: string | null;
  readonly publishedDigest: string | null;
  /** `org/name@version` in the registry, if clients can start it there, and what they start is of the bundle; else null. */
  readonly publishedReference: string | null;
  /** Digest of the MCP bundle that the registry has of it; null while there is none. */
  readonly mcpbDigest: string | null;
}

/** A server that an organization may see: its own, or a public one. */
export interface CandidateServer extends ServerFacts {
  readonly id: string;
  readonly name: string;
  readonly description: string;
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
           ${PUBLIC_NAME_COLUMNS}, ${RANK} AS rank,
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
         v.visible_version AS "visibleVersion", v.semver, v.commit_hash AS "commitHash", v.tarball_sha256 AS digest,
         v.release_digests AS "releaseDigests", v.tag_moved_to IS NOT NULL AS "isTagMoved",
         v.release_key AS "releaseKey", v.source,
         greatest(m.updated_at, v.created_at, v.revoked_at, analysis.at) AS "updatedAt", v.revoked_at AS "revokedAt",
         ${VERSION_FACTS}, analysis.snapshot,
         p.plan ->> 'org' AS "publishedOrg",
         coalesce(p.plan -> 'bundle' ->> 'digest', p.plan ->> 'bundleDigest') AS "publishedDigest",
         -- A manifest without a command starts nothing, and that of another publisher may start anything.
         CASE WHEN (p.plan ->> 'startsBundle' = 'true'
                    OR jsonb_typeof(p.plan #> '{manifest,entrypoint,command}') = 'array')
                   -- Clients unpack the bundle and install nothing.
               AND NOT p.warnings @> '[{"code": "dependencies_not_bundled"}]'
               AND NOT p.warnings @> '[{"code": "bundle_not_gzip_tar"}]'
              THEN (p.plan ->> 'org') || '/' || (p.plan ->> 'name') || '@' || (p.plan ->> 'version') END
           AS "publishedReference", mcpb.digest AS "mcpbDigest"
    FROM servers m
    LEFT JOIN mcp_version v ON v.mcp_id = m.id AND NOT v.preview
    LEFT JOIN publication p ON p.version_id = v.id AND p.published_at IS NOT NULL
    ${MCP_BUNDLE}
    ${latestAnalysis('$4')}
   ORDER BY m.id, ${newestFirst('v')}`;

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
    let after = NIL_UUID;
    for (;;) {
      const rows = await this.uow.rows<CandidateRow>(BATCH, [orgId, after, BATCH_SIZE, controls]);
      if (rows.length > 0) yield rows;
      const last = rows.at(-1);
      if (last === undefined || new Set(rows.map(({ id }) => id)).size < BATCH_SIZE) return;
      after = last.id;
    }
  }
}
