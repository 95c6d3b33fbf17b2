import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import type { AnalysisReason, AnalysisStatus } from '../../catalog/intake/analysis-values.js';

/** A job with the names of its MCP and version. */
export interface AnalysisJobRow {
  readonly id: string;
  readonly mcpId: string;
  readonly orgId: string | null;
  readonly mcpName: string;
  readonly versionId: string;
  readonly visibleVersion: string;
  readonly reason: AnalysisReason;
  readonly status: AnalysisStatus;
  readonly attempts: number;
  readonly phase: string | null;
  readonly failureReason: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly heartbeatAt: Date | null;
  readonly finishedAt: Date | null;
}

/** Which jobs, and which of them. */
export interface AnalysisJobSelection {
  readonly status: AnalysisStatus | undefined;
  readonly mcpId: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

const COLUMNS = `
  j.id, j.mcp_id AS "mcpId", m.org_id AS "orgId", m.name AS "mcpName", j.version_id AS "versionId",
  v.visible_version AS "visibleVersion", j.reason, j.status, j.attempts, j.phase, j.failure_reason AS "failureReason",
  j.created_at AS "createdAt", j.started_at AS "startedAt", j.heartbeat_at AS "heartbeatAt",
  j.finished_at AS "finishedAt"`;
const JOINED = 'JOIN mcp_version v ON v.id = j.version_id JOIN mcp m ON m.id = v.mcp_id';
const SELECTED = `($1::text IS NULL OR j.status = $1) AND ($2::uuid IS NULL OR j.mcp_id = $2)`;

/** Queries of analysis jobs, for platform administrators. */
@Injectable()
export class AnalysisJobsReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** A page of jobs, newest first. */
  page({ status, mcpId, limit, offset }: AnalysisJobSelection): Promise<AnalysisJobRow[]> {
    return this.uow.rows<AnalysisJobRow>(
      `SELECT ${COLUMNS} FROM analysis_job j ${JOINED} WHERE ${SELECTED}
        ORDER BY j.created_at DESC, j.id DESC LIMIT $3 OFFSET $4`,
      [status ?? null, mcpId ?? null, limit, offset],
    );
  }

  async count({ status, mcpId }: Pick<AnalysisJobSelection, 'status' | 'mcpId'>): Promise<number> {
    const row = await this.uow.row<{ total: number }>(
      `SELECT count(*)::int AS total FROM analysis_job j WHERE ${SELECTED}`,
      [status ?? null, mcpId ?? null],
    );
    return row?.total ?? 0;
  }

  find(id: string): Promise<AnalysisJobRow | undefined> {
    return this.uow.row<AnalysisJobRow>(`SELECT ${COLUMNS} FROM analysis_job j ${JOINED} WHERE j.id = $1`, [
      id,
    ]);
  }

  /** The active job of a version. */
  findActive(versionId: string): Promise<AnalysisJobRow | undefined> {
    return this.uow.row<AnalysisJobRow>(
      `SELECT ${COLUMNS} FROM analysis_job j ${JOINED}
        WHERE j.version_id = $1 AND j.status IN ('QUEUED', 'RUNNING')`,
      [versionId],
    );
  }

  /** The organization and the newest version of an MCP. */
  findNewest(
    mcpId: string,
  ): Promise<{ readonly orgId: string | null; readonly versionId: string | null } | undefined> {
    return this.uow.row('SELECT org_id AS "orgId", newest_version_id AS "versionId" FROM mcp WHERE id = $1', [
      mcpId,
    ]);
  }
}
