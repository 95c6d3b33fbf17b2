import { readdir } from 'node:fs/promises';
import { examine, type Aftermath, type Finding } from './findings.js';
import type { Killer } from './killer.js';

/** Rows that must not exist, whatever was killed. */
const HALF_DONE: Readonly<Record<string, string>> = {
  'published versions without their bundle': `
    SELECT v.id FROM registry_version v WHERE v.status = 'published' AND NOT EXISTS (
      SELECT 1 FROM registry_artifact a WHERE a.org_id = v.org_id AND a.digest = v.bundle_digest AND a.kind = 'bundle')`,
  'versions without their manifest': `
    SELECT v.id FROM registry_version v WHERE NOT EXISTS (
      SELECT 1 FROM registry_artifact a WHERE a.org_id = v.org_id AND a.digest = v.manifest_digest AND a.kind = 'manifest')`,
  'versions with a verdict and no snapshot': `
    SELECT v.id FROM mcp_version v WHERE v.status IN ('CERTIFIED', 'NOT_CERTIFIED', 'PUBLISHED')
       AND NOT EXISTS (SELECT 1 FROM snapshot s WHERE s.version_id = v.id)`,
  'versions with several snapshots': `SELECT version_id FROM snapshot GROUP BY 1 HAVING count(*) > 1`,
  'versions that were made twice': `SELECT mcp_id, semver FROM mcp_version GROUP BY 1, 2 HAVING count(*) > 1`,
  'servers that were made twice': `SELECT name_key FROM mcp GROUP BY 1 HAVING count(*) > 1`,
  'analyses that were queued twice': `SELECT version_id FROM analysis_job GROUP BY 1 HAVING count(*) > 1`,
  'failed analyses': `SELECT id, failure_reason FROM analysis_job WHERE status = 'FAILED'`,
  'failed versions': `SELECT id, failure_reason FROM mcp_version WHERE status = 'FAILED'`,
  'failed publications': `SELECT version_id, failure_reason FROM publication WHERE status = 'FAILED'`,
  'failed reports': `SELECT id, failure_reason FROM report WHERE status = 'FAILED'`,
  'failed scans': `SELECT id, error FROM scan WHERE status = 'FAILED'`,
  'versions published to the registry that the hub has not analyzed': `
    SELECT p.name, v.version FROM registry_version v JOIN registry_package p ON p.id = v.package_id
     WHERE v.status = 'published' AND NOT EXISTS (
       SELECT 1 FROM mcp m JOIN mcp_version h ON h.mcp_id = m.id
        WHERE m.name_key = 'acme/' || p.name_key AND h.semver = v.version
          AND h.status IN ('PUBLISHED', 'CERTIFIED', 'NOT_CERTIFIED'))`,
  'certified versions whose certification the registry lacks': `
    SELECT p.name, v.version FROM registry_version v JOIN registry_package p ON p.id = v.package_id
      JOIN mcp m ON m.name_key = 'acme/' || p.name_key JOIN mcp_version h ON h.mcp_id = m.id AND h.semver = v.version
     WHERE v.status = 'published' AND h.certification_level > 0 AND NOT EXISTS (
       SELECT 1 FROM registry_certification c
        WHERE c.package_id = v.package_id AND c.bundle_digest = v.bundle_digest AND c.level = h.certification_level)`,
  'events without their delivery': `
    SELECT e.id FROM organization_event e WHERE NOT EXISTS (SELECT 1 FROM outbound_delivery d WHERE d.event_id = e.id)`,
};

/** What is visible is whole, and exists once. */
export const nothingHalfDone = (after: Aftermath): Promise<Finding> =>
  examine('nothing is half done, doubled or failed', async (e) => {
    const { home } = after.deployment.hub;
    for (const [what, sql] of Object.entries(HALF_DONE)) e.expect(what, await home.query(sql), []);
    const mcps = await home.query<{ id: string }>('SELECT DISTINCT mcp_id AS id FROM snapshot');
    for (const { id } of mcps) {
      const { body } = await after.callers.admin.get(`/api/v1/admin/mcps/${id}/snapshots/verify`);
      e.expect(`the chain of snapshots of ${id}`, body.broken_at, null);
    }
  });

/** No process, session, lock or file of a process that is gone is left. */
export const nothingLeft = (
  after: Aftermath,
  killer: Killer,
  unfinished: readonly string[],
): Promise<Finding> =>
  examine('nothing is left running, leased, waiting or lying about', async (e) => {
    const { home } = after.deployment.hub;
    e.expect('rows that are not final', unfinished, []);
    e.expect('processes of dead parents', await killer.leftRunning(), []);
    const sessions = await home.query(
      `SELECT pid, state, query FROM pg_stat_activity
        WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
    );
    e.expect('open transactions', sessions, []);
    e.expect('unfinished uploads of the store', await after.deployment.s3.unfinished(), []);
    const { servers, workers } = after.deployment;
    const folders = await readdir(after.temporary);
    const ofProcesses = folders.filter((name) => name.startsWith('mcp-hub-run-'));
    e.expect(
      'what is in the temporary folder besides folders of processes',
      // The unpacked browser is there for all processes, and stays.
      folders.filter((name) => !ofProcesses.includes(name) && !/^mcp-hub-chromium-[\d.-]+$/.test(name)),
      [],
    );
    const running = servers.length + workers.length;
    e.look(
      ofProcesses.length <= running
        ? undefined
        : `${ofProcesses.length} temporary folders of ${running} processes`,
    );
  });
