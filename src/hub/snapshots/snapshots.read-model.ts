import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { ScoreBreakdown } from './snapshot.entity.js';

/** The results of a version's analysis. */
export interface SnapshotRow {
  readonly id: string;
  readonly versionId: string;
  readonly globalScore: number;
  readonly securityScore: number;
  readonly supplyChainScore: number;
  readonly maturityScore: number;
  readonly breakdown: ScoreBreakdown;
  readonly grade: string;
  readonly toolchainVersion: string;
  readonly scoringVersion: string;
  readonly controlsCatalogVersion: string;
  readonly totalFindings: number;
  readonly criticalFindings: number;
  readonly highFindings: number;
  readonly mediumFindings: number;
  readonly lowFindings: number;
  readonly createdAt: Date;
}

/** Whether a version passes a control. */
export interface ControlRow {
  readonly id: string;
  readonly controlId: string;
  readonly controlName: string;
  readonly controlCategory: string;
  readonly passed: boolean;
  readonly severity: string;
  readonly message: string;
}

// Many times the number of controls in the catalog.
const MAX_CONTROLS = 1000;

/** Queries of snapshots. Callers have checked that the MCP is visible. */
@Injectable()
export class SnapshotsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** The latest snapshot of a version; undefined before it is analyzed. */
  latestOf(versionId: string): Promise<SnapshotRow | undefined> {
    return this.uow.row<SnapshotRow>(
      `SELECT s.id, s.version_id AS "versionId", s.global_score AS "globalScore",
              s.security_score AS "securityScore", s.supply_chain_score AS "supplyChainScore",
              s.maturity_score AS "maturityScore", s.breakdown, s.grade, s.toolchain_version AS "toolchainVersion",
              s.scoring_version AS "scoringVersion", s.controls_catalog_version AS "controlsCatalogVersion",
              s.total_findings AS "totalFindings", s.critical_findings AS "criticalFindings",
              s.high_findings AS "highFindings", s.medium_findings AS "mediumFindings",
              s.low_findings AS "lowFindings", s.created_at AS "createdAt"
         FROM snapshot s
        WHERE s.version_id = $1
        ORDER BY s.created_at DESC, s.id DESC
        LIMIT 1`,
      [versionId],
    );
  }

  /** The control results of a snapshot, by control id. */
  controlsOf(snapshotId: string): Promise<ControlRow[]> {
    return this.uow.rows<ControlRow>(
      `SELECT id, control_id AS "controlId", control_name AS "controlName",
              control_category AS "controlCategory", passed, severity, message
         FROM control_result
        WHERE snapshot_id = $1
        ORDER BY control_id
        LIMIT ${MAX_CONTROLS}`,
      [snapshotId],
    );
  }
}
