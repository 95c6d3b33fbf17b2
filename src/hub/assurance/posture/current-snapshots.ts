import { hasResult } from '../../catalog/version-order/has-result.js';
import { canBeNewest, newestFirst, wasRevokedSince } from '../../catalog/version-order/newest-version.js';

/**
 * SQL of an MCP's current snapshot: the newest complete one of its newest version that has any, for a join with `mcp m`
 * (hub contract 33). A result that was taken back does not count, nor does it at earlier times: when it stopped being true is not known.
 * @param columns of the snapshot `s`
 * @param until a time as SQL; the snapshot that was the current one then
 */
export const currentSnapshot = (columns: string, until?: string): string =>
  until === undefined
    ? `LATERAL (${newestAnalyzed('analyzed.*', canBeNewest('v'), snapshotOf(columns))})`
    : `LATERAL (
  SELECT analyzed.*
    FROM (${candidate(canBeNewest('v'), until)}
          UNION ALL
          ${candidate(wasRevokedSince('v', until), until)}) v
   CROSS JOIN LATERAL (${snapshotOf(columns, until)}) analyzed
   ORDER BY ${newestFirst('v')}
   LIMIT 1)`;

/** The newest version of a kind that was analyzed by a time. Each kind has an index, which one condition for both would not use. */
const candidate = (condition: string, until: string): string =>
  `(${newestAnalyzed('v.id, v.release_key, v.landed_at, v.created_at', condition, snapshotOf('s.id', until))})`;

const newestAnalyzed = (columns: string, condition: string, snapshot: string): string => `
  SELECT ${columns}
    FROM mcp_version v
   CROSS JOIN LATERAL (${snapshot}) analyzed
   WHERE v.mcp_id = m.id AND ${condition} AND ${hasResult('v')}
   ORDER BY ${newestFirst('v')}
   LIMIT 1`;

const snapshotOf = (columns: string, until?: string): string => `
  SELECT ${columns}
    FROM snapshot s
   WHERE s.version_id = v.id AND s.complete${until === undefined ? '' : ` AND s.created_at <= ${until}`}
   ORDER BY s.created_at DESC, s.id DESC
   LIMIT 1`;
