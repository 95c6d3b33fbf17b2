import { setTimeout as wait } from 'node:timers/promises';
import type { ServerHome } from '../server-home.js';

/** Rows that somebody still has to do something about. */
const UNFINISHED: Readonly<Record<string, string>> = {
  'analyses queued or running': `analysis_job WHERE status IN ('QUEUED', 'RUNNING')`,
  'versions without a result': `mcp_version WHERE status IN ('INGESTED', 'ANALYZING')`,
  'publications queued or running': `publication WHERE status IN ('QUEUED', 'RUNNING') OR claim IS NOT NULL`,
  'reports not made': `report WHERE status = 'PENDING' OR worker IS NOT NULL`,
  'scans without a version': `scan WHERE status = 'WAITING'`,
  'deliveries not sent': `outbound_delivery WHERE status = 'PENDING' OR claim IS NOT NULL`,
  'messages not read': 'outbox',
  'changes of sources not followed': 'source_event',
  'leases of sources of advisories': 'advisory_source WHERE lease_id IS NOT NULL',
};

/**
 * As if the time that others wait for a silent process were over. A living one renews analyses and reports every 5 seconds,
 * publications every 20, and needs less than 5 for a delivery to the drill's receiver, or to find the version of a scan.
 */
const PASS = `
  WITH a AS (UPDATE analysis_job SET heartbeat_at = heartbeat_at - interval '1 minute'
              WHERE status = 'RUNNING' AND heartbeat_at < now() - interval '9 seconds'),
       b AS (UPDATE report SET heartbeat_at = heartbeat_at - interval '1 minute'
              WHERE status = 'PENDING' AND heartbeat_at < now() - interval '9 seconds'),
       c AS (UPDATE publication SET lease_until = now() - interval '1 second'
              WHERE status = 'RUNNING' AND lease_until < now() + interval '35 seconds'),
       d AS (UPDATE outbound_delivery SET claimed_until = now() - interval '1 second'
              WHERE status = 'PENDING' AND claimed_until < now() + interval '55 seconds'),
       e AS (UPDATE analysis_job SET run_after = now() WHERE status = 'QUEUED' AND run_after > now()),
       g AS (UPDATE scan SET claimed_until = now()
              WHERE status = 'WAITING' AND claimed_until < now() + interval '4 minutes 55 seconds'),
       f AS (UPDATE publication SET run_after = now() WHERE status = 'QUEUED' AND run_after > now())
  SELECT 1`;

const ASK_EVERY_MS = 500;

/** How to wait. */
export interface QuietOptions {
  /** The longest wait. */
  readonly seconds: number;
  /** Whether time that others wait for silent processes passes at once. */
  readonly isHurried: boolean;
}

/** What is unfinished, with its number of rows. */
async function unfinished(home: ServerHome): Promise<string[]> {
  const counts = Object.entries(UNFINISHED).map(
    ([what, rows]) => `SELECT '${what}' AS what, count(*)::int AS rows FROM ${rows}`,
  );
  const found = await home.query<{ what: string; rows: number }>(counts.join(' UNION ALL '));
  return found.filter(({ rows }) => rows > 0).map(({ what, rows }) => `${rows} ${what}`);
}

/** Waits until nothing is left to do, and says what is each time it has changed; returns what still is at the end. */
export async function quiet(
  home: ServerHome,
  { seconds, isHurried }: QuietOptions,
  say: (text: string) => void,
): Promise<string[]> {
  const deadline = performance.now() + seconds * 1000;
  let said = '';
  for (;;) {
    const left = await unfinished(home);
    if (left.length === 0 || performance.now() > deadline) return left;
    if (said !== left.join(', ')) say((said = left.join(', ')));
    if (isHurried) await home.query(PASS);
    await wait(ASK_EVERY_MS);
  }
}
