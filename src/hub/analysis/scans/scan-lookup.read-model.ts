import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { folderKey, packageKey, repositoryKey } from '@mcp-hub/client-configurations/names';
import type { VersionSource } from '../../catalog/mcps/version-source.js';
import { hasResult } from '../../catalog/version-order/has-result.js';
import { canBeNewest, newestFirst } from '../../catalog/version-order/newest-version.js';
import { pageOf, type ScanTarget } from './scan-target.js';

/** The result of an analysis. */
export interface KnownResult {
  readonly mcpId: string;
  readonly versionId: string;
  readonly snapshotId: string;
}

export interface VersionProgress {
  readonly snapshotId: string | null;
  readonly isQueued: boolean;
  readonly hasFailed: boolean;
  readonly failureReason: string | null;
}

type Candidate = KnownResult & { readonly source: VersionSource };

// Only a few MCPs of the catalog have the same repository or package.
const MAX_CANDIDATES = 50;

const latestSnapshot = (which: string): string =>
  `SELECT id, created_at FROM snapshot WHERE ${which} ORDER BY created_at DESC, id DESC LIMIT 1`;

/** What scans need of the catalog. */
@Injectable()
export class ScanLookup {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * The complete result of the newest version of a target that the caller may see; undefined if that has none, whatever
   * older ones have. What counts is where the analyzed bytes came from: anyone can push other bytes to an entry with the
   * address of somebody else's repository, and another repository may have its address now.
   * @param orgIds organizations whose private MCPs the caller may see
   */
  async known(
    target: ScanTarget,
    orgIds: readonly string[],
    maxAgeHours: number,
  ): Promise<KnownResult | undefined> {
    const found = await this.uow.rows<Candidate>(
      `SELECT m.id AS "mcpId", v.id AS "versionId", s.id AS "snapshotId", v.source
         FROM mcp m
         JOIN LATERAL (SELECT v.* FROM mcp_version v
                        WHERE v.mcp_id = m.id AND ${canBeNewest('v')} AND mcp_source_key(v.source) = $2
                          AND ($3::text IS NULL OR v.source ->> 'version' = $3 OR v.semver = $3)
                        ORDER BY ${newestFirst('v')} LIMIT 1) v ON true
         JOIN LATERAL (${latestSnapshot('version_id = v.id AND complete')}) s ON true
        WHERE m.repo_key = $1 AND m.repo_taken_by IS NULL
          AND ((m.visibility = 'public' AND NOT m.withdrawn) OR m.org_id = ANY($4::uuid[]))
          AND ${hasResult('v')} AND s.created_at > now() - make_interval(hours => $5::integer)
        ORDER BY ${newestFirst('v')} LIMIT $6`,
      [
        repositoryKey(pageOf(target)),
        target.kind === 'repository' ? folderKey('') : packageKey(target),
        target.kind === 'repository' ? null : target.version,
        orgIds,
        maxAgeHours,
        MAX_CANDIDATES,
      ],
    );
    return found.find(({ source }) => isFrom(source, target));
  }

  /** Undefined for an unknown version; a result that was taken back is none (ADR 92). */
  progress(versionId: string): Promise<VersionProgress | undefined> {
    return this.uow.row(
      `SELECT CASE WHEN ${hasResult('v')} THEN (SELECT s.id FROM (${latestSnapshot('version_id = v.id')}) s) END
                AS "snapshotId",
              EXISTS (SELECT FROM analysis_job j
                       WHERE j.version_id = v.id AND j.status IN ('QUEUED', 'RUNNING')) AS "isQueued",
              v.status = 'FAILED' AS "hasFailed", v.failure_reason AS "failureReason"
         FROM mcp_version v WHERE v.id = $1`,
      [versionId],
    );
  }

  /** The key of a stored report; undefined for an unknown snapshot. */
  async reportKey(snapshotId: string): Promise<string | undefined> {
    const row = await this.uow.row<{ key: string }>('SELECT report_key AS key FROM snapshot WHERE id = $1', [
      snapshotId,
    ]);
    return row?.key;
  }
}

/** Whether the repository that a version came from is that of the target: that of its MCP may have been another one. */
const isFrom = (source: VersionSource, target: ScanTarget): boolean =>
  source.kind !== 'repository' ||
  target.kind !== 'repository' ||
  repositoryKey(source.url) === repositoryKey(target.url);
