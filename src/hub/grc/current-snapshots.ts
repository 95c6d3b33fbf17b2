/**
 * SQL of an MCP's current snapshot: the newest complete one of its newest version that has any, for a join with `mcp m`
 * (hub contract 33).
 * @param columns of the snapshot `s`
 * @param until a time as SQL; the snapshot that was the current one then
 */
export const currentSnapshot = (columns: string, until?: string): string => `LATERAL (
  SELECT analyzed.*
    FROM mcp_version v
   CROSS JOIN LATERAL (
      SELECT ${columns}
        FROM snapshot s
       WHERE s.version_id = v.id AND s.complete${until === undefined ? '' : ` AND s.created_at <= ${until}`}
       ORDER BY s.created_at DESC, s.id DESC
       LIMIT 1) analyzed
   WHERE v.mcp_id = m.id
   ORDER BY v.created_at DESC, v.id DESC
   LIMIT 1)`;
