import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { hasResult } from '../../catalog/version-order/has-result.js';
import { canBeNewest, oldestFirst } from '../../catalog/version-order/newest-version.js';
import type { FindingChange, ScoreChange } from './posture-history.js';

const dayOf = (time: string): string => `greatest((${time} AT TIME ZONE 'UTC')::date, $2::date)::text AS day`;

/** How the risk of an organization has changed, by day. What was before the first day counts for that day. */
@Injectable()
export class OrgPostureReadModel {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * A snapshot becomes the current one of its MCP unless one of a newer version, or a newer one of its version, was there
   * before (hub contract 33).
   */
  scoreChanges(orgId: string, firstDay: string): Promise<ScoreChange[]> {
    return this.uow.rows<ScoreChange>(
      `WITH ranked AS (
         SELECT s.mcp_id, s.created_at, s.global_score,
                row_number() OVER (PARTITION BY s.mcp_id ORDER BY ${oldestFirst('v')}, s.created_at, s.id) AS rank
           FROM mcp m
           JOIN snapshot s ON s.mcp_id = m.id AND s.complete
           JOIN mcp_version v ON v.id = s.version_id AND ${canBeNewest('v')} AND ${hasResult('v')}
          WHERE m.org_id = $1),
       placed AS (
         SELECT mcp_id, created_at, global_score, rank,
                max(rank) OVER (PARTITION BY mcp_id ORDER BY created_at, rank
                                ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
           FROM ranked),
       changes AS (
         SELECT created_at, global_score, lag(global_score) OVER (PARTITION BY mcp_id ORDER BY created_at, rank) AS last
           FROM placed WHERE rank > coalesce(before, 0))
       SELECT ${dayOf('created_at')}, sum(global_score - coalesce(last, 0))::float8 AS score,
              (count(*) FILTER (WHERE last IS NULL))::integer AS mcps
         FROM changes GROUP BY 1`,
      [orgId, firstDay],
    );
  }

  findingChanges(orgId: string, firstDay: string): Promise<FindingChange[]> {
    return this.uow.rows<FindingChange>(
      `SELECT ${dayOf('at')}, severity, sum(change)::integer AS change
         FROM (SELECT first_detected_at AS at, severity, 1 AS change FROM finding WHERE org_id = $1
               UNION ALL
               SELECT resolved_at, severity, -1 FROM finding WHERE org_id = $1 AND status = 'resolved') changes
        GROUP BY 1, 2`,
      [orgId, firstDay],
    );
  }
}
