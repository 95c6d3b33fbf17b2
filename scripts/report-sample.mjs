#!/usr/bin/env node
/**
 * Writes sample reports, to look at them: `npm run -s build && node scripts/report-sample.mjs FOLDER [--browser PATH]`.
 *
 * - `clean`: the memory server from npm, which is one of the development dependencies;
 * - `vulnerable`: the example in examples/vulnerable-server, compared with the clean one;
 * - `large`: 1,000 findings with names in Chinese, Japanese, Korean, Arabic and Hebrew, and hostile texts;
 * - `organization`: the posture of an organization with 60 servers.
 *
 * The data is made of real analyses by the code of the server (dist), without a database.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import {
  organizationMetadata,
  organizationReportHtml,
  snapshotMetadata,
  snapshotReportHtml,
  withPdfMetadata,
} from '../dist/reports/document/index.js';
import { analyzed, largeReport, organizationSample, snapshotSample } from './report-samples/samples.mjs';

const USAGE = `usage: node scripts/report-sample.mjs FOLDER [--browser PATH] [--paper A4|LETTER] [--only NAME]
Writes sample reports as HTML to a folder; run npm run build before.
  --browser  a Chrome or Chromium, to print them as PDF as well
  --paper    A4 by default
  --only     one of clean, vulnerable, large and organization`;

const SERVERS = {
  clean: 'node_modules/@modelcontextprotocol/server-memory',
  vulnerable: 'examples/vulnerable-server',
};

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean' },
        browser: { type: 'string' },
        paper: { type: 'string', default: 'A4' },
        only: { type: 'string' },
      },
    });
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}

const { values, positionals } = readArguments();
const [folder] = positionals;
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
if (folder === undefined || !['A4', 'LETTER'].includes(values.paper)) {
  console.error(USAGE);
  process.exit(2);
}

/** Prints a page as Chromium does for the server: its own page size, tags, bookmarks, no headers. */
function print(page, pdf) {
  const profile = mkdtempSync(join(tmpdir(), 'report-sample-'));
  const { status, stderr, error } = spawnSync(
    values.browser,
    [
      '--headless',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--user-data-dir=${profile}`,
      '--no-pdf-header-footer',
      '--generate-pdf-document-outline',
      `--print-to-pdf=${pdf}`,
      pathToFileURL(page).href,
    ],
    { encoding: 'utf8', timeout: 120_000 },
  );
  rmSync(profile, { recursive: true, force: true });
  if (status !== 0) throw new Error(`${values.browser} did not print ${page}: ${error ?? stderr}`);
}

const clean = await analyzed(SERVERS.clean);
const vulnerable = await analyzed(SERVERS.vulnerable);
const samples = {
  clean: () => snapshotSample('modelcontextprotocol/memory', clean),
  vulnerable: () => snapshotSample('acme/vulnerable-server', vulnerable, clean),
  large: () => largeReport(snapshotSample('acme/large', vulnerable, clean), 1000),
  organization: () => organizationSample(60),
};

mkdirSync(folder, { recursive: true });
for (const [name, dataOf] of Object.entries(samples)) {
  if (values.only !== undefined && values.only !== name) continue;
  const data = dataOf();
  const [html, metadata] =
    data.scope === 'SNAPSHOT'
      ? [snapshotReportHtml, snapshotMetadata]
      : [organizationReportHtml, organizationMetadata];
  const started = performance.now();
  const text = html(data, values);
  const page = resolve(folder, `${name}.html`);
  writeFileSync(page, text);
  console.log(`${page}: ${text.length} characters in ${Math.round(performance.now() - started)} ms`);
  if (values.browser === undefined) continue;
  const pdf = resolve(folder, `${name}.pdf`);
  print(page, pdf);
  writeFileSync(pdf, withPdfMetadata(readFileSync(pdf), metadata(data)));
}
