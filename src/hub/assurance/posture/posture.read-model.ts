import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { currentSnapshot } from './current-snapshots.js';

/** An organization's MCPs, by the current snapshots of those that have one. */
export interface PostureRow {
  readonly organizationName: string;
  readonly total: number;
  readonly analyzed: number;
  /** Averages from 0 to 100; null without an analyzed MCP. */
  readonly global: number | null;
  readonly security: number | null;
  readonly supplyChain: number | null;
  readonly maturity: number | null;
  /** Numbers of MCPs on levels 0 to 3. */
  readonly levels: readonly number[];
}

/** An MCP among those with the highest risk. */
export interface RiskRow {
  readonly mcpId: string;
  readonly mcpName: string;
  readonly globalScore: number;
  readonly certificationLevel: number;
  readonly critical: number;
  readonly high: number;
  readonly lastAnalyzedAt: Date;
}

/** The findings now, and what has changed since a time. */
export interface TrendRow {
  /** Numbers of open findings by severity; severities without findings are left out. */
  readonly open: Readonly<Record<string, number>>;
  /** Average global score then; null if nothing was analyzed yet. */
  readonly scoreBefore: number | null;
  readonly newCritical: number;
  readonly resolvedCritical: number;
}

const LEVELS = [0, 1, 2, 3];

const SCORES = `
  s.global_score, s.security_score, s.supply_chain_score, s.maturity_score, s.certification_level, s.created_at`;

/** The risk of an organization as a whole. */
@Injectable()
export class PostureReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /** Undefined for an organization that does not exist. */
  summary(orgId: string): Promise<PostureRow | undefined> {
    return this.uow.row<PostureRow>(
      `SELECT o.display_name AS "organizationName", count(m.id)::integer AS total, count(s.global_score)::integer AS analyzed,
              avg(s.global_score)::float8 AS global, avg(s.security_score)::float8 AS security,
              avg(s.supply_chain_score)::float8 AS "supplyChain", avg(s.maturity_score)::float8 AS maturity,
              ARRAY[${LEVELS.map((level) => `count(*) FILTER (WHERE s.certification_level = ${level})`).join(', ')}]::integer[]
                AS levels
         FROM organization o
         LEFT JOIN mcp m ON m.org_id = o.id
         LEFT JOIN ${currentSnapshot(SCORES)} s ON true
        WHERE o.id = $1
        GROUP BY o.id`,
      [orgId],
    );
  }

  /** The MCPs with the most critical open findings, then the most high ones, then the lowest score: at most `limit`. */
  topRisks(orgId: string, limit: number): Promise<RiskRow[]> {
    return this.uow.rows<RiskRow>(
      `SELECT m.id AS "mcpId", m.name AS "mcpName", s.global_score AS "globalScore",
              s.certification_level AS "certificationLevel", coalesce(c.critical, 0)::integer AS critical,
              coalesce(c.high, 0)::integer AS high, s.created_at AS "lastAnalyzedAt"
         FROM mcp m
        CROSS JOIN ${currentSnapshot(SCORES)} s
         LEFT JOIN (
           SELECT mcp_id, sum(count) FILTER (WHERE severity = 'critical') AS critical,
                  sum(count) FILTER (WHERE severity = 'high') AS high
             FROM finding_count
            WHERE org_id = $1 AND status = 'open' AND severity IN ('critical', 'high')
            GROUP BY mcp_id) c ON c.mcp_id = m.id
        WHERE m.org_id = $1
        ORDER BY 5 DESC, 6 DESC, s.global_score, m.id
        LIMIT $2`,
      [orgId, limit],
    );
  }

  /** The findings now, and what has changed since a time. */
  async trend(orgId: string, since: Date): Promise<TrendRow> {
    const row = await this.uow.row<TrendRow>(
      `SELECT (SELECT coalesce(json_object_agg(severity, count), '{}')
                 FROM (SELECT severity, sum(count)::integer AS count
                         FROM finding_count WHERE org_id = $1 AND status = 'open' GROUP BY severity) counted) AS open,
              (SELECT avg(s.global_score)::float8
                 FROM mcp m CROSS JOIN ${currentSnapshot('s.global_score', '$2')} s
                WHERE m.org_id = $1) AS "scoreBefore",
              (SELECT count(*)::integer FROM finding
                WHERE org_id = $1 AND severity = 'critical' AND first_detected_at > $2) AS "newCritical",
              (SELECT count(*)::integer FROM finding
                WHERE org_id = $1 AND severity = 'critical' AND status = 'resolved' AND resolved_at > $2) AS "resolvedCritical"`,
      [orgId, since],
    );
    return row ?? { open: {}, scoreBefore: null, newCritical: 0, resolvedCritical: 0 };
  }
}
