import type { ReportedFinding } from '@mcp-hub/analyzer';
import { Injectable } from '@nestjs/common';
import { nameKey } from '../../common/values/names.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import type { McpVersionStatus } from '../mcps/mcp-values.js';
import type { DemoServer } from './demo-servers.js';

/** How far the analysis of a version is. */
export interface DemoState {
  /** Of the server in the catalog. */
  readonly mcpId: string;
  /** Null if the server has no such version yet. */
  readonly status: McpVersionStatus | null;
  readonly failureReason: string | null;
  readonly globalScore: number | null;
  readonly certificationLevel: number | null;
  /** The worst finding of its latest snapshot; null without one. */
  readonly finding: ReportedFinding | null;
}

/** Queries of the servers of the demo, which belong to no organization. */
@Injectable()
export class DemoReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** The newest version of a server with this number; undefined if the server is not in the catalog. */
  find({ name, version }: DemoServer): Promise<DemoState | undefined> {
    return this.uow.row<DemoState>(
      `SELECT m.id AS "mcpId", v.status, v.failure_reason AS "failureReason", v.global_score AS "globalScore",
              v.certification_level AS "certificationLevel",
              (SELECT x.detail FROM version_finding x WHERE x.version_id = v.id
                ORDER BY array_position(ARRAY['critical', 'high', 'medium', 'low'], x.severity), x.ordinal
                LIMIT 1) AS finding
         FROM mcp m
         LEFT JOIN LATERAL (
           SELECT * FROM mcp_version WHERE mcp_id = m.id AND semver = $2
            ORDER BY created_at DESC, id DESC LIMIT 1) v ON true
        WHERE m.org_id IS NULL AND m.name_key = $1`,
      [nameKey(name), version],
    );
  }
}
