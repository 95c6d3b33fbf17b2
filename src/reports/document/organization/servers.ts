import { markup } from '../../../hub/platform/pages/markup.js';
import { bullets, counted, joined, levelName, number, paragraph, table, when } from '../html.js';
import type { Section } from '../page-frame.js';
import type { OrganizationMcp, OrganizationReport } from '../report-data.js';
import { shownCode, shownText } from '../shown-text.js';
import { offlineVerification } from '../snapshot/evidence.js';

/** More servers are only counted. */
const MAX_SERVERS = 1000;

const COLUMNS = [
  { title: 'Server', width: 37 },
  { title: 'Level', width: 17 },
  { title: 'Score', width: 9, isNumber: true },
  { title: 'Critical', width: 9, isNumber: true },
  { title: 'High', width: 8, isNumber: true },
  { title: 'Medium', width: 9, isNumber: true },
  { title: 'Low', width: 8, isNumber: true },
  { title: 'Analyzed', width: 13 },
];
const HASH_COLUMNS = [
  { title: 'Server', width: 34 },
  { title: 'Hash of its snapshot', width: 66 },
];

const row = (mcp: OrganizationMcp) => [
  markup`${shownText(mcp.name)}${mcp.visible_version === null ? '' : markup` <span class="soft">${shownText(mcp.visible_version, 80)}</span>`}`,
  mcp.certification_level === null ? 'Not analyzed' : levelName(mcp.certification_level),
  mcp.global_score === null ? 'none' : markup`${number(mcp.global_score)} ${shownText(mcp.grade ?? '', 4)}`,
  number(mcp.open.critical),
  number(mcp.open.high),
  number(mcp.open.medium),
  number(mcp.open.low),
  mcp.analyzed_at === null ? 'never' : mcp.analyzed_at.slice(0, 10),
];

/** The servers with their results and open findings. */
export function serversSection({ mcps, posture }: OrganizationReport): Section {
  const shown = mcps.slice(0, MAX_SERVERS);
  const rest = posture.summary.total_mcps - shown.length;
  const body = markup`${paragraph('Those with the most critical open findings first. Level and score are of the newest complete analysis.')}
${when(shown.length > 0, () => table(counted(posture.summary.total_mcps, 'server'), COLUMNS, shown.map(row)))}
${when(rest > 0, () => paragraph(`${counted(rest, 'more server')} ${rest === 1 ? 'is' : 'are'} only counted.`))}`;
  return { id: 'servers', title: 'Servers', body };
}

/** The hashes of the current snapshots, how to verify them, and what the report cannot say. */
export function organizationEvidenceSection({ mcps, hub }: OrganizationReport): Section {
  const rows = mcps
    .slice(0, MAX_SERVERS)
    .flatMap(({ name, snapshot_hash: hash }) =>
      hash === null
        ? []
        : [[shownText(name), markup`<span class="hash">${shownCode(hash.replace(/^sha256:/u, ''))}</span>`]],
    );
  const body = markup`<h3 id="evidence-verification">Verification</h3>
${joined(offlineVerification(hub.public_url))}
<h3 id="evidence-limits">Limits</h3>
${bullets([
  'Source was read and not run, and findings are of known classes of mistakes. A report without findings does not prove that there are no others.',
  'A server without a complete analysis has no score, level or result of a control here.',
  'Suppressed findings are open findings: a suppression changes no number in this report.',
])}
${when(rows.length > 0, () => markup`<h3 id="evidence-hashes">Snapshots</h3>${table('SHA-256 that the chain of each server recorded', HASH_COLUMNS, rows)}`)}`;
  const hashes = rows.length > 0 ? [{ id: 'evidence-hashes', title: 'Snapshots' }] : [];
  return {
    id: 'evidence',
    title: 'Evidence and limits',
    subsections: [
      { id: 'evidence-verification', title: 'Verification' },
      { id: 'evidence-limits', title: 'Limits' },
      ...hashes,
    ],
    body,
  };
}
