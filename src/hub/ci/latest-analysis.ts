/** What policies evaluate of an analysis. */
export interface SnapshotFacts {
  readonly id: string;
  readonly globalScore: number;
  readonly critical: number;
  readonly high: number;
  readonly medium: number;
  readonly low: number;
  readonly classes: readonly string[];
  /** Which of the requested controls passed; controls without a result are left out. */
  readonly controls: Readonly<Record<string, boolean>>;
}

/**
 * SQL that joins the latest complete analysis of `mcp_version v` as `analysis.snapshot`, null without one, with its
 * time `analysis.at`.
 * @param controls the parameter with the ids of the controls to read
 */
export const latestAnalysis = (controls: string): string => `
    LEFT JOIN LATERAL (
      SELECT json_build_object(
               'id', s.id, 'globalScore', s.global_score, 'critical', s.critical_findings, 'high', s.high_findings,
               'medium', s.medium_findings, 'low', s.low_findings, 'classes', s.finding_classes,
               'controls', (SELECT coalesce(json_object_agg(c.control_id, c.passed), '{}')
                              FROM control_result c
                             WHERE c.snapshot_id = s.id AND c.control_id = ANY (${controls}::text[]))) AS snapshot,
             s.created_at AS at
        FROM snapshot s
       WHERE s.version_id = v.id AND s.complete
       ORDER BY s.created_at DESC, s.id DESC
       LIMIT 1) AS analysis ON true`;
