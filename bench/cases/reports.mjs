import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mib, row, whole } from '../lib/report.mjs';
import { timed } from '../lib/server-process.mjs';

const BAR_RATIO = 1.3;
const BAR_THOUSAND_MS = 5000;
const BAR_MEMORY_RATIO = 1.2;
const RENDERS = 200;
const NEVER = new AbortController().signal;
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const PAGE_SIZE = 4096;

export const about = `printing reports of 100 and 1,000 findings; memory over ${RENDERS} documents`;

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

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
  const { snapshotReportHtml } = await import(pathToFileURL(join(dist, 'hub/reports/document/index.js')));
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

/** @param {import('../run.mjs').Options} options */
export async function run({ dist, rounds }) {
  const load = (path) => import(pathToFileURL(join(dist, path)));
  const { ReportBrowser } = await load('hub/reports/rendering/report-browser.js');
  const { PdfRenderer } = await load('hub/reports/rendering/pdf-renderer.js');
  const browser = new ReportBrowser({ reports: { browserSandbox: true } }, SILENT);
  try {
    const result = await measured({ browser, renderer: new PdfRenderer(browser), dist, rounds });
    return {
      rows: [
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
      ],
    };
  } finally {
    await browser.onModuleDestroy();
  }
}
