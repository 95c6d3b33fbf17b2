import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { median } from '../lib/compare.mjs';
import { startInstallation } from '../lib/installation.mjs';
import { send, sendJson } from '../lib/load.mjs';
import { withPostgresDatabases } from '../lib/postgres.mjs';
import { mib, row, whole } from '../lib/report.mjs';
import { withScratch } from '../lib/scratch.mjs';
import { timed } from '../lib/server-process.mjs';
import { againstIdle, watched } from '../lib/watched-api.mjs';

const BAR_RATIO = 1.3;
const BAR_THOUSAND_MS = 5000;
const BAR_MEMORY_RATIO = 1.2;
const RENDERS = 200;
const NEVER = new AbortController().signal;
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const PAGE_SIZE = 4096;
// As for the server: where the machine forbids the browser's sandbox, the setting leaves it out.
const HAS_SANDBOX = process.env.REPORTS_BROWSER_SANDBOX !== 'false';
const BAR_P99 = 2;
// They alternate with an idle server, because other load on the machine changes.
const PARTS = 7;
const REPORTS_A_PART = 10;
const IDLE_SECONDS = 10;
// The floor of the comparison: what any work beside the API costs on this machine. A worker keeps itself and its browser busy.
const COMPUTING = 2;
const COMPUTE_SECONDS = 4;

export const about = `printing reports of 100 and 1,000 findings; memory over ${RENDERS} documents; the API meanwhile`;

/** Resident memory of a process group and of this process, in bytes. */
function residentBytes(group) {
  let pages = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const [, , ownGroup] = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      if (Number(ownGroup) === group)
        pages += Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
    } catch {
      // The process has ended meanwhile.
    }
  }
  return pages * PAGE_SIZE + process.memoryUsage.rss();
}

/** The document of a report with so many findings of the vulnerable example. */
async function documentOf(dist, count) {
  const { snapshotReportHtml } = await import(pathToFileURL(join(dist, 'reports/document/index.js')));
  const { analyzed, largeReport, snapshotSample } = await import('../../scripts/report-samples/samples.mjs');
  const data = snapshotSample('acme/files', await analyzed('examples/vulnerable-server'), undefined);
  return snapshotReportHtml(largeReport(data, count), { paper: 'A4' });
}

/** What a program without limits would do with the same browser. */
async function bare(browser, html) {
  const page = await browser.newPage();
  await page.setContent(html);
  await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
  await page.close();
}

async function measured({ browser, renderer, dist, rounds }) {
  const hundred = await documentOf(dist, 100);
  const thousand = await documentOf(dist, 1000);
  const print = (html) => renderer.print(html, { paper: 'A4', signal: NEVER });
  const own = [];
  const floor = [];
  for (let round = 0; round <= rounds; round += 1) {
    const printed = await timed(() => print(hundred));
    const limits = { signal: NEVER, seconds: 60 };
    const plain = await timed(() => browser.use(limits, (running) => bare(running, hundred)));
    // The first round warms up.
    if (round > 0) {
      own.push(printed.seconds * 1000);
      floor.push(plain.seconds * 1000);
    }
  }
  const large = (await timed(() => print(thousand))).seconds * 1000;
  // Browsers of the same age: each prints fifty documents.
  const small = '<!doctype html><title>x</title><h1>A report</h1>' + '<p>text</p>'.repeat(500);
  const memory = [];
  let last;
  for (let count = 0, age = 0; count < RENDERS; count += 1) {
    await print(small);
    age = browser.processId === last ? age + 1 : 0;
    last = browser.processId;
    if (age === 40) memory.push(residentBytes(last));
  }
  return { own: median(own), floor: median(floor), large, first: memory[0], end: memory.at(-1) };
}

/** Requests reports about the organization, and waits until all are made. */
async function makeReports({ server, orgId, jwt }) {
  const path = `/api/v1/orgs/${orgId}/reports`;
  const json = { scope: 'ORGANIZATION', format: 'PDF' };
  for (let count = 0; count < REPORTS_A_PART; count += 1) {
    await sendJson(server.origin, { method: 'POST', path, headers: jwt, json, expect: 201 });
  }
  for (;;) {
    const { body } = await send(server.origin, { path: `${path}?limit=${REPORTS_A_PART}`, headers: jwt });
    const statuses = JSON.parse(body).reports.map(({ status }) => status);
    if (statuses.includes('FAILED')) throw new Error(body);
    if (statuses.every((status) => status === 'COMPLETED')) return;
    await wait(200);
  }
}

/** Runs processes that only compute, at the priority of a worker, for the time that a part takes. */
async function computeElsewhere() {
  const children = Array.from({ length: COMPUTING }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  for (const { pid } of children) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  await wait(COMPUTE_SECONDS * 1000);
  for (const child of children) child.kill('SIGKILL');
}

/** The API of a server while a worker on the same machine makes reports, and while others compute as much. */
const besideApi = (options, databaseUrl) =>
  withScratch(async (scratch) => {
    const { hub, work } = await startInstallation(options, databaseUrl, scratch);
    await work('worker');
    await watched(hub, () => makeReports(hub));
    const [idle, busy, floor] = [[], [], []];
    for (let part = 0; part < PARTS; part += 1) {
      idle.push(await watched(hub, () => wait(IDLE_SECONDS * 1000)));
      busy.push(await watched(hub, () => makeReports(hub)));
      floor.push(await watched(hub, computeElsewhere));
    }
    return [
      row({
        name: `the API while a worker makes ${PARTS * REPORTS_A_PART} reports`,
        ...againstIdle(busy, idle),
        bar: BAR_P99,
      }),
      row({
        name: `the API while ${COMPUTING} processes compute at the worker's priority`,
        ...againstIdle(floor, idle),
      }),
    ];
  });

/** @param {import('../run.mjs').Options} options */
export async function run(options) {
  const rows = await printing(options);
  const others = await withPostgresDatabases(options.postgres, 1, ([url]) => besideApi(options, url));
  return { rows: [...rows, ...(others ?? [])] };
}

async function printing({ dist, rounds }) {
  const load = (path) => import(pathToFileURL(join(dist, path)));
  const { ReportBrowser } = await load('reports/rendering/report-browser.js');
  const { PdfRenderer } = await load('reports/rendering/pdf-renderer.js');
  const reports = { browserPath: process.env.PUPPETEER_EXECUTABLE_PATH, browserSandbox: HAS_SANDBOX };
  const browser = new ReportBrowser({ reports }, SILENT);
  try {
    const result = await measured({ browser, renderer: new PdfRenderer(browser), dist, rounds });
    return [
      row({
        name: '100 findings, printed, and by the browser alone',
        measured: `${whole(result.own)} ms`,
        against: `${whole(result.floor)} ms`,
        value: result.own / result.floor,
        bar: BAR_RATIO,
      }),
      row({
        name: '1,000 findings',
        measured: `${whole(result.large)} ms`,
        against: '',
        value: result.large,
        bar: BAR_THOUSAND_MS,
        unit: ' ms',
      }),
      row({
        name: `memory of browser and worker in the last and in the first fifty of ${RENDERS} documents`,
        measured: mib(result.end),
        against: mib(result.first),
        value: result.end / result.first,
        bar: BAR_MEMORY_RATIO,
      }),
    ];
  } finally {
    await browser.onModuleDestroy();
  }
}
