import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../../support/api-client.js';
import { CI_PATH, CiGate, commitOf, uniqueName } from '../../../support/ci-gate.js';
import { allowListOf, npmServer, settingsOf, unique } from '../../../support/allow-lists.js';

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(async () => {
  await gate.close();
});

const pathOf = (orgId: string, mcpId: string): string => `/api/v1/orgs/${orgId}/mcps/${mcpId}/launch`;
const state = (client: ApiClient, orgId: string, mcpId: string, json: object) =>
  client.send('PUT', pathOf(orgId, mcpId), { json });
const imageOf = (): string => `ghcr.io/acme/files@sha256:${unique().padEnd(64, '0')}`;
const urlOf = (): string => `https://mcp-${unique()}.example.com/mcp`;

describe('PUT /api/v1/orgs/{orgId}/mcps/{mcpId}/launch', () => {
  const image = imageOf();
  it.each<[object, string]>([
    [{ commands: 'npx' }, 'commands'],
    [{ commands: [[]] }, 'commands.0'],
    [{ commands: [['npx', '-y', 'pkg']] }, 'commands.0'],
    [{ commands: [['npx', '-y', 'pkg@{version}', '']] }, 'commands.0.3'],
    [{ commands: [['npx', 'pkg@{version}', 'a\nb']] }, 'commands.0.2'],
    [{ commands: [['npx', 'pkg@{version}', 'a\u202eb']] }, 'commands.0.2'],
    [{ commands: [['npx', '{version}', 'other@latest']] }, 'commands.0.2'],
    [{ commands: [['--yes', 'pkg@{version}']] }, 'commands.0.0'],
    [{ commands: [['npx', 1, '{version}']] }, 'commands.0.1'],
    [{ commands: Array(21).fill(['npx', '{version}']) }, 'commands'],
    [{ commands: [Array(51).fill('{version}')] }, 'commands.0'],
    [{ variables: 'TOKEN' }, 'variables'],
    [{ variables: Array.from({ length: 101 }, (_, index) => `V${index}`) }, 'variables'],
    [{ variables: ['TOKEN', 7] }, 'variables.1'],
    [{ variables: [''] }, 'variables.0'],
    [{ variables: ['A=B'] }, 'variables.0'],
    [{ variables: ['NODE_OPTIONS'] }, 'variables.0'],
    [{ variables: ['A'.repeat(201)] }, 'variables.0'],
    [{ urls: ['http://mcp.example.com/'] }, 'urls.0'],
    [{ urls: ['https://*.example.com/'] }, 'urls.0'],
    [{ urls: ['https://user:pass@mcp.example.com/'] }, 'urls.0'],
    [{ urls: ['https://mcp.example.com/#x'] }, 'urls.0'],
    [{ urls: ['https://mcp.example.com./'] }, 'urls.0'],
    [{ urls: ['https://mcp.example.com/${TOKEN}'] }, 'urls.0'],
    [{ urls: ['https://mcp.example.com/a b'] }, 'urls.0'],
    [{ urls: ['https://github.com/acme/files'] }, 'urls.0'],
    [{ urls: [{ url: 'https://mcp.example.com/', version: 1 }] }, 'urls.0.version'],
    [{ urls: [{ url: 'https://mcp.example.com/', version: 'nothing' }] }, 'urls.0.version'],
    [{ urls: ['https://mcp.example.com', 'https://MCP.example.com:443/'] }, 'urls.1'],
    [{ images: ['acme/files:1.0.0'] }, 'images.0'],
    [{ images: ['acme/files:1.0.0@sha256:' + '0'.repeat(64)] }, 'images.0'],
    [{ images: ['-v/:/x@sha256:' + '0'.repeat(64)] }, 'images.0'],
    [{ images: [{ image, version: randomUUID() }] }, 'images.0.version'],
    [{ images: [7] }, 'images.0'],
  ])('refuses %j with 400, naming the field', async (json, field) => {
    const { id } = await npmServer(gate);
    const { status, body } = await state(gate.org.owner, gate.org.id, id, json);
    expect(status).toBe(400);
    expect(body.message).toMatch(new RegExp(`^${field.replaceAll('.', '\\.')} `));
    expect((await gate.org.owner.get(pathOf(gate.org.id, id))).body).toMatchObject({
      commands: [],
      urls: [],
      images: [],
    });
  });

  it('is 403 for members and tokens of pipelines, and 404 for servers of others', async () => {
    const { id } = await npmServer(gate);
    const json = { urls: [urlOf()] };
    const member = await gate.actors.member(gate.org.id, 'MEMBER');
    expect((await state(member, gate.org.id, id, json)).status).toBe(403);
    expect((await state(gate.token, gate.org.id, id, json)).status).toBe(403);
    expect((await member.get(pathOf(gate.org.id, id))).status).toBe(200);
    const stranger = await gate.actors.organization();
    const hidden = await gate.server(uniqueName('hidden'), [{ commit: commitOf('1') }], {
      orgId: stranger.id,
      visibility: 'private',
    });
    for (const mcpId of [hidden, randomUUID()]) {
      expect((await state(gate.org.owner, gate.org.id, mcpId, json)).status).toBe(404);
      expect((await gate.org.owner.get(pathOf(gate.org.id, mcpId))).status).toBe(404);
      expect((await gate.org.owner.delete(pathOf(gate.org.id, mcpId))).status).toBe(404);
    }
  });

  it('is 409 for an image or address of another server, also for two callers at once', async () => {
    const own = await gate.actors.organization();
    const [first, second] = [await npmServer(gate), await npmServer(gate)];
    const json = { urls: [urlOf()], images: [imageOf()] };
    const answers = await Promise.all([first, second].map(({ id }) => state(own.owner, own.id, id, json)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const stranger = await gate.actors.organization();
    expect((await state(stranger.owner, stranger.id, second.id, json)).status).toBe(200);
  });

  it('replaces and deletes the settings, and records both', async () => {
    const own = await gate.actors.organization();
    const { id, name } = await npmServer(gate);
    const [url, stated] = [urlOf(), imageOf()];
    const put = await state(own.owner, own.id, id, {
      commands: [['npx', '-y', 'pkg@{version}', '/srv']],
      variables: ['ACME_REGION', 'ACME_MODE', 'ACME_REGION'],
      urls: [url],
      images: [stated],
    });
    expect(put.status).toBe(200);
    expect(put.body).toEqual({
      mcp_id: id,
      mcp_name: name,
      commands: [['npx', '-y', 'pkg@{version}', '/srv']],
      variables: ['ACME_REGION', 'ACME_MODE'],
      urls: [{ url, version_id: null }],
      images: [{ image: stated, version_id: expect.any(String) }],
    });
    expect((await own.owner.get(pathOf(own.id, id))).body).toEqual(put.body);
    await state(own.owner, own.id, id, { urls: [url] });
    expect((await own.owner.get(pathOf(own.id, id))).body).toMatchObject({
      commands: [],
      variables: [],
      images: [],
    });
    expect((await own.owner.delete(pathOf(own.id, id))).status).toBe(204);
    expect((await own.owner.delete(pathOf(own.id, id))).status).toBe(204);
    expect((await own.owner.get(pathOf(own.id, id))).body).toMatchObject({ urls: [] });
    const events = await gate.t.rows<{ action: string }>(
      `SELECT action FROM audit_event WHERE org_id = $1 AND resource_type = 'mcp_launch' ORDER BY position`,
      [own.id],
    );
    expect(events.map(({ action }) => action)).toEqual([
      'mcp_launch.changed',
      'mcp_launch.changed',
      'mcp_launch.deleted',
    ]);
  });
});

describe('Launch settings', () => {
  const ask = async (client: ApiClient, orgId: string, name: string, version = 'latest') =>
    (await client.post(CI_PATH, { org_id: orgId, environment: 'production', mcps: [{ name, version }] })).body
      .mcps[0] as { result: string; reason?: string; understood: { as: string; mcp: { id: string } | null } };

  it('say to the gate which version an image or address is', async () => {
    const own = await gate.withPolicies({ target_type: 'SCORE', target_value: 'min:50' });
    const name = uniqueName('built');
    const id = await gate.server(name, [
      { commit: commitOf('1'), semver: '1.0.0', score: 80 },
      { commit: commitOf('2'), semver: '2.0.0', score: 20 },
    ]);
    const [good, bad, url, newest] = [imageOf(), imageOf(), urlOf(), urlOf()];
    await state(own.owner, own.id, id, {
      images: [
        { image: good, version: 'commit-1111111-0' },
        { image: bad, version: 'commit-2222222-1' },
      ],
      urls: [{ url, version: 'commit-1111111-0' }, newest],
    });
    expect(await ask(own.client, own.id, good)).toMatchObject({
      result: 'ALLOWED',
      understood: { as: 'image', mcp: { id } },
    });
    expect((await ask(own.client, own.id, `oci:${good}`, '1.0.0')).result).toBe('ALLOWED');
    expect((await ask(own.client, own.id, good, '2.0.0')).result).toBe('DENIED');
    expect(await ask(own.client, own.id, bad)).toMatchObject({
      result: 'DENIED',
      reason: expect.stringContaining('score'),
    });
    expect(await ask(own.client, own.id, url.replace('https://mcp', 'HTTPS://MCP'))).toMatchObject({
      result: 'ALLOWED',
      understood: { as: 'remote' },
    });
    expect((await ask(own.client, own.id, newest)).result).toBe('DENIED');
    expect((await ask(own.client, own.id, newest, '1.0.0')).result).toBe('DENIED');
    expect((await ask(own.client, own.id, `${url}/other`)).result).toBe('DENIED');
    // What another organization says has no effect.
    expect((await ask(gate.token, gate.org.id, good)).result).toBe('DENIED');
    const { allowedMcpServers } = (await settingsOf(own.owner, own.id)).body;
    const text = JSON.stringify(allowedMcpServers);
    expect(allowedMcpServers).toContainEqual({ serverCommand: ['docker', 'run', '-i', '--rm', good] });
    expect(allowedMcpServers).toContainEqual({ serverUrl: url });
    for (const denied of [bad, newest]) expect(text).not.toContain(denied);
    await gate.t.rows(
      `UPDATE mcp_version SET revoked_at = now(), revoked_reason = 'stolen' WHERE mcp_id = $1`,
      [id],
    );
    expect(await ask(own.client, own.id, good)).toMatchObject({ reason: 'the version is revoked: stolen' });
    expect((await settingsOf(own.owner, own.id)).text).not.toContain(good);
  });

  it('add no command that starts another package, which the gate denies', async () => {
    const own = await gate.actors.organization();
    const { id, pkg } = await npmServer(gate);
    const other = `other-${unique()}`;
    await state(own.owner, own.id, id, {
      commands: [
        ['npx', '-y', `${other}@{version}`],
        ['cmd', '/c', 'npx', '-y', other, '{version}'],
        ['uvx', '--from', `${other}=={version}`, 'x'],
        ['npx', `--package=${pkg}@{version}`, pkg],
        ['node', `/opt/${other}-{version}/index.js`],
      ],
    });
    const { text } = await settingsOf(own.owner, own.id);
    expect(text.match(new RegExp(other, 'g'))).toHaveLength(2);
    expect(text).toContain(`["node","/opt/${other}-1.0.0/index.js"]`);
    expect(text).toContain(`["npx","--package=${pkg}@1.0.0","${pkg}"]`);
  });

  it('add commands with folders and flags for each allowed version, and come first', async () => {
    const own = await gate.actors.organization();
    const { id, name, pkg } = await npmServer(gate, ['1.0.0', '1.1.0']);
    await state(own.owner, own.id, id, { commands: [['npx', '-y', `${pkg}@{version}`, '--root', '/srv']] });
    const { body } = await settingsOf(own.owner, own.id);
    for (const version of ['1.0.0', '1.1.0']) {
      for (const command of [
        ['npx', '-y', `${pkg}@${version}`],
        ['npx', '-y', `${pkg}@${version}`, '--root', '/srv'],
      ]) {
        expect(body.allowedMcpServers).toContainEqual({ serverCommand: command });
        expect(body.allowedMcpServers).toContainEqual({ serverCommand: ['cmd', '/c', ...command] });
      }
    }
    const file = (await settingsOf(own.owner, own.id, 'claude-mcp')).body.mcpServers[name.replace('/', '_')];
    expect(file).toEqual({ command: 'npx', args: ['-y', `${pkg}@1.1.0`, '--root', '/srv'], env: {} });
  });

  it('are in the allow list of the organization, and in no other list', async () => {
    const own = await gate.actors.organization();
    const { id, name } = await npmServer(gate);
    const [url, image] = [urlOf(), imageOf()];
    await state(own.owner, own.id, id, { urls: [url], images: [image] });
    const { path } = await allowListOf(own.owner, own.id);
    const item = async (base: string) =>
      (await gate.actors.anonymous.get(`${base}/v0.1/servers?search=${name}`)).body.servers[0].server;
    const listed = await item(path);
    expect(listed.remotes).toEqual([{ type: 'streamable-http', url }]);
    expect(listed.packages).toContainEqual({
      registryType: 'oci',
      identifier: image,
      transport: { type: 'stdio' },
    });
    expect(JSON.stringify(await item(''))).not.toContain(url);
  });
});
