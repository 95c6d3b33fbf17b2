import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { ChainedSnapshot } from './chain-check.js';
import type { Snapshot } from './snapshot.entity.js';

/** The results of a version's analysis. */
export type SnapshotRow = Omit<Snapshot, 'mcpId' | 'orgId' | 'mcpName' | 'findingClasses'>;

/** Whether a version passes a control. */
export interface ControlRow {
  readonly id: string;
  readonly controlId: string;
  readonly controlName: string;
  readonly controlCategory: string;
  readonly passed: boolean;
  readonly severity: string;
  readonly message: string;
  readonly applicable: boolean;
  readonly observable: boolean;
}

// What the hash of a snapshot covers, and its links.
const CHAINED = `
  s.id, s.version_id AS "versionId", s.position, s.previous_snapshot_id AS "previousSnapshotId",
  s.snapshot_hash AS "snapshotHash", s.commit_hash AS "commitHash", s.created_at AS "createdAt",
  s.tarball_sha256 AS "tarballSha256", s.findings_key AS "findingsKey", s.report_key AS "reportKey",
  s.sarif_key AS "sarifKey", s.sbom_key AS "sbomKey", s.global_score AS "globalScore",
  s.security_score AS "securityScore", s.supply_chain_score AS "supplyChainScore",
  s.maturity_score AS "maturityScore", s.msss_score AS "msssScore", s.msss_level AS "msssLevel",
  s.certification_level AS "certificationLevel", s.complete, s.scanner_version AS "scannerVersion",
  s.toolchain_version AS "toolchainVersion", s.scoring_version AS "scoringVersion",
  s.controls_catalog_version AS "controlsCatalogVersion"`;

const COLUMNS = `${CHAINED},
  s.breakdown, s.grade, s.total_findings AS "totalFindings", s.critical_findings AS "criticalFindings",
  s.high_findings AS "highFindings", s.medium_findings AS "mediumFindings", s.low_findings AS "lowFindings",
  s.tarball_key AS "tarballKey", s.incomplete_reasons AS "incompleteReasons", s.surface, s.distributable, s.package,
  s.mcpb, s.difference`;

/** Number of snapshots of a chain that are read at once. */
export const CHAIN_WINDOW = 100;

// Many times the number of controls in the catalog.
const MAX_CONTROLS = 1000;

/** Queries of snapshots. Callers have checked that the MCP is visible. */
@Injectable()
export class SnapshotsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** The latest snapshot of a version; undefined before it is analyzed. */
  latestOf(versionId: string): Promise<SnapshotRow | undefined> {
    return this.uow.row<SnapshotRow>(
      `SELECT ${COLUMNS}
         FROM snapshot s
        WHERE s.version_id = $1
        ORDER BY s.created_at DESC, s.id DESC
        LIMIT 1`,
      [versionId],
    );
  }

  find(id: string): Promise<SnapshotRow | undefined> {
    return this.uow.row<SnapshotRow>(`SELECT ${COLUMNS} FROM snapshot s WHERE s.id = $1`, [id]);
  }

  /** The control results of a snapshot, by control id. */
  controlsOf(snapshotId: string): Promise<ControlRow[]> {
    return this.uow.rows<ControlRow>(
      `SELECT id, control_id AS "controlId", control_name AS "controlName",
              control_category AS "controlCategory", passed, severity, message, applicable, observable
         FROM control_result
        WHERE snapshot_id = $1
        ORDER BY control_id
        LIMIT ${MAX_CONTROLS}`,
      [snapshotId],
    );
  }

  /**
   * The next snapshots of an MCP's chain after a position: a bounded batch.
   * @param orgId leaves out what other organizations have recorded
   */
  chainAfter(mcpId: string, position: number, orgId?: string): Promise<ChainedSnapshot[]> {
    return this.uow.rows<ChainedSnapshot>(
      `SELECT s.mcp_id AS "mcpId", date_trunc('milliseconds', s.created_at) = s.created_at AS "isWhole", ${CHAINED}
         FROM snapshot s
        WHERE s.mcp_id = $1 AND s.position > $2 AND ($3::uuid IS NULL OR s.org_id IS NULL OR s.org_id = $3)
        ORDER BY s.position
        LIMIT ${CHAIN_WINDOW}`,
      [mcpId, position, orgId ?? null],
    );
  }

  /** Whether the catalog has an MCP. Deleted ones keep their chain. */
  async isListed(mcpId: string): Promise<boolean> {
    return (await this.uow.row('SELECT id FROM mcp WHERE id = $1', [mcpId])) !== undefined;
  }
}
