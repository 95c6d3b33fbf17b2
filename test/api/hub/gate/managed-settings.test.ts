import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CandidatesReadModel } from '../../../../src/hub/gate/catalog-decisions/candidates.read-model.js';
import { CiGate, commitOf, uniqueName } from '../../../support/ci-gate.js';
import { npmServer, npmVersion, pypi, settingsOf, unique } from '../../../support/allow-lists.js';

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(async () => {
  await gate.close();
});

const commands = (body: { allowedMcpServers: { serverCommand?: string[] }[] }): string[] =>
  body.allowedMcpServers.map(({ serverCommand }) => (serverCommand ?? []).join(' '));

describe('GET /api/v1/orgs/{orgId}/managed-settings', () => {
  it('refuses other formats and environments with 400, naming the field', async () => {
    for (const [query, field] of [
      ['format=cursor', 'format'],
      ['format=', 'format'],
      ['environment=', 'environment'],
      ['environment=a&environment=b', 'environment'],
    ] as const) {
      const { status, body } = await gate.org.owner.get(
        `/api/v1/orgs/${gate.org.id}/managed-settings?${query}`,
      );
      expect([query, status]).toEqual([query, 400]);
      expect(body.message).toMatch(new RegExp(`^${field} `));
    }
  });

  it('is 404 for strangers, and 403 without the plan or for tokens with other scopes', async () => {
    const stranger = await gate.actors.organization();
    expect((await settingsOf(stranger.owner, gate.org.id)).status).toBe(404);
    const foreign = await gate.actors.serviceToken(stranger.id, [`ci:org:${stranger.id}`]);
    expect((await settingsOf(foreign, gate.org.id)).status).toBe(404);
    const reader = await gate.actors.serviceToken(gate.org.id, [`read:org:${gate.org.id}`]);
    expect((await settingsOf(reader, gate.org.id)).status).toBe(403);
    await gate.t.rows(`UPDATE organization SET plan = 'PRO' WHERE id = $1`, [stranger.id]);
    const { status, body } = await settingsOf(stranger.owner, stranger.id);
    expect([status, body.code]).toEqual([403, 'ENTERPRISE_REQUIRED']);
  });

  it('allows members, and tokens with ci:org or admin:org', async () => {
    const member = await gate.actors.member(gate.org.id, 'MEMBER');
    const admin = await gate.actors.serviceToken(gate.org.id, [`admin:org:${gate.org.id}`]);
    for (const client of [member, gate.token, admin]) {
      expect((await settingsOf(client, gate.org.id)).status).toBe(200);
    }
  });

  it('has the command of each allowed version of npm and PyPI, as it is and for Windows', async () => {
    const { pkg } = await npmServer(gate, ['1.0.0', '1.1.0']);
    const scoped = `@acme/${unique()}`;
    await gate.server(uniqueName('scoped'), [npmVersion(scoped, '2.0.0-rc.1')]);
    const python = `Acme_${unique()}`;
    await gate.server(uniqueName('python'), [{ commit: commitOf('1'), source: pypi(python, '1.0.post1') }]);
    const { body } = await settingsOf(gate.token, gate.org.id);
    const expected = [
      ['mcp-hub', 'run', `npm:${pkg}@1.0.0`],
      ['mcp-hub', 'run', `npm:${scoped}@2.0.0-rc.1`],
      ['mcp-hub', 'run', `pypi:${python}==1.0.post1`],
      ['npx', '-y', `${pkg}@1.0.0`],
      ['npx', '-y', `${pkg}@1.1.0`],
      ['npx', '-y', `${scoped}@2.0.0-rc.1`],
      ['uvx', `${python}==1.0.post1`],
    ];
    for (const command of expected) {
      expect(body.allowedMcpServers).toContainEqual({ serverCommand: command });
      expect(body.allowedMcpServers).toContainEqual({ serverCommand: ['cmd', '/c', ...command] });
    }
    expect(JSON.stringify(body)).not.toContain('latest');
  });

  it('leaves out what the gate denies: revoked, not analyzed, denied by a policy', async () => {
    const pkg = `pkg-${unique()}`;
    await gate.server(uniqueName('mixed'), [
      npmVersion(pkg, '1.0.0', { revoked: 'stolen' }),
      npmVersion(pkg, '1.1.0', { status: 'ANALYZING', complete: [] }),
      npmVersion(pkg, '1.2.0', { complete: [false] }),
      npmVersion(pkg, '1.3.0', { score: 20 }),
      npmVersion(pkg, '1.4.0', { score: 90 }),
    ]);
    const strict = await gate.withPolicies({ target_type: 'SCORE', target_value: 'min:50' });
    const { body } = await settingsOf(strict.owner, strict.id);
    const own = commands(body).filter((command) => command.includes(pkg));
    expect(own).toEqual([
      `cmd /c mcp-hub run npm:${pkg}@1.4.0`,
      `cmd /c npx -y ${pkg}@1.4.0`,
      `mcp-hub run npm:${pkg}@1.4.0`,
      `npx -y ${pkg}@1.4.0`,
    ]);
  });

  it('leaves out servers with the name of another public one, and those that an own server hides', async () => {
    const name = uniqueName('twice');
    const [first, second] = [`pkg-${unique()}`, `pkg-${unique()}`];
    await gate.server(name, [npmVersion(first, '1.0.0')]);
    const stranger = await gate.actors.organization();
    await gate.server(name, [npmVersion(second, '1.0.0')], { orgId: stranger.id });
    const { text } = await settingsOf(gate.token, gate.org.id);
    expect(text).not.toContain(first);
    expect(text).not.toContain(second);
    // To the other organization, the name is that of its own server.
    const own = await settingsOf(stranger.owner, stranger.id);
    expect(own.text).toContain(second);
    expect(own.text).not.toContain(first);
  });

  it('writes the documents of each client', async () => {
    const { pkg, name } = await npmServer(gate, ['1.0.0', '2.0.0']);
    const denied = await npmServer(gate);
    const strict = await gate.withPolicies({ target_type: 'MCP', target_value: denied.name });
    const entry = { serverCommand: ['npx', '-y', `${pkg}@1.0.0`] };
    const deniedCommand = { serverCommand: ['npx', '-y', `${denied.pkg}@1.0.0`] };
    const copilot = (await settingsOf(strict.owner, strict.id)).body;
    expect(Object.keys(copilot)).toEqual(['allowedMcpServers', 'deniedMcpServers']);
    expect(copilot.allowedMcpServers).toContainEqual(entry);
    expect(copilot.deniedMcpServers).toEqual(
      expect.arrayContaining([{ serverName: denied.name }, deniedCommand]),
    );
    const claude = (await settingsOf(strict.owner, strict.id, 'claude')).body;
    expect(Object.keys(claude)).toEqual([
      'allowManagedMcpServersOnly',
      'allowedMcpServers',
      'deniedMcpServers',
    ]);
    expect(claude.allowManagedMcpServersOnly).toBe(true);
    // Its names have no slash; one that does would make the whole file invalid.
    expect(claude.deniedMcpServers).toContainEqual(deniedCommand);
    expect(JSON.stringify(claude)).not.toContain('serverName');
    const vscode = (await settingsOf(strict.owner, strict.id, 'vscode')).body;
    expect(vscode.ChatAllowManagedMcpServersOnly).toBe(true);
    expect(vscode.ChatAllowedMcpServers).toEqual(copilot.allowedMcpServers);
    expect(vscode.ChatDeniedMcpServers).toEqual(copilot.deniedMcpServers);
    const { mcpServers } = (await settingsOf(strict.owner, strict.id, 'claude-mcp')).body;
    expect(mcpServers[name.replace('/', '_')]).toEqual({
      command: 'mcp-hub',
      args: ['run', `npm:${pkg}@2.0.0`],
      env: {},
    });
    expect(Object.keys(mcpServers).every((key) => /^[A-Za-z0-9_-]+$/.test(key))).toBe(true);
  });

  it('gives the same bytes again, and 304 for them', async () => {
    await npmServer(gate);
    const path = `/api/v1/orgs/${gate.org.id}/managed-settings?format=claude`;
    const [first, second] = [await gate.token.get(path), await gate.token.get(path)];
    expect(second.text).toBe(first.text);
    const etag = first.headers.get('etag') ?? '';
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const { status, text } = await gate.token.send('GET', path, { headers: { 'if-none-match': tag } });
      expect([status, text]).toEqual([304, '']);
    }
    await npmServer(gate);
    expect((await gate.token.send('GET', path, { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  it('follows a change of policies at the next request, in their environments only', async () => {
    const { pkg } = await npmServer(gate);
    const own = await gate.withPolicies();
    const has = async (environment: string): Promise<boolean> =>
      (await settingsOf(own.owner, own.id, 'copilot', environment)).text.includes(pkg);
    expect(await has('production')).toBe(true);
    const { body } = await own.owner.post(`/api/v1/orgs/${own.id}/policies`, {
      name: 'None',
      action: 'DENY',
      target_type: 'ORIGIN',
      target_value: 'community',
      priority: 1,
      environments: ['Production'],
    });
    expect([await has('production'), await has('staging')]).toEqual([false, true]);
    await own.owner.delete(`/api/v1/orgs/${own.id}/policies/${body.id as string}`);
    expect(await has('production')).toBe(true);
  });

  it('decides once for all environments that no policy names', async () => {
    const { pkg } = await npmServer(gate);
    const own = await gate.withPolicies({
      target_type: 'ORIGIN',
      target_value: 'community',
      environments: ['Production'],
    });
    const read = jest.spyOn(gate.t.app.get(CandidatesReadModel), 'batches');
    const has = async (environment: string): Promise<boolean> =>
      (await settingsOf(own.owner, own.id, 'copilot', environment)).text.includes(pkg);
    expect(await Promise.all(['a', 'b', 'c'].map(has))).toEqual([true, true, true]);
    expect([await has('d'), await has('production'), await has('PRODUCTION')]).toEqual([true, false, false]);
    expect(read).toHaveBeenCalledTimes(2);
    read.mockRestore();
    await own.owner.send('PUT', `/api/v1/orgs/${own.id}/policies/${own.ids[0] ?? ''}`, {
      json: {
        name: 'P',
        action: 'DENY',
        priority: 1,
        target_type: 'ORIGIN',
        target_value: 'community',
        environments: ['d'],
      },
    });
    expect([await has('d'), await has('production'), await has('a')]).toEqual([false, true, true]);
  });

  it('has nothing of the private servers of others', async () => {
    const stranger = await gate.actors.organization();
    const pkg = `secret-${unique()}`;
    await gate.server(uniqueName('secret'), [npmVersion(pkg, '1.0.0')], {
      orgId: stranger.id,
      visibility: 'private',
    });
    expect((await settingsOf(gate.token, gate.org.id)).text).not.toContain(pkg);
    expect((await settingsOf(stranger.owner, stranger.id)).text).toContain(pkg);
  });

  it('never has a package name that is no name, or an option', async () => {
    const bad = ['-rf', '--registry=http://x', 'a b', 'a@latest', '../x', 'a"b', 'a\nb', '@/x', 'é'];
    for (const name of bad) {
      await gate.server(uniqueName('bad'), [
        {
          commit: randomUUID().replaceAll('-', '').padEnd(40, '0'),
          semver: '1.0.0',
          source: { kind: 'npm', name, version: '1.0.0' },
        },
      ]);
    }
    for (const version of ['latest', '1.0.0 --x', '^1.0.0', '1.0.0\n']) {
      await gate.server(uniqueName('bad'), [
        {
          commit: randomUUID().replaceAll('-', '').padEnd(40, '0'),
          source: { kind: 'npm', name: 'fine', version },
        },
      ]);
    }
    const { body } = await settingsOf(gate.token, gate.org.id);
    const words = body.allowedMcpServers.flatMap(
      ({ serverCommand }: { serverCommand: string[] }) => serverCommand.at(-1) ?? '',
    ) as string[];
    expect(
      words.filter(
        (word) => !/^(?:npm:|pypi:)?(?:@?[a-z0-9][\w./@-]*@|[A-Za-z0-9][\w.-]*==)\d[\w.+!-]*$/.test(word),
      ),
    ).toEqual([]);
    expect(words.some((word) => /^(?:npm:)?fine@/.test(word))).toBe(false);
  });
});
