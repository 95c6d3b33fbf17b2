import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { AnalysisWorker } from '../../src/hub/analysis/runs/analysis-worker.js';
import { ReportWorker } from '../../src/reports/report-worker.js';
import { packedServer, pushedVersion } from './analyzed-packages.js';
import { aMcp } from './catalog.js';
import type { TestApp } from './test-app.js';

const NEVER = new AbortController().signal;

export const reportsOf = (orgId: string): string => `/api/v1/orgs/${orgId}/reports`;

/** An analyzed MCP, by default a public one without an organization, with a finding. */
export async function anAnalyzedMcp(t: TestApp, change: Readonly<Record<string, unknown>> = {}) {
  const mcp = await aMcp(t, change);
  const bytes = await packedServer({ isVulnerable: true, note: mcp.id });
  const { jobId, versionId } = await pushedVersion(t, mcp.id, bytes);
  await t.app.get(AnalysisWorker, { strict: false }).perform(jobId, NEVER);
  const [snapshot] = await t.rows<{ id: string; total_findings: number; global_score: number }>(
    'SELECT id, total_findings, global_score FROM snapshot WHERE version_id = $1',
    [versionId],
  );
  if (snapshot === undefined) throw new Error('the analysis has no result');
  return { mcp, versionId, snapshot };
}

/** Makes a report now, as a worker does; false if it does not wait. */
export const makeReport = (t: TestApp, reportId: string, signal = NEVER): Promise<boolean> =>
  t.app.get(ReportWorker, { strict: false }).perform(reportId, signal);

/** The texts of a PDF's pages, and what it says about itself. */
export async function readPdf(bytes: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false });
  const document = await task.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const content = await (await document.getPage(number)).getTextContent();
    pages.push(
      content.items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''),
    );
  }
  // A map, whatever its type says.
  const marks = (await document.getMarkInfo()) as unknown as ReadonlyMap<string, boolean> | null;
  const isTagged = marks?.get('Marked') === true;
  const outline = ((await document.getOutline()) as { readonly title: string }[] | null) ?? [];
  const [, , width = 0, height = 0] = (await document.getPage(1)).view;
  await task.destroy();
  return { pages, text: pages.join('\n'), isTagged, outline, width, height };
}
