import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { VersionIntake } from '../../../../src/hub/catalog/intake/version-intake.js';
import { commitOfPackage } from '../../../../src/hub/catalog/mcps/mcp-source.js';
import { serverFiles } from '../../../support/analyzed-packages.js';
import type { ApiClient, ApiResponse } from '../../../support/api-client.js';
import { fakeCodeHosts } from '../../../support/code-host-server.js';
import { HOSTS } from '../../../support/code-hosts.js';
import { allowLoopback, Followed } from '../../../support/followed.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { analyze, bundleOfFiles, publishDue, SERVER_FILES } from '../../../support/publications.js';
import { useHub } from '../../../support/suite.js';
import { webhookSettings } from '../../../support/webhooks.js';

const hosts = await fakeCodeHosts();
const { t, actors } = await useHub({
  ...webhookSettings,
  ANALYSIS_SOURCE_HOSTS: Object.values(hosts)
    .map(({ setting }) => setting)
    .join(','),
});
beforeEach(() => allowLoopback(t));
afterAll(() => Promise.all(Object.values(hosts).map((host) => host.close())));

const EVENTS = ['finding.opened', 'version.certified', 'version.not_certified', 'version.new'];
/** What differs between two answers about the same state. */
const TIMES = new Set(['evaluated_at', 'evaluation_id', 'generated_at', 'request_id']);

const stateIn = ({ status, text, body }: ApiResponse): unknown => {
  const isJson = typeof body === 'object' && Object.keys(body).length > 0;
  const stable = isJson
    ? JSON.stringify(body, (key, value: unknown) => (TIMES.has(key) ? undefined : value))
    : text;
  return { status, body: stable };
};

/** All answers about an MCP and its organization, apart from the list of versions. */
async function answersAbout(f: Followed, org: Organization): Promise<Readonly<Record<string, unknown>>> {
  const { anonymous } = actors;
  const at = `/api/v1/orgs/${org.id}`;
  const evaluate = (name: string): Promise<ApiResponse> =>
    org.token.post('/api/v1/ci/evaluate', {
      environment: 'production',
      mcps: [{ name, version: 'latest' }],
      org_id: org.id,
    });
  const questions: Readonly<Record<string, () => Promise<ApiResponse>>> = {
    detail: () => anonymous.get(`/api/v1/mcps/${f.mcpId}`),
    catalog: () => anonymous.get(`/api/v1/mcps?query=${f.name}&min_score=0`),
    badge: () => anonymous.get(`/api/v1/mcps/${f.mcpId}/badge.svg`),
    'gate by name': () => evaluate(f.name),
    'gate by repository': () => evaluate(f.host.url(f.repository.path)),
    findings: () => org.owner.get(`${at}/findings`),
    'risk posture': () => org.owner.get(`${at}/risk-posture`),
    compliance: () => org.owner.get(`${at}/compliance`),
    controls: () => org.owner.get(`${at}/controls?mcp_id=${f.mcpId}`),
    mcps: () => org.owner.get(`${at}/mcps`),
    'managed settings': () => org.owner.get(`${at}/managed-settings`),
    'GRC posture': () => org.grc.get('/api/v1/grc/risk-posture'),
    'GRC vulnerabilities': () => org.grc.get('/api/v1/grc/vulnerabilities'),
    'official registry': () => anonymous.get('/v0.1/servers?limit=100'),
    'registry catalog': async () => (await t.actors.admin()).get('/v1/catalog'),
  };
  const answers: Record<string, unknown> = {};
  for (const [name, ask] of Object.entries(questions)) answers[name] = stateIn(await ask());
  answers['publications'] = await t.rows(
    `SELECT p.version_id, p.status FROM publication p JOIN mcp_version v ON v.id = p.version_id
      WHERE v.mcp_id = $1 ORDER BY p.version_id`,
    [f.mcpId],
  );
  answers['findings of the MCP'] = await t.rows(
    `SELECT fingerprint, status, first_detected_at, resolved_at FROM finding WHERE mcp_id = $1 ORDER BY fingerprint`,
    [f.mcpId],
  );
  answers['events'] = await t.rows(
    `SELECT type FROM organization_event WHERE org_id = $1 ORDER BY created_at`,
    [org.id],
  );
  return answers;
}

interface Organization {
  readonly id: string;
  readonly owner: HubUserActor;
  readonly token: ApiClient;
  readonly grc: ApiClient;
}

async function organization(): Promise<Organization> {
  const { id, owner } = await actors.organization();
  const { status } = await owner.post(`/api/v1/orgs/${id}/webhooks`, {
    url: 'https://example.com/hook',
    events: EVENTS,
  });
  expect(status).toBe(201);
  return {
    id,
    owner,
    token: await actors.serviceToken(id, [`ci:org:${id}`]),
    grc: await actors.serviceToken(id, ['grc:read']),
  };
}

async function settle(f: Followed): Promise<void> {
  await f.takeUp();
  await f.analyze();
  await publishDue(t);
}

describe.each(HOSTS)('a push to an unmerged branch on %s, through its analysis,', (kind) => {
  it.each([
    ['fixes', true],
    ['breaks', false],
  ])(
    'that %s a server changes nothing but the list of versions, until it is merged',
    async (_what, isVulnerable) => {
      const org = await organization();
      const columns = { org_id: org.id, preview_branches: ['*'], license: '' };
      const f = await Followed.start(t, actors, hosts[kind], columns);
      const main = await f.advance('refs/heads/main', serverFiles({ isVulnerable, license: '' }));
      await settle(f);
      const before = await answersAbout(f, org);
      expect(before['detail']).toMatchObject({ status: 200, body: expect.stringContaining(main) });
      // What its manifest lacks does not come from a branch, either: policies judge the license.
      expect(before['detail']).toMatchObject({ body: expect.stringContaining('"license":""') });

      const branch = await f.advance('refs/heads/feature', serverFiles({ isVulnerable: !isVulnerable }));
      await settle(f);
      expect(await answersAbout(f, org)).toEqual(before);
      const { body } = await actors.anonymous.get(`/api/v1/mcps/${f.mcpId}/versions`);
      expect(body.versions).toMatchObject([
        { commit_hash: branch, preview: true, ref: 'refs/heads/feature', global_score: expect.any(Number) },
        { commit_hash: main, preview: false, ref: 'refs/heads/main' },
      ]);

      await f.push('refs/heads/main', branch);
      await settle(f);
      const merged = await answersAbout(f, org);
      expect(merged['detail']).toMatchObject({ body: expect.stringContaining(branch) });
      expect(merged['gate by name']).not.toEqual(before['gate by name']);
    },
  );
});

describe('a number whose tag was moved', () => {
  it('is ambiguous to the gate until the tag is moved back', async () => {
    const org = await organization();
    const f = await Followed.start(t, actors, hosts.github, { org_id: org.id });
    const commit = await f.advance('refs/heads/main', serverFiles());
    const tag = 'refs/tags/v1.2.0';
    const reason = async (): Promise<unknown> => {
      const { body } = await org.token.post('/api/v1/ci/evaluate', {
        environment: 'production',
        mcps: [{ name: f.name, version: '1.2.0' }],
        org_id: org.id,
      });
      return (body.mcps as { result: string; reason?: string }[])[0];
    };
    await f.push(tag, commit);
    await settle(f);
    expect(await reason()).toMatchObject({ result: 'ALLOWED' });
    await f.push(tag, f.repository.commit(commit), { forced: true });
    await settle(f);
    expect(await reason()).toMatchObject({
      result: 'DENIED',
      reason: expect.stringMatching(/ambiguous|several/),
    });
    await f.push(tag, commit, { forced: true });
    await settle(f);
    expect(await reason()).toMatchObject({ result: 'ALLOWED' });
  });

  it('is in no list for clients until the tag is moved back', async () => {
    const org = await organization();
    const f = await Followed.start(t, actors, hosts.github, { org_id: org.id });
    const commit = await f.advance('refs/heads/main', serverFiles());
    const tag = 'refs/tags/v1.2.0';
    await f.push(tag, commit);
    await settle(f);
    const at = `/api/v1/orgs/${org.id}`;
    const stated = await org.owner.send('PUT', `${at}/mcps/${f.mcpId}/launch`, {
      json: { commands: [['uvx', '--from', 'git+https://git.example.com/files@v{version}', 'files']] },
    });
    expect(stated.status).toBe(200);
    const lists = async (): Promise<unknown[]> => {
      const settings = await Promise.all(
        ['copilot', 'claude', 'claude-mcp', 'vscode'].map(async (format) => {
          const { text } = await org.owner.get(`${at}/managed-settings?format=${format}`);
          return text.includes('files@v1.2.0');
        }),
      );
      const name = encodeURIComponent(f.name);
      const { body } = await actors.anonymous.get(`/v0.1/servers/${name}/versions/latest`);
      return [...settings, body.server.version];
    };
    const [{ visible_version: visible }] = (await t.rows<{ visible_version: string }>(
      'SELECT visible_version FROM mcp_version WHERE mcp_id = $1',
      [f.mcpId],
    )) as [{ visible_version: string }];
    expect(await lists()).toEqual([true, true, true, true, '1.2.0']);
    await f.push(tag, f.repository.commit(commit), { forced: true });
    await settle(f);
    // The bytes in the registry are still those that were analyzed.
    expect(await lists()).toEqual([false, false, false, false, visible]);
    await f.push(tag, commit, { forced: true });
    await settle(f);
    expect(await lists()).toEqual([true, true, true, true, '1.2.0']);
  });

  it('is ambiguous also if a process of an earlier version has recorded that, until it has moved back', async () => {
    const org = await organization();
    const f = await Followed.start(t, actors, hosts.github, { org_id: org.id });
    const commit = await f.advance('refs/heads/main', serverFiles());
    const tag = 'refs/tags/v1.2.0';
    await f.push(tag, commit);
    await settle(f);
    const result = async (): Promise<string | undefined> => {
      const mcps = [{ name: f.name, version: '1.2.0' }];
      const json = { environment: 'production', mcps, org_id: org.id };
      const { body } = await org.token.post('/api/v1/ci/evaluate', json);
      return (body.mcps as { result: string }[])[0]?.result;
    };
    const other = f.repository.commit(commit);
    // Such a process knows only this column.
    const move = (to: string | null): Promise<unknown> =>
      t.rows('UPDATE mcp_version SET tag_moved_to = $2 WHERE mcp_id = $1', [f.mcpId, to]);
    await move(other);
    expect(await result()).toBe('DENIED');
    await f.push(tag, commit, { forced: true });
    await settle(f);
    expect(await result()).toBe('ALLOWED');
    await f.push(tag, other, { forced: true });
    await settle(f);
    expect(await result()).toBe('DENIED');
    await move(null);
    expect(await result()).toBe('ALLOWED');
  });

  it.each([
    ['seen by this process', false],
    ['seen by a process of an earlier version', true],
  ])('stays ambiguous when its commit gets a higher one, which is not: %s', async (_what, isEarlier) => {
    const org = await organization();
    const f = await Followed.start(t, actors, hosts.github, { org_id: org.id });
    const commit = await f.advance('refs/heads/main', serverFiles());
    await f.push('refs/tags/v1.0.0', commit);
    await settle(f);
    const other = f.repository.commit(commit);
    if (isEarlier)
      await t.rows('UPDATE mcp_version SET tag_moved_to = $2 WHERE mcp_id = $1', [f.mcpId, other]);
    else await f.push('refs/tags/v1.0.0', other, { forced: true });
    await settle(f);
    const shown = async (): Promise<unknown> => {
      const { body } = await actors.anonymous.get(`/api/v1/mcps/${f.mcpId}/versions`);
      const [{ id }] = body.versions as [{ id: string }];
      return (await actors.anonymous.get(`/api/v1/mcps/${f.mcpId}/versions/${id}`)).body;
    };
    expect(await shown()).toMatchObject({ semver: '1.0.0', tag_moved_to: other });
    await f.push('refs/tags/v1.1.0', commit);
    await settle(f);
    expect(await shown()).toMatchObject({ semver: '1.1.0', tag_moved_to: null });
    const mcps = ['1.0.0', '1.1.0'].map((version) => ({ name: f.name, version }));
    const json = { environment: 'production', mcps, org_id: org.id };
    const { body } = await org.token.post('/api/v1/ci/evaluate', json);
    expect((body.mcps as { result: string }[]).map(({ result }) => result)).toEqual(['DENIED', 'ALLOWED']);
  });

  it('says nothing of the version that a package has under it', async () => {
    const org = await organization();
    const f = await Followed.start(t, actors, hosts.github, { org_id: org.id });
    const commit = await f.advance('refs/heads/main', serverFiles());
    await f.push('refs/tags/v1.2.0', commit);
    await settle(f);
    await f.push('refs/tags/v1.2.0', f.repository.commit(commit), { forced: true });
    await settle(f);
    const name = `files-${org.id}`;
    const source = { kind: 'npm', name, version: '1.2.0' } as const;
    const { versionId } = await t.app.get(VersionIntake, { strict: false }).ingest({
      mcpId: f.mcpId,
      source,
      kind: 'release',
      commitHash: commitOfPackage(source),
      semver: '1.2.0',
    });
    await analyze(t, { versionId, bundle: await bundleOfFiles(SERVER_FILES) });
    const json = {
      environment: 'production',
      mcps: [{ name: `npm:${name}`, version: '1.2.0' }],
      org_id: org.id,
    };
    expect((await org.token.post('/api/v1/ci/evaluate', json)).body.mcps).toMatchObject([
      { result: 'ALLOWED', understood: { version: { id: versionId } } },
    ]);
  });

  it.each([
    ['the lower first', ['1.2.0', '1.3.0']],
    ['the higher first', ['1.3.0', '1.2.0']],
  ])('is ambiguous alone, where a commit has several: %s', async (_what, numbers) => {
    const org = await organization();
    const f = await Followed.start(t, actors, hosts.github, { org_id: org.id });
    const commit = await f.advance('refs/heads/main', serverFiles());
    const results = async (): Promise<string[]> => {
      const mcps = ['1.2.0', '1.3.0'].map((version) => ({ name: f.name, version }));
      const json = { environment: 'production', mcps, org_id: org.id };
      const { body } = await org.token.post('/api/v1/ci/evaluate', json);
      return (body.mcps as { result: string }[]).map(({ result }) => result);
    };
    for (const number of numbers) await f.push(`refs/tags/v${number}`, commit);
    await settle(f);
    expect(await results()).toEqual(['ALLOWED', 'ALLOWED']);
    const other = f.repository.commit(commit);
    for (const [number, expected] of [
      ['1.2.0', ['DENIED', 'ALLOWED']],
      ['1.3.0', ['ALLOWED', 'DENIED']],
    ] as const) {
      await f.push(`refs/tags/v${number}`, other, { forced: true });
      await settle(f);
      expect(await results()).toEqual(expected);
      await f.push(`refs/tags/v${number}`, commit, { forced: true });
      await settle(f);
      expect(await results()).toEqual(['ALLOWED', 'ALLOWED']);
    }
  });
});
