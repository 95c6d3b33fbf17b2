import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { SnapshotRecorder } from '../../../../src/hub/analysis/recording/snapshot-recorder.js';
import type { ApiClient } from '../../../support/api-client.js';
import { aFinding, anAnalysis, useArchive } from '../../../support/analyses.js';
import { aMcp } from '../../../support/catalog.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();
const archive = useArchive();
let recorder: SnapshotRecorder;
beforeAll(() => {
  recorder = t.app.get(SnapshotRecorder, { strict: false });
});

const DAY_MS = 86_400_000;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** An organization with an MCP that has one finding. */
async function withFinding(visibility = 'private', level = 0) {
  const org = await actors.organization();
  const mcp = await aMcp(t, { org_id: org.id, visibility });
  const version = await mcp.version();
  const analysis = await anAnalysis({ findings: [aFinding()], certification_level: level });
  const analyze = () => recorder.record({ versionId: version.id, analysis, archive: archive() });
  await analyze();
  const findingsPath = `/api/v1/mcps/${mcp.id}/versions/${version.id}/findings`;
  const { body } = await org.owner.get(findingsPath);
  const findingId = (body.findings as { id: string }[])[0]?.id ?? '';
  return { org, mcp, version, analyze, findingId, findingsPath, path: `/api/v1/orgs/${org.id}/suppressions` };
}

const request = (findingId: string, change: object = {}) => ({
  finding_id: findingId,
  reason: 'The tool runs in a container.',
  expires_at: inDays(30),
  ...change,
});

const suppress = async (client: ApiClient, path: string, findingId: string): Promise<string> => {
  const { status, body, text } = await client.post(path, request(findingId));
  if (status !== 201) throw new Error(text);
  return body.id as string;
};

describe('GET /api/v1/orgs/{orgId}/suppressions', () => {
  it('shows nothing of an MCP of another organization that became private or left the catalog', async () => {
    const own = await actors.organization();
    const path = `/api/v1/orgs/${own.id}/suppressions`;
    const [hidden, withdrawn] = [await withFinding('public'), await withFinding('public')];
    for (const { findingId } of [hidden, withdrawn]) await suppress(own.owner, path, findingId);
    expect((await own.owner.get(path)).body.total).toBe(2);
    await t.rows(`UPDATE mcp SET visibility = 'private' WHERE id = $1`, [hidden.mcp.id]);
    await t.rows(`UPDATE organization SET status = 'SUSPENDED' WHERE id = $1`, [withdrawn.org.id]);
    expect((await own.owner.get(path)).body).toMatchObject({ suppressions: [], total: 0 });
    await t.rows(`UPDATE mcp SET visibility = 'public' WHERE id = $1`, [hidden.mcp.id]);
    expect((await own.owner.get(path)).body.total).toBe(1);
  });
});

describe('POST /api/v1/orgs/{orgId}/suppressions', () => {
  it.each([
    ['finding_id', randomUUID()],
    ['finding_id', 'x'],
    ['reason', ''],
    ['reason', 'x'.repeat(1001)],
    ['expires_at', 'tomorrow'],
    ['expires_at', '2020-01-01T00:00:00Z'],
    ['expires_at', inDays(400)],
  ])('answers 400 for the %s %s', async (field, value) => {
    const { org, findingId, path } = await withFinding();
    const { status, body } = await org.owner.post(path, request(findingId, { [field]: value }));
    expect(status).toBe(400);
    expect(body.message).toContain(field);
  });

  it('is 403 for members, and 404 for others', async () => {
    const { org, findingId, path } = await withFinding();
    const member = await actors.member(org.id, 'MEMBER');
    const reader = await actors.serviceToken(org.id, [`read:org:${org.id}`]);
    const other = await actors.organization();
    expect((await member.post(path, request(findingId))).status).toBe(403);
    expect((await reader.post(path, request(findingId))).status).toBe(403);
    expect((await other.owner.post(path, request(findingId))).status).toBe(404);
  });

  it('is 400 for a finding of a private MCP of another organization, and possible for a public one', async () => {
    const [hidden, shown] = [await withFinding('private'), await withFinding('public')];
    const own = await actors.organization();
    const path = `/api/v1/orgs/${own.id}/suppressions`;
    expect((await own.owner.post(path, request(hidden.findingId))).status).toBe(400);
    expect((await own.owner.post(path, request(shown.findingId))).status).toBe(201);
  });

  it('is 409 for a finding that is suppressed, until that has expired', async () => {
    const { org, findingId, path } = await withFinding();
    const id = await suppress(org.owner, path, findingId);
    expect((await org.owner.post(path, request(findingId))).status).toBe(409);
    await t.rows(`UPDATE suppression SET expires_at = now() WHERE id = $1`, [id]);
    expect((await org.owner.post(path, request(findingId))).status).toBe(201);
  });

  it('is audited with its author, reason and end', async () => {
    const { org, findingId, path } = await withFinding();
    const id = await suppress(org.owner, path, findingId);
    const { status } = await org.owner.delete(`${path}/${id}`);
    expect(status).toBe(204);
    const { body } = await org.owner.get(`/api/v1/orgs/${org.id}/audit-events?limit=100`);
    // The recorded reads of the package come in their own time.
    const events = body.events.filter(({ action }: { action: string }) => action.startsWith('suppression.'));
    expect(events).toMatchObject([
      { action: 'suppression.deleted', resource_id: id },
      {
        action: 'suppression.created',
        resource_id: id,
        actor_id: org.owner.id,
        details: { finding_id: findingId, reason: 'The tool runs in a container.' },
      },
    ]);
  });
});

describe('a suppression', () => {
  it('is shown and counted with the finding for members only, and changes nothing else', async () => {
    const { org, mcp, version, findingId, findingsPath, path } = await withFinding('public');
    const before = await actors.anonymous.get(
      `/api/v1/mcps/${mcp.id}/versions/${version.id}/snapshot/latest`,
    );
    await suppress(org.owner, path, findingId);
    const member = await actors.member(org.id, 'MEMBER');
    const { body } = await member.get(findingsPath);
    expect(body).toMatchObject({
      suppressed: 1,
      total: 1,
      findings: [{ status: 'open', suppressions: [{ org_id: org.id, author_name: org.owner.email }] }],
    });
    const other = await actors.organization();
    for (const client of [actors.anonymous, other.owner]) {
      const seen = await client.get(findingsPath);
      expect(seen.body).toMatchObject({ suppressed: 0, findings: [{ suppressions: [] }] });
    }
    const after = await actors.anonymous.get(`/api/v1/mcps/${mcp.id}/versions/${version.id}/snapshot/latest`);
    expect(after.body).toEqual(before.body);
    const shown = await actors.anonymous.get(`/api/v1/mcps/${mcp.id}/versions/${version.id}`);
    expect(shown.body).toMatchObject({ status: 'NOT_CERTIFIED', certification_level: 0 });
  });

  it('never raises the level, also at the next analysis, and passes no policy', async () => {
    const { org, mcp, version, analyze, findingId, path } = await withFinding('private', 1);
    await org.owner.post(`/api/v1/orgs/${org.id}/policies`, {
      name: 'No high findings',
      description: '',
      action: 'DENY',
      target_type: 'SEVERITY',
      target_value: 'max:medium',
      priority: 10,
      enabled: true,
    });
    const gate = await actors.serviceToken(org.id, [`ci:org:${org.id}`]);
    const verdict = async () => {
      const asked = await gate.post('/api/v1/ci/evaluate', {
        org_id: org.id,
        environment: 'production',
        mcps: [{ name: mcp.name, version: 'latest' }],
      });
      const shown = await org.owner.get(`/api/v1/mcps/${mcp.id}/versions/${version.id}`);
      const [server] = asked.body.mcps as { understood?: object }[];
      // Each evaluation has its own record, and each analysis its own snapshot.
      const mcps = [{ ...server, understood: undefined }];
      return {
        result: asked.body.result as string,
        mcps,
        level: shown.body['certification_level'] as number,
      };
    };
    const before = await verdict();
    expect(before).toMatchObject({
      level: 1,
      result: 'FAIL',
      mcps: [{ matched_policy: { name: 'No high findings' } }],
    });
    await suppress(org.owner, path, findingId);
    expect(await verdict()).toEqual(before);
    expect(await analyze()).toMatchObject({ status: 'CERTIFIED', certificationLevel: 1 });
    expect(await verdict()).toEqual(before);
  });

  it('expires: it stays in the list, and leaves the finding', async () => {
    const { org, findingId, findingsPath, path } = await withFinding();
    const id = await suppress(org.owner, path, findingId);
    await t.rows(`UPDATE suppression SET expires_at = now() WHERE id = $1`, [id]);
    expect((await org.owner.get(findingsPath)).body).toMatchObject({ suppressed: 0 });
    const { body } = await org.owner.get(path);
    expect(body).toMatchObject({ total: 1, suppressions: [{ id, expired: true, finding_status: 'open' }] });
  });

  it('is deleted by its organization only', async () => {
    const { org, findingId, path } = await withFinding();
    const id = await suppress(org.owner, path, findingId);
    const other = await actors.organization();
    expect((await other.owner.delete(`/api/v1/orgs/${other.id}/suppressions/${id}`)).status).toBe(404);
    expect((await org.owner.delete(`${path}/${id}`)).status).toBe(204);
    expect((await org.owner.delete(`${path}/${id}`)).status).toBe(404);
    expect((await org.owner.get(path)).body).toMatchObject({ total: 0, suppressions: [] });
  });
});
