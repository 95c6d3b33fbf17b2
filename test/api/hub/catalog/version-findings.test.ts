import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { SnapshotRecorder } from '../../../../src/hub/analysis/recording/snapshot-recorder.js';
import type { ApiClient } from '../../../support/api-client.js';
import { aFinding, anAnalysis, useArchive, type ReportChange } from '../../../support/analyses.js';
import { aMcp } from '../../../support/catalog.js';
import { platformAdmin } from '../../../support/platform-admin.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();
const archive = useArchive();
let recorder: SnapshotRecorder;
beforeAll(() => {
  recorder = t.app.get(SnapshotRecorder, { strict: false });
});

const record = async (versionId: string, change: ReportChange = {}) => {
  const analyzed = { versionId, analysis: await anAnalysis(change), archive: archive() };
  const recorded = await recorder.record(analyzed);
  if (recorded === undefined) throw new Error('the version is gone');
  return recorded;
};

const PARTS = ['findings', 'report', 'sarif', 'sbom', 'tarball'];

/** A private MCP of a new organization, with an analyzed version. */
async function privateMcp(change: ReportChange = {}) {
  const org = await actors.organization();
  const mcp = await aMcp(t, { org_id: org.id, visibility: 'private' });
  const version = await mcp.version();
  await record(version.id, change);
  return { org, mcp, version, path: `/api/v1/mcps/${mcp.id}/versions/${version.id}` };
}

const fingerprintsIn = async (client: ApiClient, path: string): Promise<string[]> => {
  const { body } = await client.get(path);
  return (body.findings as { fingerprint: string }[]).map(({ fingerprint }) => fingerprint);
};

describe('results of a private MCP', () => {
  it.each(PARTS)('do not exist for anybody outside of its organization: %s', async (part) => {
    const { org, path } = await privateMcp();
    const other = await actors.organization();
    const member = await actors.member(org.id, 'MEMBER');
    const reader = await actors.serviceToken(org.id, [`read:org:${org.id}`]);
    const foreigner = await actors.serviceToken(other.id, [`admin:org:${other.id}`]);
    const pipeline = await actors.serviceToken(org.id, [`ci:org:${org.id}`]);
    for (const client of [actors.anonymous, other.owner, foreigner, pipeline]) {
      expect((await client.get(`${path}/${part}`)).status).toBe(404);
    }
    for (const client of [org.owner, member, reader]) {
      expect((await client.get(`${path}/${part}`)).status).toBe(200);
    }
  });

  it.each(PARTS)('are 404 of a version of another MCP, and before the analysis: %s', async (part) => {
    const { org, mcp, version } = await privateMcp();
    const other = await aMcp(t, { org_id: org.id, visibility: 'private' });
    const waiting = await mcp.version();
    for (const path of [`${other.id}/versions/${version.id}`, `${mcp.id}/versions/${waiting.id}`]) {
      expect((await org.owner.get(`/api/v1/mcps/${path}/${part}`)).status).toBe(404);
    }
  });
});

describe('GET /api/v1/mcps/{mcpId}/versions/{versionId}/findings', () => {
  const FINDINGS = [
    aFinding({ severity: 'low', vulnerability_class: 'J' }),
    aFinding({ severity: 'critical' }),
    aFinding({ severity: 'high', vulnerability_class: 'G' }),
  ];
  const [low, critical, high] = FINDINGS.map(({ fingerprint }) => fingerprint);

  it.each([
    'severity=info',
    'severity=',
    'severity=high,,low',
    'vulnerability_class=O',
    'vulnerability_class=AB',
    'status=closed',
    'status=open&status=open',
    'limit=101',
  ])('answers 400 for %s', async (query) => {
    const { org, path } = await privateMcp();
    expect((await org.owner.get(`${path}/findings?${query}`)).status).toBe(400);
  });

  it('says why a finding is less certain, and lists those of earlier analyses without that', async () => {
    const reasons = { lowered_because: ['A validator was not understood.'], by_design: true } as const;
    const now = aFinding({ severity: 'high', ...reasons, promised_by: 'run: runs any command' });
    const { group: _, ...earlier } = aFinding({ severity: 'low' });
    const findings = [now, earlier as typeof now];
    const { org, path } = await privateMcp({ findings });
    const { status, body } = await org.owner.get(`${path}/findings`);
    expect(status).toBe(200);
    const [first, second] = body.findings as object[];
    expect(first).toMatchObject({ ...reasons, promised_by: 'run: runs any command', group: now.group });
    expect(second).toMatchObject({ fingerprint: earlier.fingerprint });
    for (const field of ['group', 'lowered_because', 'by_design', 'promised_by'])
      expect(second).not.toHaveProperty(field);
  });

  it('lists the worst first, in pages, with the trace from source to sink', async () => {
    const { org, mcp, version, path } = await privateMcp({ findings: FINDINGS });
    const { body } = await org.owner.get(`${path}/findings`);
    expect(body).toMatchObject({ total: 3, limit: 20, offset: 0, suppressed: 0 });
    expect(await fingerprintsIn(org.owner, `${path}/findings`)).toEqual([critical, high, low]);
    const { suppressed: publisher, ...reported } = FINDINGS[1] ?? aFinding();
    expect((body.findings as object[])[0]).toEqual({
      ...reported,
      suppressed_by_publisher: publisher,
      id: expect.any(String),
      mcp_id: mcp.id,
      version_id: version.id,
      snapshot_id: expect.any(String),
      status: 'open',
      first_detected_at: expect.any(String),
      last_seen_at: expect.any(String),
      resolved_at: null,
      suppressions: [],
    });
    expect(await fingerprintsIn(org.owner, `${path}/findings?limit=1&offset=1`)).toEqual([high]);
    const beyond = await org.owner.get(`${path}/findings?offset=9`);
    expect(beyond.body).toMatchObject({ findings: [], total: 3 });
  });

  it.each([
    ['severity=high', [high]],
    ['severity=low,critical', [critical, low]],
    ['vulnerability_class=G', [high]],
    ['status=open', [critical, high, low]],
    ['status=resolved', []],
    ['severity=critical&vulnerability_class=G', []],
  ])('filters by %s', async (query, expected) => {
    const { org, path } = await privateMcp({ findings: FINDINGS });
    expect(await fingerprintsIn(org.owner, `${path}/findings?${query}`)).toEqual(expected);
  });

  it('keeps the findings of an old version, with what became of them', async () => {
    const { org, mcp, path } = await privateMcp({ findings: FINDINGS });
    const [, stays] = FINDINGS;
    await record((await mcp.version()).id, { findings: stays === undefined ? [] : [stays] });
    expect(await fingerprintsIn(org.owner, `${path}/findings`)).toEqual([critical, high, low]);
    expect(await fingerprintsIn(org.owner, `${path}/findings?status=open`)).toEqual([critical]);
    expect(await fingerprintsIn(org.owner, `${path}/findings?status=resolved`)).toEqual([high, low]);
  });

  it('shows what the newest version never had as resolved, without dates', async () => {
    const org = await actors.organization();
    const mcp = await aMcp(t, { org_id: org.id, visibility: 'private' });
    const [older, newer] = [await mcp.version(), await mcp.version()];
    await record(newer.id);
    await record(older.id, { findings: FINDINGS.slice(0, 1) });
    const { body } = await org.owner.get(`/api/v1/mcps/${mcp.id}/versions/${older.id}/findings`);
    expect((body.findings as object[])[0]).toMatchObject({
      id: null,
      status: 'resolved',
      first_detected_at: null,
    });
  });
});

describe('downloads of a version', () => {
  it.each([
    ['report', 'application/json', '.report.json'],
    ['sarif', 'application/sarif+json', '.sarif'],
    ['sbom', 'application/vnd.cyclonedx+json', '.cdx.json'],
    ['tarball', 'application/gzip', '.tgz'],
  ])('are attachments with their digest as ETag: %s', async (part, type, extension) => {
    const { org, path } = await privateMcp();
    const { status, headers } = await org.owner.get(`${path}/${part}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toContain(type);
    expect(headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename="[0-9a-f]+\\${extension}"$`),
    );
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"sha256:[0-9a-f]{64}"$/);
    const again = await org.owner.get(`${path}/${part}`, { headers: { 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    expect((await org.owner.head(`${path}/${part}`)).status).toBe(200);
  });

  it('are where the version says: the source with its size and SHA-256', async () => {
    const { org, path } = await privateMcp();
    const { body } = await org.owner.get(path);
    expect(body).toMatchObject({
      tarball_url: expect.stringContaining(`${path}/tarball`),
      tarball_sha256: `sha256:${archive().sha256}`,
      source_size: archive().size,
    });
    const { text } = await org.owner.get(`${path}/tarball`);
    expect(text).toBe('the fetched source');
  });
});

describe('GET /api/v1/admin/mcps/{mcpId}/snapshots/verify', () => {
  it('is 404 for an MCP that never existed', async () => {
    const admin = await platformAdmin(t, actors);
    expect((await admin.get(`/api/v1/admin/mcps/${randomUUID()}/snapshots/verify`)).status).toBe(404);
  });

  const chainOf = async (length: number) => {
    const admin = await platformAdmin(t, actors);
    const mcp = await aMcp(t);
    const version = await mcp.version();
    for (let index = 0; index < length; index += 1) await record(version.id);
    const verify = async () => (await admin.get(`/api/v1/admin/mcps/${mcp.id}/snapshots/verify`)).body;
    return { mcp, verify };
  };

  it('is valid for an MCP without snapshots, for a recorded chain, and after the MCP is deleted', async () => {
    expect(await (await chainOf(0)).verify()).toMatchObject({ valid: true, snapshots: 0, broken_at: null });
    const { mcp, verify } = await chainOf(3);
    expect(await verify()).toMatchObject({ valid: true, snapshots: 3, broken_at: null });
    await t.rows('DELETE FROM mcp WHERE id = $1', [mcp.id]);
    expect(await verify()).toMatchObject({ valid: true, snapshots: 3 });
  });

  it.each([
    [
      'a changed score',
      'UPDATE snapshot SET global_score = 100 WHERE mcp_id = $1 AND position = 2',
      'changed',
    ],
    [
      'a changed time',
      `UPDATE snapshot SET created_at = created_at + interval '1 microsecond' WHERE mcp_id = $1 AND position = 2`,
      'changed',
    ],
    [
      'other evidence',
      'UPDATE snapshot SET report_key = findings_key WHERE mcp_id = $1 AND position = 2',
      'changed',
    ],
    [
      'a removed predecessor',
      'UPDATE snapshot SET previous_snapshot_id = NULL WHERE mcp_id = $1 AND position = 2',
      'unlinked',
    ],
    ['a removed snapshot', 'DELETE FROM snapshot WHERE mcp_id = $1 AND position = 2', 'missing'],
  ])('finds %s', async (_what, tamper, reason) => {
    const { mcp, verify } = await chainOf(3);
    await t.rows('ALTER TABLE snapshot DISABLE TRIGGER USER');
    await t.rows('ALTER TABLE control_result DISABLE TRIGGER USER');
    try {
      await t.rows(tamper, [mcp.id]);
    } finally {
      await t.rows('ALTER TABLE control_result ENABLE TRIGGER USER');
      await t.rows('ALTER TABLE snapshot ENABLE TRIGGER USER');
    }
    expect(await verify()).toMatchObject({ valid: false, snapshots: 1, broken_at: { position: 2, reason } });
  });
});
