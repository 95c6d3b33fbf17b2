import { examine, type Aftermath, type Finding } from './findings.js';

/** What an event is about, in the ledger's words: versions and bytes of the registry by name and digest, not by row. */
const SUBJECT = `CASE
  WHEN action LIKE 'registry_version.%' THEN (details ->> 'package') || '@' || (details ->> 'version')
  WHEN action = 'registry_artifact.uploaded' THEN details ->> 'digest'
  WHEN action LIKE 'registry_token.%' THEN details ->> 'token_id'
  ELSE resource_id::text END`;

/** Events that end something, once for each of these rows. */
const CONCLUDED = [
  ['report.completed', `report WHERE status = 'COMPLETED'`],
  ['report.failed', `report WHERE status = 'FAILED'`],
  // Of an upload, or published straight to the registry.
  [
    'version.ingested',
    `mcp_version WHERE source ->> 'kind' = 'registry' OR id IN (SELECT version_id FROM upload)`,
  ],
] as const;

/** Events whose resource is new each time. */
const CREATIONS = `action LIKE '%.created' OR action IN ('version.ingested', 'upload.received', 'report.requested',
  'report.completed', 'token.revoked', 'registry_token.revoked', 'policy.deleted', 'allow_list.deleted')`;

interface Count {
  readonly action: string;
  readonly subject: string | null;
  readonly count: number;
}

/** The audit trails of all organizations and of the platform. */
export const auditTrail = (after: Aftermath): Promise<Finding> =>
  examine('each acknowledged change is in the audit trail exactly once', async (e) => {
    const { home } = after.deployment.hub;
    const counted = await home.query<Count>(
      `SELECT action, ${SUBJECT} AS subject, count(*)::int AS count FROM audit_event GROUP BY 1, 2`,
    );
    const { changes } = after.ledger;
    const keyOf = (action: string, subject: string | null | undefined): string =>
      `${action} ${subject ?? ''}`;
    const counts = new Map(counted.map(({ action, subject, count }) => [keyOf(action, subject), count]));
    const asked = new Map<string, { acknowledged: number; unanswered: number }>();
    for (const { action, subject, isAcknowledged } of changes) {
      if (subject === undefined) continue;
      const key = keyOf(action, subject);
      const found = asked.get(key) ?? { acknowledged: 0, unanswered: 0 };
      found[isAcknowledged ? 'acknowledged' : 'unanswered'] += 1;
      asked.set(key, found);
    }
    for (const [key, { acknowledged, unanswered }] of asked) {
      const count = counts.get(key) ?? 0;
      const isRight = count >= acknowledged && count <= acknowledged + unanswered;
      const wanted = unanswered === 0 ? acknowledged : `${acknowledged} to ${acknowledged + unanswered}`;
      e.look(isRight ? undefined : `${key}: ${count} events instead of ${wanted}`);
    }
    const doubled = await home.query<Count>(
      `SELECT action, ${SUBJECT} AS subject, count(*)::int AS count FROM audit_event WHERE ${CREATIONS}
        GROUP BY 1, 2 HAVING count(*) > 1`,
    );
    e.expect('creations with more than one event', doubled, []);
    for (const [action, rows] of CONCLUDED) {
      const [found] = await home.query<{ events: number; rows: number }>(
        `SELECT (SELECT count(*)::int FROM audit_event WHERE action = '${action}') AS events,
                (SELECT count(*)::int FROM ${rows}) AS rows`,
      );
      e.expect(`events ${action}`, found?.events, found?.rows);
    }
    for (const path of [`/api/v1/orgs/${after.orgId}/audit-events/verify`, '/api/v1/admin/audit/verify']) {
      const client = path.includes('/admin/') ? after.callers.admin : after.callers.owner;
      const { body, text } = await client.get(`${path}?full=true`);
      e.look(body?.valid === true ? undefined : `the chain of ${path}: ${text}`);
    }
  });
