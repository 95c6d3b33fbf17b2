import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { foundPage, type FoundPage, type PageRow, type Window } from '../../storage/database/paging.js';
import type { Snapshot } from '../../hub/catalog/snapshots/snapshot.entity.js';

/** A snapshot of an MCP of the organization. */
export type EvidenceRow = Omit<
  Snapshot,
  'breakdown' | 'difference' | 'findingClasses' | 'incompleteReasons' | 'orgId' | 'package' | 'tarballKey'
> & {
  /** Hash of its predecessor; null for the first one of the chain. */
  readonly previousHash: string | null;
  /** Its time (RFC 3339) with all digits, so that the next page continues exactly there. */
  readonly exactTime: string;
  /** Whether its version is a preview now; null if the version was deleted. */
  readonly preview: boolean | null;
};

/** Which snapshots of an organization to read. Undefined means all. */
export interface EvidenceFilter {
  readonly orgId: string;
  readonly mcpId: string | undefined;
  /** From this time on. */
  readonly from: Date | undefined;
  /** Before this time. */
  readonly before: Date | undefined;
}

/** The last snapshot of the page before. */
export type EvidencePosition = Pick<EvidenceRow, 'exactTime' | 'id'>;

const EXACT_TIME = `to_char(s.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const COLUMNS = `
  s.id, s.mcp_id AS "mcpId", s.mcp_name AS "mcpName", s.version_id AS "versionId", s.position,
  s.previous_snapshot_id AS "previousSnapshotId", p.snapshot_hash AS "previousHash", s.snapshot_hash AS "snapshotHash",
  s.commit_hash AS "commitHash", s.created_at AS "createdAt", ${EXACT_TIME} AS "exactTime",
  s.tarball_sha256 AS "tarballSha256",
  s.findings_key AS "findingsKey", s.report_key AS "reportKey", s.sarif_key AS "sarifKey", s.sbom_key AS "sbomKey",
  s.global_score AS "globalScore", s.security_score AS "securityScore", s.supply_chain_score AS "supplyChainScore",
  s.maturity_score AS "maturityScore", s.msss_score AS "msssScore", s.msss_level AS "msssLevel", s.grade,
  s.certification_level AS "certificationLevel", s.complete, s.scanner_version AS "scannerVersion",
  s.toolchain_version AS "toolchainVersion", s.scoring_version AS "scoringVersion",
  s.controls_catalog_version AS "controlsCatalogVersion", s.total_findings AS "totalFindings",
  s.critical_findings AS "criticalFindings", s.high_findings AS "highFindings", s.medium_findings AS "mediumFindings",
  s.low_findings AS "lowFindings", s.surface, s.distributable, v.preview`;

// Rows are read for a page only, not for what is before it.
const page = (ids: string): string => `
  SELECT ${COLUMNS}
    FROM (${ids}) ids
    JOIN snapshot s ON s.id = ids.id
    LEFT JOIN snapshot p ON p.id = s.previous_snapshot_id AND p.mcp_id = s.mcp_id
    LEFT JOIN mcp_version v ON v.id = s.version_id`;

/** The chains of snapshots of organizations; those of deleted MCPs stay. */
@Injectable()
export class EvidenceReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** A page, newest first, and the number of all snapshots that match, in one statement. */
  async page(filter: EvidenceFilter, { limit, offset }: Window): Promise<FoundPage<EvidenceRow>> {
    const { condition, values } = conditionOf(filter);
    const [count, skipped] = [values.length + 1, values.length + 2];
    const ids = `SELECT id FROM snapshot WHERE ${condition}
                  ORDER BY created_at DESC, id DESC LIMIT $${count} OFFSET $${skipped}`;
    const rows = await this.uow.rows<PageRow<EvidenceRow>>(
      `SELECT list.total, page.*
         FROM (SELECT count(*)::integer AS total FROM snapshot WHERE ${condition}) list
         LEFT JOIN (${page(ids)}) page ON true
        ORDER BY page."createdAt" DESC, page.id DESC`,
      [...values, limit, offset],
    );
    return foundPage(rows, 'id');
  }

  /** The number of snapshots that match. */
  async total(filter: EvidenceFilter): Promise<number> {
    const { condition, values } = conditionOf(filter);
    const row = await this.uow.row<{ readonly total: number }>(
      `SELECT count(*)::integer AS total FROM snapshot WHERE ${condition}`,
      values,
    );
    return row?.total ?? 0;
  }

  /** The next snapshots after a position, newest first. Later ones do not change what follows. */
  crawl(filter: EvidenceFilter, after: EvidencePosition | undefined, limit: number): Promise<EvidenceRow[]> {
    const { condition, values } = conditionOf(filter);
    const next = values.length;
    const rest =
      after === undefined ? '' : `AND (created_at, id) < ($${next + 2}::timestamptz, $${next + 3}::uuid)`;
    const ids = `SELECT id FROM snapshot WHERE ${condition} ${rest}
                  ORDER BY created_at DESC, id DESC LIMIT $${next + 1}`;
    return this.uow.rows<EvidenceRow>(`${page(ids)} ORDER BY s.created_at DESC, s.id DESC`, [
      ...values,
      limit,
      ...(after === undefined ? [] : [after.exactTime, after.id]),
    ]);
  }
}

function conditionOf({ orgId, mcpId, from, before }: EvidenceFilter) {
  const values: unknown[] = [orgId];
  const conditions = ['org_id = $1'];
  const add = (condition: string, value: unknown): void => {
    if (value !== undefined) conditions.push(`${condition} $${values.push(value)}`);
  };
  add('mcp_id =', mcpId);
  add('created_at >=', from);
  add('created_at <', before);
  return { condition: conditions.join(' AND '), values };
}
