import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { repositoryKey } from '../mcps/repository-key.js';
import type { VersionSource } from '../mcps/version-source.js';
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

type Candidate = KnownResult & { readonly source: VersionSource | null; readonly semver: string | null };

// Only a few MCPs of the catalog have the same repository or package.
const MAX_CANDIDATES = 50;

/** What scans need of the catalog. */
@Injectable()
export class ScanLookup {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * The newest complete result for a target that the caller may see. What counts is where the analyzed bytes came from:
   * anyone can push other bytes to an entry with the address of somebody else's repository.
   * @param orgIds organizations whose private MCPs the caller may see
   */
  async known(
    target: ScanTarget,
    orgIds: readonly string[],
    maxAgeHours: number,
  ): Promise<KnownResult | undefined> {
    const found = await this.uow.rows<Candidate>(
      `SELECT m.id AS "mcpId", s.version_id AS "versionId", s.id AS "snapshotId", v.source, v.semver
         FROM mcp m
         JOIN LATERAL (SELECT id, version_id, created_at FROM snapshot
                        WHERE mcp_id = m.id AND complete ORDER BY created_at DESC, id DESC LIMIT 1) s ON true
         JOIN mcp_version v ON v.id = s.version_id
        WHERE m.repo_key = $1 AND ((m.visibility = 'public' AND NOT m.withdrawn) OR m.org_id = ANY($2::uuid[]))
          AND s.created_at > now() - make_interval(hours => $3::integer)
        ORDER BY s.created_at DESC LIMIT $4`,
      [repositoryKey(pageOf(target)), orgIds, maxAgeHours, MAX_CANDIDATES],
    );
    return found.find((each) => isAbout(each, target));
  }

  /** Undefined for an unknown version. */
  progress(versionId: string): Promise<VersionProgress | undefined> {
    return this.uow.row(
      `SELECT (SELECT s.id FROM snapshot s WHERE s.version_id = v.id ORDER BY s.created_at DESC, s.id DESC LIMIT 1) AS "snapshotId",
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

function isAbout({ source, semver }: Candidate, target: ScanTarget): boolean {
  if (target.kind === 'repository') {
    return (
      source?.kind === 'repository' &&
      source.path === '' &&
      repositoryKey(source.url) === repositoryKey(target.url)
    );
  }
  return (
    source?.kind === target.kind &&
    source.name === target.name &&
    (target.version === null || [source.version, semver].includes(target.version))
  );
}
