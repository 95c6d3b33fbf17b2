import { join } from 'node:path';
import pg from 'pg';
import { startHub } from '../lib/hub.mjs';
import { send, sendJson } from '../lib/load.mjs';
import { fillWithFindings } from '../lib/many-findings.mjs';
import { withPostgresDatabases } from '../lib/postgres.mjs';
import { row, whole } from '../lib/report.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { timed } from '../lib/server-process.mjs';

const MCPS = 2_000;
const POLICIES = 20;
const BAR_PAGE_MS = 20;
const BAR_SETTINGS_MS = 100;
const BAR_AFTER_CHANGE_MS = 1_000;

export const about = `allow lists and managed settings of ${whole(MCPS)} servers, ${POLICIES} policies (PostgreSQL)`;

const PACKAGES = `
  UPDATE mcp_version v
     SET semver = '1.0.0', status = 'CERTIFIED',
         source = jsonb_build_object('kind', 'npm', 'name', replace(m.name, '/', '-'), 'version', '1.0.0')
    FROM mcp m WHERE m.id = v.mcp_id`;

const INSERT_POLICIES = `
  INSERT INTO policy (id, org_id, name, action, target_type, target_value, priority, enabled, created_at, updated_at)
  SELECT gen_random_uuid(), $1, 'Policy ' || n, (ARRAY['WARN', 'DENY'])[1 + n % 2],
         (ARRAY['SCORE', 'CONTROL', 'LICENSE', 'MCP', 'AGE'])[1 + n % 5],
         (ARRAY['min:10', 'SUP-001', 'GPL-3.0-only', 'other/*', 'min:1'])[1 + n % 5], n, true, now(), now()
    FROM generate_series(1, $2::integer) n`;

const bar = (name, value, limit, against = '') =>
  row({ name, measured: `${value.toFixed(1)} ms`, against, value, bar: limit, unit: ' ms' });

async function measured({ server, orgId, token }, client, { rounds }) {
  const created = await sendJson(server.origin, {
    path: `/api/v1/orgs/${orgId}/allow-lists`,
    method: 'POST',
    headers: token,
    json: { name: 'Bench', environment: 'production' },
    expect: 201,
  });
  const list = new URL(created.url).pathname;
  const settings = { path: `/api/v1/orgs/${orgId}/managed-settings?format=claude`, headers: token };
  const page = { path: `${list}/v0.1/servers?limit=50&version=latest` };
  const get = async (request, status = 200) => {
    const answer = await send(server.origin, request, {});
    if (answer.status !== status)
      throw new Error(`${request.path} answered ${answer.status}: ${answer.body}`);
    return answer;
  };
  const median = async (work, prepare = () => undefined) => {
    const times = [];
    for (let round = 0; round < Math.max(rounds, 5); round += 1) {
      await prepare();
      times.push((await timed(work)).seconds * 1000);
    }
    return times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
  };
  const { allowedMcpServers } = JSON.parse((await get(settings)).body);
  if (allowedMcpServers.length !== 2 * MCPS) throw new Error(`${allowedMcpServers.length} entries`);
  if (JSON.parse((await get(page)).body).servers.length !== 50) throw new Error('the page is not full');
  const { headers } = await fetch(server.origin + page.path);
  const known = { ...page, headers: { 'If-None-Match': headers.get('etag') } };
  const change = () => client.query('UPDATE policy SET priority = priority + 1 WHERE org_id = $1', [orgId]);
  return [
    bar('first page', await median(() => get(page)), BAR_PAGE_MS, `${whole(MCPS)} servers`),
    bar('304', await median(() => get(known, 304)), BAR_PAGE_MS),
    bar('managed settings', await median(() => get(settings)), BAR_SETTINGS_MS, `${whole(2 * MCPS)} entries`),
    bar('first page after a change of policies', await median(() => get(page), change), BAR_AFTER_CHANGE_MS),
  ];
}

/** @param {import('../run.mjs').Options} options */
export async function run(options) {
  const rows = await withPostgresDatabases(options.postgres, 1, ([databaseUrl]) =>
    withScratch(async (scratch) => {
      const folder = join(scratch.folder, 'hub');
      const hub = await startHub({ dist: options.dist, folder, databaseUrl });
      scratch.defer(() => hub.stop());
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      scratch.defer(() => client.end());
      await fillWithFindings(client, [{ id: hub.orgId, slug: 'acme', mcps: MCPS, findingsOfEach: 1 }]);
      await client.query(PACKAGES);
      await client.query(`UPDATE mcp SET license = 'MIT'`);
      await client.query(INSERT_POLICIES, [hub.orgId, POLICIES]);
      await client.query('DELETE FROM policy WHERE target_value = $1', ['SUP-001']);
      return measured(hub, client, options);
    }),
  );
  return { rows: rows ?? [] };
}
