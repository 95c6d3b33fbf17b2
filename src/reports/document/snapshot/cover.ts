import { markup, type Markup } from '../../../hub/platform/pages/markup.js';
import { dateTime, facts, keyFigures, levelName, note, when } from '../html.js';
import type { SnapshotReport } from '../report-data.js';
import { shownCode, shownLines, shownLink, shownText } from '../shown-text.js';

/** Longer names are set smaller. */
const LONG_NAME = 50;
/** Longest description on the cover. */
const MAX_ABOUT = 400;

/** The cover: what was analyzed, for whom, when, and the result. */
export function snapshotCover(data: SnapshotReport): Markup {
  const { mcp, version, snapshot, evidence, organization, hub } = data;
  const about = when(
    mcp.description !== '',
    () => markup`<p class="about">${shownLines(mcp.description, MAX_ABOUT)}</p>`,
  );
  const versionName =
    version.semver === null ? version.visible_version : `${version.semver} (${version.visible_version})`;
  return markup`<p class="brand">mcp-hub</p>
<p class="kind">Security report of an MCP server</p>
<h1${when(mcp.name.length > LONG_NAME, () => markup` class="long"`)}>${shownText(mcp.name)}</h1>${about}
${keyFigures(
  [
    ['Certification', levelName(snapshot.certification_level)],
    ['Grade', shownText(snapshot.grade)],
    ['Global score', `${snapshot.global_score} of 100`],
  ],
  'verdicts',
)}
${when(!snapshot.complete, () => note('The analysis is incomplete. What it did not read may contain more findings.'))}
${when(version.revoked_at !== null, () => note('This version has been revoked: ', shownText(version.revoked_reason ?? 'no reason was given'), '.'))}
${facts([
  ['Version', shownText(versionName)],
  ['Commit', shownCode(evidence.commit_hash)],
  ['Digest of the source', markup`<span class="hash">${shownCode(evidence.source)}</span>`],
  ['Analyzed', dateTime(snapshot.created_at)],
  ['Source', version.source === null ? null : shownText(version.source)],
  ['Repository', mcp.repo_url === '' ? null : shownLink(mcp.repo_url)],
  ['Prepared for', shownText(organization.name)],
  [
    'Report made',
    markup`${dateTime(data.generated_at)} by mcp-hub ${shownText(hub.version)} at ${shownText(hub.public_url)}`,
  ],
])}`;
}
