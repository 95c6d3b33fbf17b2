import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SnapshotRecorder } from '../../../../src/hub/analysis/recording/snapshot-recorder.js';
import { ServerUsers } from '../../../../src/hub/gate/version-news/server-users.js';
import { VersionNewsJob } from '../../../../src/hub/gate/version-news/version-news-job.js';
import { aFinding, anAnalysis, aTool, useArchive, type ReportChange } from '../../../support/analyses.js';
import { aMcp } from '../../../support/catalog.js';
import { useOutbound, type TestWebhook } from '../../../support/outbound-webhooks.js';

const o = await useOutbound();
const { t } = o.hub;
const archive = useArchive();
let recorder: SnapshotRecorder;
let news: VersionNewsJob;
beforeAll(() => {
  recorder = t.app.get(SnapshotRecorder, { strict: false });
  news = t.app.get(VersionNewsJob, { strict: false });
});

const ALL = ['finding.opened', 'version.certified', 'version.not_certified', 'version.new'];
const IN_A_YEAR = new Date(Date.now() + 365 * 24 * 60 * 60 * 1000).toISOString();

async function record(versionId: string, change: ReportChange = {}): Promise<string> {
  const recorded = await recorder.record({
    versionId,
    analysis: await anAnalysis(change),
    archive: archive(),
  });
  return recorded?.snapshotId ?? '';
}
/** The events of a type that a webhook has received so far. */
async function eventsOf(webhook: TestWebhook, type: string) {
  await news.run(new AbortController().signal);
  await o.deliver();
  return o
    .received(webhook)
    .map(({ body }) => body)
    .filter((body) => body.type === type)
    .map(({ data }) => data as Readonly<Record<string, unknown>>);
}
const aPolicy = async ({ owner, orgId }: TestWebhook, change: object): Promise<string> => {
  const policy = { name: 'A policy', action: 'DENY', priority: 10, ...change };
  const { status, body, text } = await owner.post(`/api/v1/orgs/${orgId}/policies`, policy);
  if (status !== 201) throw new Error(text);
  return body.id as string;
};
const surface = (report: { readonly mcp_surface: object }, change: object): ReportChange =>
  ({ mcp_surface: { ...report.mcp_surface, ...change } }) as ReportChange;

describe('finding.opened', () => {
  it('is one event for a snapshot with 5,000 findings, with all counts and the 100 worst', async () => {
    const webhook = await o.webhook({ events: ALL });
    const mcp = await aMcp(t, { org_id: webhook.orgId, visibility: 'private' });
    const version = await mcp.version();
    const findings = Array.from({ length: 5000 }, (_, index) =>
      aFinding({ severity: index === 4999 ? 'critical' : 'low', title: `Finding ${index}` }),
    );
    const snapshotId = await record(version.id, { findings });
    const [data, ...more] = await eventsOf(webhook, 'finding.opened');
    expect(more).toEqual([]);
    expect(data).toMatchObject({
      mcp: { id: mcp.id, name: mcp.name },
      version: { id: version.id, visible_version: version.visibleVersion, semver: null },
      snapshot_id: snapshotId,
      counts: { total: 5000, critical: 1, high: 0, medium: 0, low: 4999 },
    });
    const described = data?.['findings'] as readonly Readonly<Record<string, unknown>>[];
    expect(described).toHaveLength(100);
    expect(described[0]).toEqual({
      fingerprint: findings[4999]?.fingerprint,
      rule_id: 'MCP-A001',
      title: 'Finding 4999',
      severity: 'critical',
      vulnerability_class: 'A',
      file_path: 'server.js',
      start_line: 3,
    });
  });

  it('names those that were not open before, again after they were resolved', async () => {
    const webhook = await o.webhook({ events: ALL });
    const mcp = await aMcp(t, { org_id: webhook.orgId });
    const version = await mcp.version();
    const [one, other] = [aFinding(), aFinding()];
    for (const findings of [[one], [one, other], [one], [one], [one, other]])
      await record(version.id, { findings });
    const opened = (await eventsOf(webhook, 'finding.opened')).map((data) =>
      (data['findings'] as readonly { fingerprint: string }[]).map(({ fingerprint }) => fingerprint),
    );
    expect(opened).toEqual([[one.fingerprint], [other.fingerprint], [other.fingerprint]]);
  });

  it('is not added for the MCPs of others or of the platform', async () => {
    const webhook = await o.webhook({ events: ALL });
    const other = await o.hub.actors.organization();
    for (const change of [{}, { org_id: other.id }]) {
      const version = await (await aMcp(t, change)).version();
      await record(version.id, { findings: [aFinding()] });
    }
    await eventsOf(webhook, 'finding.opened');
    expect(o.received(webhook)).toEqual([]);
  });
});

describe('version.certified and version.not_certified', () => {
  it('follow the verdict, and are not repeated while it stays', async () => {
    const webhook = await o.webhook({ events: ALL });
    const mcp = await aMcp(t, { org_id: webhook.orgId });
    const version = await mcp.version();
    for (const level of [2, 2, 1, 0, 0, 1]) await record(version.id, { certification_level: level });
    await o.deliver();
    const shown = o
      .received(webhook)
      .map(({ body }) => body)
      .filter(({ type }) => type.endsWith('certified'))
      .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
      .map(({ type, data }) => [
        type,
        (data as Record<string, unknown>)['certification_level'],
        (data as Record<string, unknown>)['previous_certification_level'],
      ]);
    expect(shown).toEqual([
      ['version.certified', 2, null],
      ['version.not_certified', 0, 1],
      ['version.certified', 1, 0],
    ]);
  });
});

describe('version.new', () => {
  it('says what would change, with the scores, levels and verdicts before and after', async () => {
    const webhook = await o.webhook({ events: ['version.new'] });
    const scores = await aPolicy(webhook, {
      target_type: 'SCORE',
      target_value: 'min:70',
      environments: ['prod'],
    });
    const mcp = await aMcp(t, { org_id: webhook.orgId, visibility: 'private' });
    const { report } = await anAnalysis();
    const older = await mcp.version({ semver: '1.0.0' });
    await record(
      older.id,
      surface(report, {
        tools: ['a', 'b'],
        tool_details: [aTool('a'), aTool('b')],
        capabilities: ['network'],
      }),
    );
    const newer = await mcp.version({ semver: '1.1.0' });
    await record(newer.id, {
      ...surface(report, {
        tools: ['b', 'c'],
        tool_details: [aTool('b', 'Other words'), aTool('c')],
        capabilities: ['network', 'process'],
      }),
      scores: { ...report.scores, global_score: 40 },
      certification_level: 1,
    });
    const [first, second, ...more] = await eventsOf(webhook, 'version.new');
    expect(more).toEqual([]);
    expect(first).toMatchObject({ before: null, changes: null, version: { id: older.id, semver: '1.0.0' } });
    expect(second).toMatchObject({
      mcp: { id: mcp.id, name: mcp.name },
      version: { id: newer.id, visible_version: newer.visibleVersion, semver: '1.1.0' },
      before: { version_id: older.id, semver: '1.0.0', global_score: 85, certification_level: 2 },
      after: { version_id: newer.id, semver: '1.1.0', global_score: 40, certification_level: 1 },
      changes: {
        tools_added: ['c'],
        tools_removed: ['a'],
        tools_changed: [{ name: 'b', description: true, schema: false }],
        capabilities_added: ['process'],
        capabilities_removed: [],
      },
      policies: [
        { environment: null, before: { result: 'ALLOWED' }, after: { result: 'ALLOWED' } },
        {
          environment: 'prod',
          before: { result: 'ALLOWED' },
          after: {
            result: 'DENIED',
            reason: 'the global score, 40, is below 70',
            matched_policy: { id: scores, name: 'A policy' },
          },
        },
      ],
    });
  });

  it('is added with the first complete results of a version, once', async () => {
    const webhook = await o.webhook({ events: ['version.new'] });
    const version = await (await aMcp(t, { org_id: webhook.orgId })).version();
    await record(version.id, { complete: false, incomplete_reasons: ['too large'] });
    expect(await eventsOf(webhook, 'version.new')).toEqual([]);
    for (let times = 0; times < 2; times += 1) await record(version.id);
    expect(await eventsOf(webhook, 'version.new')).toHaveLength(1);
  });

  it('shows that a policy on the age holds the version back, as the gate does', async () => {
    const webhook = await o.webhook({ events: ['version.new'] });
    await aPolicy(webhook, { target_type: 'AGE', target_value: 'min:7' });
    const mcp = await aMcp(t, { org_id: webhook.orgId });
    const older = await mcp.version();
    await record(older.id);
    const newer = await mcp.version({ created_at: new Date(), semver: '2.0.0' });
    await record(newer.id);
    const reason = 'the age in days, 0, is below 7';
    expect((await eventsOf(webhook, 'version.new'))[1]).toMatchObject({
      policies: [{ environment: null, before: { result: 'ALLOWED' }, after: { result: 'DENIED', reason } }],
    });
    const gate = await o.hub.actors.serviceToken(webhook.orgId, [`ci:org:${webhook.orgId}`]);
    const { body } = await gate.post('/api/v1/ci/evaluate', {
      org_id: webhook.orgId,
      environment: 'prod',
      mcps: [
        { name: mcp.name, version: '2.0.0' },
        { name: mcp.name, version: older.visibleVersion },
      ],
    });
    expect(body.mcps).toMatchObject([{ result: 'DENIED', reason }, { result: 'ALLOWED' }]);
  });

  it('reaches users of a public MCP whose policies allow the version before, in batches', async () => {
    const users = t.app.get(ServerUsers, { strict: false });
    const webhooks: TestWebhook[] = [];
    for (let made = 0; made < 3; made += 1) webhooks.push(await o.webhook({ events: ['version.new'] }));
    const [allowing, denying, excepting] = webhooks;
    if (!allowing || !denying || !excepting) throw new Error('webhooks are missing');
    const mcp = await aMcp(t);
    for (const webhook of [denying, excepting])
      await aPolicy(webhook, { target_type: 'MCP', target_value: mcp.name });
    await aPolicy(excepting, {
      action: 'ALLOW',
      target_type: 'MCP',
      target_value: mcp.name,
      priority: 1,
      reason: 'Checked by hand',
      expires_at: IN_A_YEAR,
    });
    const others = Array.from(
      { length: 99 },
      (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    );
    const all = [...others, ...webhooks.map(({ orgId }) => orgId)].sort();
    const found = jest
      .spyOn(users, 'find')
      .mockImplementation((_mcpId, after, limit) =>
        Promise.resolve(all.filter((id) => after === null || id > after).slice(0, limit)),
      );
    const older = await mcp.version();
    await record(older.id);
    await news.run(new AbortController().signal);
    await record((await mcp.version()).id);
    const received = [];
    for (const webhook of webhooks) received.push((await eventsOf(webhook, 'version.new')).length);
    expect(received).toEqual([1, 0, 1]);
    expect(found.mock.calls.map(([, after]) => after)).toContain(all[99]);
    found.mockRestore();
  });

  it('is not added for a private MCP of somebody else, or one that is withdrawn', async () => {
    const users = t.app.get(ServerUsers, { strict: false });
    const webhook = await o.webhook({ events: ['version.new'] });
    const found = jest.spyOn(users, 'find').mockImplementation(() => Promise.resolve([webhook.orgId]));
    const suspended = await o.hub.actors.organization();
    await t.rows(`UPDATE organization SET status = 'SUSPENDED' WHERE id = $1`, [suspended.id]);
    for (const change of [{ visibility: 'private' }, { org_id: suspended.id }]) {
      const mcp = await aMcp(t, change);
      for (let versions = 0; versions < 2; versions += 1) await record((await mcp.version()).id);
    }
    expect(await eventsOf(webhook, 'version.new')).toEqual([]);
    found.mockRestore();
  });
});
