import { markup, type Markup } from '../../../hub/platform/pages/markup.js';
import { facts, joined, number, paragraph, table, type Part } from '../html.js';
import type { Section } from '../page-frame.js';
import type { SnapshotReport } from '../report-data.js';
import { shownCode, shownLink } from '../shown-text.js';

const COLUMNS = [
  { title: 'Document', width: 28 },
  { title: 'SHA-256', width: 72 },
];

const hash = (digest: string): Markup =>
  markup`<span class="hash">${shownCode(digest.replace(/^sha256:/u, ''))}</span>`;

/** Commands, a line each. */
const commands = (lines: readonly string[]): Markup =>
  markup`<div class="commands">${joined(lines.map((line) => markup`<p>${shownCode(line, 600)}</p>`))}</div>`;

/** How to verify an organization's evidence without the hub. */
export const offlineVerification = (publicUrl: string): Part[] => [
  paragraph(
    'An export has all snapshots and audit events of the organization, with a signature at its end. ',
    'It is verified with the public keys of the hub alone, on a computer without access to it. ',
    'Keep the keys, and checkpoints of the audit trail, from a day that you trust:',
  ),
  commands([
    `curl -fsS -o keys.json ${publicUrl}/.well-known/jwks.json`,
    'curl -fsS -H "Authorization: Bearer $TOKEN" -o export.ndjson \\',
    `  ${publicUrl}/api/v1/grc/export`,
    'mcp-hub verify-evidence export.ndjson --keys keys.json',
  ]),
  paragraph(
    'The token is a service token of the organization with the scope ',
    markup`<code>grc:read</code>`,
    '. The command exits with 0 if all chains are as they were recorded, and names each break otherwise.',
  ),
];

/** The chain of evidence: what was hashed, and how to verify it. */
export function evidenceSection({ evidence, snapshot, mcp, version, hub }: SnapshotReport): Section {
  const base = `${hub.public_url}/api/v1/mcps/${mcp.id}/versions/${version.id}`;
  const documents: readonly (readonly [string, string])[] = [
    ['Source, as analyzed', evidence.source],
    ['Findings', evidence.findings],
    ['Report in JSON', evidence.report],
    ['Findings as SARIF 2.1.0', evidence.sarif],
    ['Bill of materials', evidence.sbom],
  ];
  const body = markup`${paragraph('The snapshots of a server form a chain. The hash of each covers the hash before it, the digests of its documents, its scores and its toolchain, so that a change of any of them shows in all later ones.')}
<h3 id="evidence-chain">Place in the chain</h3>
${facts([
  ['Snapshot', shownCode(snapshot.id)],
  ['Position', number(evidence.position)],
  ['Hash', hash(evidence.snapshot_hash)],
  [
    'Previous snapshot',
    evidence.previous_snapshot_id === null
      ? 'none: this is the first one'
      : shownCode(evidence.previous_snapshot_id),
  ],
  ['Previous hash', hash(evidence.previous_hash)],
])}
<h3 id="evidence-documents">Documents</h3>
${table(
  'Digests of the documents of this snapshot',
  COLUMNS,
  documents.map(([name, digest]) => [name, hash(digest)]),
)}
${paragraph('The documents of the newest snapshot of the version are at:')}
<ul class="addresses">${joined(['report', 'sarif', 'sbom', 'tarball'].map((name) => markup`<li>${shownLink(`${base}/${name}`)}</li>`))}</ul>
<h3 id="evidence-verification">Verification</h3>
${paragraph('A document is the one that was recorded if its SHA-256 is the one above, as the command ', markup`<code>sha256sum</code>`, ' prints it.')}
${joined(offlineVerification(hub.public_url))}`;
  const subsections = [
    { id: 'evidence-chain', title: 'Place in the chain' },
    { id: 'evidence-documents', title: 'Documents' },
    { id: 'evidence-verification', title: 'Verification' },
  ];
  return { id: 'evidence', title: 'Evidence', subsections, body };
}
