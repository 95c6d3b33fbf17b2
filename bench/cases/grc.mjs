import { join } from 'node:path';
import pg from 'pg';
import { startCountingProxy } from '../lib/counting-proxy.mjs';
import { startHub } from '../lib/hub.mjs';
import { send } from '../lib/load.mjs';
import { fillWithFindings, UNLIMITED } from '../lib/many-findings.mjs';
import { withPostgresDatabases } from '../lib/postgres.mjs';
import { startProduct } from '../lib/product.mjs';
import { mib, row, whole } from '../lib/report.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { timed } from '../lib/server-process.mjs';

const MCPS = 2_000;
const FINDINGS_OF_EACH = 500;
const FINDINGS = MCPS * FINDINGS_OF_EACH;
const PAGES = [1, 100];
const BAR_LIST_MS = 150;
const BAR_POSTURE_MS = 300;
const BAR_EXPORT_ROWS = 20_000;
const BAR_EXPORT_MIB = 64;
const BAR_STATEMENTS = 4;
const STATEMENT_ROUNDS = 5;
// Also the lines of the export that warms up.
const CHANGED = 1000;
const MIB = 1024 * 1024;

export const about = `the GRC API over ${whole(FINDINGS)} findings of ${whole(MCPS)} MCPs of one organization (PostgreSQL)`;
export const onlyWhenNamed = true;

/** Every documented filter of the findings. */
const filtersOf = (mcpId, changedAt) => ({
  'no filter': '',
  'severity=critical': 'severity=critical',
  'two severities': 'severity=critical,low',
  vulnerability_class: 'vulnerability_class=B',
  owasp_mcp: 'owasp_mcp=MCP05',
  mcp_id: `mcp_id=${mcpId}`,
  'status=open': 'status=open',
  'status=resolved': 'status=resolved',
  updated_since: `updated_since=${changedAt}`,
  'three filters': 'severity=critical&status=open&owasp_mcp=MCP02',
});

/** The median time of a request in milliseconds, when nothing else is asked. */
async function medianMs(get, path, rounds) {
  await get(path);
  const times = [];
  for (let count = 0; count < rounds; count += 1) times.push((await timed(() => get(path))).seconds * 1000);
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)];
}

const millis = (name, value, bar, rows) =>
  row({ name, measured: `${value.toFixed(1)} ms`, against: rows, value, bar, unit: ' ms' });

/** Every documented request. */
const requestsOf = (mcpId, changedAt) => [
  'risk-posture',
  ...Object.values(filtersOf(mcpId, changedAt)).map((filter) => `vulnerabilities?${filter}`),
  'controls',
  `controls?mcp_id=${mcpId}`,
  'controls/summary',
  'evidence',
  `evidence?mcp_id=${mcpId}&from=2026-01-01&to=2026-12-31`,
  'compliance/owasp-mcp-top10',
  'audit-events',
  'audit-events?action=token.created&actor_type=user&from=2026-01-01&to=2026-12-31',
  'audit-events?resource_type=token',
];

/** The most statements of a documented request. */
async function statementsRow(start, token, mcpId, changedAt) {
  const proxy = await startCountingProxy(start.databaseUrl);
  const { server } = await startProduct({ ...start, databaseUrl: proxy.databaseUrl });
  try {
    let most = { count: 0, path: '' };
    const requests = requestsOf(mcpId, changedAt);
    for (const path of requests) {
      let count = Infinity;
      // The fewest of several times: recurring jobs have statements, too, and the first request opens connections.
      for (let round = 0; round < STATEMENT_ROUNDS; round += 1) {
        const before = proxy.statements();
        await getData(server, token, path);
        count = Math.min(count, proxy.statements() - before);
      }
      if (count > most.count) most = { count, path: path.split('?')[0] };
    }
    return row({
      name: 'statements of a documented request, the most',
      measured: `${most.count} (${most.path})`,
      against: `${requests.length} requests`,
      value: most.count,
      bar: BAR_STATEMENTS,
    });
  } finally {
    await server.stop();
    proxy.stop();
  }
}

async function getData(server, token, path) {
  const { status, body } = await send(server.origin, { path: `/api/v1/grc/${path}`, headers: token }, {});
  if (status !== 200) throw new Error(`${path} answered ${status}: ${body.slice(0, 300)}`);
  return JSON.parse(body).data;
}

/** Changes a thousand of the oldest findings, the last ones of the list, and returns the time. */
async function changeSome(client, orgId) {
  const at = new Date().toISOString();
  await client.query(
    `UPDATE finding SET updated_at = $2 WHERE id IN (
       SELECT id FROM finding WHERE org_id = $1 ORDER BY first_detected_at, id LIMIT $3)`,
    [orgId, at, CHANGED],
  );
  return at;
}

/** The whole list in one response, and how much a new process grows by it, after an export of a thousand findings. */
async function exportRows(start, token, changedAt) {
  const { server } = await startProduct(start);
  try {
    const path = '/api/v1/grc/vulnerabilities?format=ndjson';
    await countLines(server.origin, { path: `${path}&updated_since=${changedAt}`, headers: token });
    const before = server.residentBytes();
    const { result, peak } = await server.peakResidentBytes(() =>
      timed(() => countLines(server.origin, { path, headers: token })),
    );
    const { result: lines, seconds } = result;
    if (lines !== FINDINGS) throw new Error(`the export has ${lines} lines`);
    const more = (peak - before) / MIB;
    return [
      row({
        name: 'export of all findings',
        measured: `${whole(lines)} lines in ${seconds.toFixed(1)} s`,
        against: 'lines per second',
        value: lines / seconds,
        bar: BAR_EXPORT_ROWS,
        atLeast: true,
      }),
      row({
        name: 'memory of the export, in a new process',
        measured: `${more.toFixed(1)} MiB more`,
        against: `after a small one: ${mib(before)}`,
        value: more,
        bar: BAR_EXPORT_MIB,
        unit: ' MiB',
      }),
    ];
  } finally {
    await server.stop();
  }
}

async function countLines(origin, { path, headers }) {
  const response = await fetch(origin + path, { headers });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  let lines = 0;
  for await (const chunk of response.body) {
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  return lines;
}

/** How many temporary files the connections to the database have written, other open ones than this left out: they report them later. */
const spilled = async (client) => {
  await client.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await client.query(
    'SELECT temp_files::integer AS files FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0].files;
};

/** The times of the requests, and the sorts that did not fit into memory. */
async function timesAndSpills(start, client, token, ids, options) {
  const before = await spilled(client);
  const { server } = await startProduct(start);
  let times;
  try {
    times = await measured({ server, token }, ids, options);
  } finally {
    await server.stop();
  }
  const spills = (await spilled(client)) - before;
  const name = 'sorts that did not fit into memory';
  return [...times, row({ name, measured: whole(spills), against: '', value: spills, bar: 0 })];
}

async function measured({ server, token }, { mcpId, changedAt }, { rounds }) {
  const get = (path) => getData(server, token, path);
  const rows = [];
  for (const [name, filter] of Object.entries(filtersOf(mcpId, changedAt))) {
    for (const page of PAGES) {
      const path = `vulnerabilities?per_page=100&page=${page}&${filter}`;
      const { total } = await get(path);
      const ms = await medianMs(get, path, rounds);
      rows.push(millis(`findings, ${name}, page ${page}`, ms, BAR_LIST_MS, `${whole(total)} findings`));
    }
  }
  rows.push(
    millis(
      'risk posture',
      await medianMs(get, 'risk-posture', rounds),
      BAR_POSTURE_MS,
      `${whole(MCPS)} MCPs`,
    ),
  );
  for (const path of [
    'controls',
    'controls/summary',
    'compliance/owasp-mcp-top10',
    'evidence',
    'audit-events',
  ]) {
    rows.push(millis(path, await medianMs(get, path, rounds), undefined, `${whole(MCPS)} MCPs`));
  }
  return rows;
}

/** @param {import('../run.mjs').Options} options */
export async function run(options) {
  const rows = await withPostgresDatabases(options.postgres, 1, ([databaseUrl]) =>
    withScratch(async (scratch) => {
      const folder = join(scratch.folder, 'hub');
      const settings = { RATE_LIMIT_GRC: UNLIMITED };
      const hub = await startHub({ dist: options.dist, folder, databaseUrl, settings, scopes: ['grc:read'] });
      scratch.defer(() => hub.stop());
      const client = new pg.Client({ connectionString: databaseUrl });
      await client.connect();
      scratch.defer(() => client.end());
      await fillWithFindings(client, [
        { id: hub.orgId, slug: 'acme', mcps: MCPS, findingsOfEach: FINDINGS_OF_EACH },
        { slug: 'other', mcps: 500, findingsOfEach: 100 },
      ]);
      const { orgId, token } = hub;
      const { rows: mcps } = await client.query('SELECT id FROM mcp WHERE org_id = $1 ORDER BY id LIMIT 1', [
        orgId,
      ]);
      const mcpId = mcps[0].id;
      const changedAt = await changeSome(client, orgId);
      await hub.stop();
      const start = {
        dist: options.dist,
        folder,
        databaseUrl,
        settings: { ...settings, RATE_LIMIT_ENTERPRISE: UNLIMITED },
      };
      return [
        ...(await timesAndSpills(start, client, token, { mcpId, changedAt }, options)),
        await statementsRow(start, token, mcpId, changedAt),
        ...(await exportRows(start, token, changedAt)),
      ];
    }),
  );
  return { rows: rows ?? [] };
}
