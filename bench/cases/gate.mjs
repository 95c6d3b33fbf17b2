import { join } from 'node:path';
import pg from 'pg';
import { startHub } from '../lib/hub.mjs';
import { sendJson } from '../lib/load.mjs';
import { fillWithFindings } from '../lib/many-findings.mjs';
import { withPostgresDatabases } from '../lib/postgres.mjs';
import { row, whole } from '../lib/report.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { timed } from '../lib/server-process.mjs';

const MCPS = 2_000;
const POLICIES = 50;
const REQUESTS = 100;
const BAR_CPU_RATIO = 8;
const BAR_THOUSAND_MS = 1000;

export const about = `the gate: 1, 100 and 1,000 servers, ${POLICIES} policies (PostgreSQL)`;

const INSERT_POLICIES = `
  INSERT INTO policy (id, org_id, name, action, target_type, target_value, priority, enabled, created_at, updated_at)
  SELECT gen_random_uuid(), $1, 'Policy ' || n, (ARRAY['WARN', 'DENY'])[1 + n % 2],
         (ARRAY['SCORE', 'CONTROL', 'LICENSE', 'MCP', 'AGE'])[1 + n % 5],
         (ARRAY['min:10', 'SUP-001', 'GPL-3.0-only', 'other/*', 'min:1'])[1 + n % 5], n, true, now(), now()
    FROM generate_series(1, $2::integer) n`;

async function measured({ server, orgId, token }, { rounds }) {
  const evaluate = (count) =>
    sendJson(server.origin, {
      path: '/api/v1/ci/evaluate',
      method: 'POST',
      headers: token,
      json: {
        org_id: orgId,
        environment: 'production',
        mcps: Array.from({ length: count }, (_unused, index) => ({
          name: `acme/server-${index + 1}`,
          version: 'latest',
        })),
      },
    });
  /** CPU time of the server for one request, in milliseconds: the median of the rounds. */
  const cpuMs = async (count, requests) => {
    const times = [];
    for (let round = 0; round < rounds; round += 1) {
      const before = server.cpuSeconds();
      for (let request = 0; request < requests; request += 1) await evaluate(count);
      times.push(((server.cpuSeconds() - before) / requests) * 1000);
    }
    return times.sort((a, b) => a - b)[Math.floor(rounds / 2)];
  };
  for (const count of [1, 100, 1000]) {
    const { mcps } = await evaluate(count);
    if (mcps.length !== count || mcps.some(({ understood }) => understood.snapshot_id === null))
      throw new Error(`${count} servers were not all evaluated`);
  }
  await cpuMs(100, REQUESTS);
  const one = await cpuMs(1, REQUESTS);
  const hundred = await cpuMs(100, REQUESTS);
  const times = [];
  for (let round = 0; round < rounds; round += 1)
    times.push((await timed(() => evaluate(1000))).seconds * 1000);
  const thousand = times.sort((a, b) => a - b)[Math.floor(rounds / 2)];
  return [
    row({
      name: '100 servers and 1',
      measured: `${hundred.toFixed(1)} ms of CPU time`,
      against: `${one.toFixed(1)} ms for 1`,
      value: hundred / one,
      bar: BAR_CPU_RATIO,
    }),
    row({
      name: '1,000 servers',
      measured: `${whole(thousand)} ms`,
      against: '',
      value: thousand,
      bar: BAR_THOUSAND_MS,
      unit: ' ms',
    }),
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
      await client.query(INSERT_POLICIES, [hub.orgId, POLICIES]);
      // The token of the hub has all permissions; evaluations need that of the gate.
      await client.query(`UPDATE service_token SET scopes = array_append(scopes, 'ci:org:' || org_id)`);
      return measured(hub, options);
    }),
  );
  return { rows: rows ?? [] };
}
