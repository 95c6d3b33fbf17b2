import { join } from 'node:path';
import pg from 'pg';
import { startHub } from '../lib/hub.mjs';
import { send } from '../lib/load.mjs';
import { fillWithFindings, UNLIMITED } from '../lib/many-findings.mjs';
import { withPostgresDatabases } from '../lib/postgres.mjs';
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
const MIB = 1024 * 1024;

export const about = `the GRC API over ${whole(FINDINGS)} findings of ${whole(MCPS)} MCPs of one organization (PostgreSQL)`;
export const onlyWhenNamed = true;

/** Every documented filter of the findings. */
const filtersOf = (mcpId) => ({
  'no filter': '',
  'severity=critical': 'severity=critical',
  'two severities': 'severity=critical,low',
  vulnerability_class: 'vulnerability_class=B',
  owasp_mcp: 'owasp_mcp=MCP05',
  mcp_id: `mcp_id=${mcpId}`,
  'status=open': 'status=open',
  'status=resolved': 'status=resolved',
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

/** The whole list in one response, and the memory that it takes. */
async function exported({ server, token }, path) {
  let result;
  const before = server.residentBytes();
  const { peak } = await server.peakResidentBytes(async () => {
    result = await timed(() => countLines(server.origin, { path, headers: token }));
  });
  return { lines: result.result, seconds: result.seconds, more: (peak - before) / MIB, before };
}

async function countLines(origin, { path, headers }) {
  const response = await fetch(origin + path, { headers });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  let lines = 0;
  for await (const chunk of response.body) for (const byte of chunk) if (byte === 10) lines += 1;
  return lines;
}

const spilled = async (client) => {
  const { rows } = await client.query(
    'SELECT temp_files::integer AS files FROM pg_stat_database WHERE datname = current_database()',
  );
  return rows[0].files;
};

async function measured(hub, client, { rounds }) {
  const { server, orgId, token } = hub;
  const get = async (path) => {
    const { status, body } = await send(server.origin, { path: `/api/v1/grc/${path}`, headers: token }, {});
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body.slice(0, 300)}`);
    return JSON.parse(body).data;
  };
  const { rows: found } = await client.query('SELECT id FROM mcp WHERE org_id = $1 ORDER BY id LIMIT 1', [
    orgId,
  ]);
  const spilledBefore = await spilled(client);
  const rows = [];
  for (const [name, filter] of Object.entries(filtersOf(found[0].id))) {
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
  for (const path of ['controls/summary', 'compliance/owasp-mcp-top10', 'evidence', 'audit-events']) {
    rows.push(millis(path, await medianMs(get, path, rounds), undefined, `${whole(MCPS)} MCPs`));
  }
  const spills = (await spilled(client)) - spilledBefore;
  rows.push(
    row({
      name: 'sorts that did not fit into memory',
      measured: whole(spills),
      against: '',
      value: spills,
      bar: 0,
    }),
  );
  // The first one warms up.
  await exported(hub, '/api/v1/grc/vulnerabilities?format=ndjson&severity=critical');
  const { lines, seconds, more, before } = await exported(hub, '/api/v1/grc/vulnerabilities?format=ndjson');
  if (lines !== FINDINGS) throw new Error(`the export has ${lines} lines`);
  const speed = lines / seconds;
  return [
    ...rows,
    row({
      name: 'export of all findings',
      measured: `${whole(lines)} lines in ${seconds.toFixed(1)} s`,
      against: 'lines per second',
      value: speed,
      bar: BAR_EXPORT_ROWS,
      atLeast: true,
    }),
    row({
      name: 'its memory',
      measured: `${more.toFixed(1)} MiB more`,
      against: `at rest: ${mib(before)}`,
      value: more,
      bar: BAR_EXPORT_MIB,
      unit: ' MiB',
    }),
  ];
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
      return measured(hub, client, options);
    }),
  );
  return { rows: rows ?? [] };
}
