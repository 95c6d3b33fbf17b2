import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fakeCodeHosts } from '../../../support/code-host-server.js';
import { HOSTS, identityOf, newCommit } from '../../../support/code-hosts.js';
import { allowLoopback, Followed } from '../../../support/followed.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { platformAdmin } from '../../../support/platform-admin.js';
import { useHub } from '../../../support/suite.js';
import { deliverSigned, named, webhookSettings } from '../../../support/webhooks.js';

const hosts = await fakeCodeHosts();
const { t, actors } = await useHub({
  ...webhookSettings,
  ANALYSIS_SOURCE_HOSTS: Object.values(hosts)
    .map(({ setting }) => setting)
    .join(','),
});
let root: HubUserActor;
beforeAll(async () => {
  root = await platformAdmin(t, actors);
});
beforeEach(() => allowLoopback(t));
afterAll(() => Promise.all(Object.values(hosts).map((host) => host.close())));

const MAIN = 'refs/heads/main';

/** The MCP that the gate takes the address of a repository for. */
async function meantBy(client: { post: HubUserActor['post'] }, orgId: string, url: string): Promise<string> {
  const { body } = await client.post('/api/v1/ci/evaluate', {
    environment: 'production',
    mcps: [{ name: url, version: 'latest' }],
    org_id: orgId,
  });
  const [item] = body.mcps as { understood: { mcp: { name: string } | null } }[];
  return item?.understood.mcp?.name ?? 'unknown';
}

/** An organization that asks for the events of its repositories. */
async function subscribed(): ReturnType<typeof actors.organization> {
  const org = await actors.organization();
  const json = { url: 'https://hooks.example.com/a', events: ['repository.moved', 'repository.taken'] };
  expect((await org.owner.send('POST', `/api/v1/orgs/${org.id}/webhooks`, { json })).status).toBe(201);
  return org;
}

/** The events of an organization’s repositories. */
const emittedFor = (orgId: string): Promise<unknown[]> =>
  t.rows(`SELECT type FROM organization_event WHERE org_id = $1 AND type LIKE 'repository.%'`, [orgId]);

describe.each(HOSTS)('the repository of an MCP on %s', (kind) => {
  const host = hosts[kind];
  const identity = (id: number): string => identityOf(kind, id, host.host);
  const follow = (columns: Readonly<Record<string, unknown>> = {}) =>
    Followed.start(t, actors, host, columns);
  beforeEach(() => {
    host.isAway = false;
    host.isSilent = false;
  });

  it('is the one that its host has at the address, whatever the first delivery says', async () => {
    const f = await follow();
    const commit = newCommit();
    await f.send(MAIN, commit, { id: 666 });
    await f.takeUp();
    expect([await f.bound(), await f.commits(), await f.audited()]).toEqual([
      expect.objectContaining({
        repo_identity: identity(f.repository.id),
        repo_confirmed: true,
        taken: false,
      }),
      [],
      ['mcp.repository_refused'],
    ]);
    const own = await f.advance();
    await f.takeUp();
    expect(await f.commits()).toEqual([own]);
  });

  it('is the one of the first delivery if its host does not say, until it does', async () => {
    const f = await follow();
    host.isSilent = true;
    await f.send(MAIN, f.head(), { id: 666 });
    await f.takeUp();
    expect(await f.bound()).toMatchObject({ repo_identity: identity(666), repo_confirmed: false });
    const refused = await f.send(MAIN, f.head());
    expect(refused.body.accepted).toBe(false);
    host.isSilent = false;
    await f.takeUp();
    // What was refused is not lost.
    expect([await f.bound(), await f.commits()]).toMatchObject([
      { repo_identity: identity(f.repository.id), repo_confirmed: true, taken: false },
      [f.head()],
    ]);
  });

  it('is refused if it is another one under the same address, in the trail too', async () => {
    const org = await subscribed();
    const f = await follow({ org_id: org.id });
    const own = await f.advance();
    await f.takeUp();
    const { path } = f.repository;
    host.remove(f.repository);
    const other = host.repository(path);
    const answer = await f.send(MAIN, other.refs.get(MAIN) ?? '', { id: other.id });
    expect([answer.status, answer.body.accepted]).toEqual([202, false]);
    expect(
      await t.rows('SELECT outcome FROM webhook_delivery WHERE delivery_id = $1', [answer.body.delivery_id]),
    ).toEqual([{ outcome: 'REFUSED' }]);
    await f.takeUp();
    expect([await f.commits(), await f.bound()]).toMatchObject([[own], { taken: true }]);
    const { body } = await org.owner.get(`/api/v1/orgs/${org.id}/audit-events`);
    expect(body.events).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          action: 'mcp.repository_refused',
          details: expect.objectContaining({ refused: identity(other.id) }),
        }),
        expect.objectContaining({ action: 'mcp.repository_taken' }),
      ]),
    );
    expect(await emittedFor(org.id)).toEqual([{ type: 'repository.taken' }]);
  });

  it('is not given up for another one that only says to have its address', async () => {
    const f = await follow();
    await f.advance();
    await f.takeUp();
    expect((await f.send(MAIN, newCommit(), { id: 666 })).body.accepted).toBe(false);
    await f.takeUp();
    expect(await f.bound()).toMatchObject({ repo_identity: identity(f.repository.id), taken: false });
  });

  it.each(['before', 'after'])(
    'keeps its MCP under a new name, if it sends again %s it says so',
    async (when) => {
      const org = await subscribed();
      const f = await follow({ org_id: org.id });
      await f.advance();
      await f.takeUp();
      const from = f.repository.path;
      host.rename(f.repository, `${from}-renamed`);
      if (when === 'after') expect((await f.sendRename(from)).body.accepted).toBe(true);
      const commit = await f.advance();
      await f.takeUp();
      if (when === 'before') await f.sendRename(from);
      await f.takeUp();
      expect([await f.bound(), await f.newest()]).toMatchObject([
        { repo_url: host.url(`${from}-renamed`), repo_identity: identity(f.repository.id) },
        commit,
      ]);
      expect((await f.audited()).filter((action) => action === 'mcp.repository_moved')).toHaveLength(1);
      expect(await emittedFor(org.id)).toEqual([{ type: 'repository.moved' }]);
      // What it was under the old name, it is under the new one.
      expect(
        await t.rows(`SELECT DISTINCT source ->> 'url' AS url FROM mcp_version WHERE mcp_id = $1`, [f.mcpId]),
      ).toEqual([{ url: host.url(`${from}-renamed`) }]);
    },
  );

  it('does not move to an address that its host does not know it by', async () => {
    const f = await follow();
    await f.advance();
    await f.takeUp();
    const { path } = f.repository;
    const evil = host.repository(`evil/${path.slice(5)}`);
    await f.sendRename(path, { path: evil.path });
    await f.takeUp();
    expect([await f.bound(), await f.audited()]).toMatchObject([
      { repo_url: host.url(path) },
      expect.arrayContaining(['mcp.repository_refused']),
    ]);
    host.isSilent = true;
    await f.send(MAIN, newCommit(), { path: `${evil.path}-2` });
    await f.takeUp();
    expect([await f.bound(), await f.pending()]).toMatchObject([{ repo_url: host.url(path) }, 1]);
    await f.takeUp(61);
    expect([await f.bound(), await f.pending()]).toMatchObject([{ repo_url: host.url(path) }, 0]);
  });

  it('that nobody has named yet does not move to another one that says to have been there', async () => {
    const f = await follow();
    const { path } = f.repository;
    const evil = host.repository(`evil/${path.slice(5)}`);
    await f.sendRename(path, { path: evil.path, id: evil.id });
    await f.takeUp();
    expect([await f.bound(), await f.commits()]).toMatchObject([
      { repo_url: host.url(path), repo_identity: identity(f.repository.id) },
      [],
    ]);
  });

  it('moves as it was sent if its host cannot be reached', async () => {
    const f = await follow();
    host.isAway = true;
    await f.send(MAIN, newCommit());
    await f.takeUp();
    const { path } = f.repository;
    await f.sendRename(path, { path: `${path}-renamed` });
    await f.takeUp();
    expect(await f.bound()).toMatchObject({ repo_url: host.url(`${path}-renamed`), repo_confirmed: false });
  });

  it('is not merged with another one whose address it takes, which then is no name of that', async () => {
    const [a, b] = [await actors.organization(), await actors.organization()];
    const older = await follow({ org_id: b.id });
    const f = await follow({ org_id: a.id });
    await older.advance();
    await older.takeUp();
    await f.advance();
    await f.takeUp();
    const address = older.repository.path;
    host.remove(older.repository);
    const from = f.repository.path;
    host.rename(f.repository, address);
    await f.sendRename(from);
    await f.takeUp();
    const commit = await f.advance();
    await f.takeUp();
    expect([await f.bound(), await f.newest()]).toMatchObject([
      { repo_url: host.url(address), taken: false },
      commit,
    ]);
    expect([await older.bound(), await older.newest()]).toMatchObject([
      { repo_identity: identity(older.repository.id), taken: true },
      older.head(),
    ]);
  });

  it.each([
    ['alone', {}],
    ['with other changes', { description: 'Other words' }],
  ])(
    'stands for whatever is at its address once an administrator gives that again, %s',
    async (_how, more) => {
      const f = await follow();
      await f.advance();
      await f.takeUp();
      const { path } = f.repository;
      host.remove(f.repository);
      const other = host.repository(path);
      await f.send(MAIN, other.refs.get(MAIN) ?? '', { id: other.id });
      await f.takeUp();
      const { status } = await root.send('PUT', `/api/v1/admin/mcps/${f.mcpId}`, {
        json: { repo_url: host.url(path), ...more },
      });
      expect(status).toBe(200);
      const accepted = `SELECT id FROM audit_event WHERE resource_id = $1 AND action = 'mcp.repository_accepted'`;
      expect(await t.rows(accepted, [f.mcpId])).toHaveLength(1);
      await f.takeUp();
      expect([await f.bound(), await f.newest()]).toMatchObject([
        { repo_identity: identity(other.id), repo_confirmed: true, taken: false },
        other.refs.get(MAIN),
      ]);
    },
  );

  it('is not fetched from if it is another one by the time of the analysis', async () => {
    const f = await follow();
    const fetched = await f.advance();
    await f.takeUp();
    await f.analyze();
    const own = await f.advance();
    await f.takeUp();
    host.remove(f.repository);
    const other = host.repository(f.repository.path);
    other.files.set(own, { 'server.js': 'other()' });
    await f.analyze();
    expect(
      await t.rows(
        `SELECT commit_hash, status, failure_reason FROM mcp_version WHERE mcp_id = $1 ORDER BY created_at`,
        [f.mcpId],
      ),
    ).toEqual([
      { commit_hash: fetched, status: 'NOT_CERTIFIED', failure_reason: null },
      {
        commit_hash: own,
        status: 'FAILED',
        failure_reason: 'another repository is at the address of this version now',
      },
    ]);
  });

  it('is not that of a webhook of another code host', async () => {
    const f = await follow();
    for (const sender of HOSTS.filter((each) => each !== kind)) {
      const event = { github: 'push', gitlab: 'Push Hook', bitbucket: 'repo:push' }[sender];
      const url = host.url(f.repository.path);
      const described = { id: 1, uuid: '{1}', html_url: url, web_url: url, links: { html: { href: url } } };
      const body = {
        ref: MAIN,
        after: newCommit(),
        repository: { ...described, default_branch: 'main', mainbranch: { name: 'main' } },
        project: { ...described, default_branch: 'main' },
        push: { changes: [{ new: { type: 'branch', name: 'main', target: { hash: newCommit() } } }] },
      };
      const answer = await deliverSigned(actors.anonymous, sender, body, named(sender, event));
      expect([answer.status, answer.body.accepted]).toEqual([202, false]);
    }
    expect(await f.pending()).toBe(0);
  });
});

describe('the name of a repository in the gate', () => {
  const host = hosts.github;

  it('means the MCP that had it first, whoever claims it later, and nothing once another repository has it', async () => {
    const org = await actors.organization();
    const client = await actors.serviceToken(org.id, [`ci:org:${org.id}`]);
    const f = await Followed.start(t, actors, host);
    const url = host.url(f.repository.path);
    await f.advance();
    await f.takeUp();
    expect(await meantBy(client, org.id, url)).toBe(f.name);
    const claimer = await actors.organization();
    const [claim] = await t.rows<{ id: string }>(
      `INSERT INTO mcp (id, org_id, name, name_key, repo_url, repo_key, visibility, origin, created_at, updated_at)
       SELECT gen_random_uuid(), $2, 'claimer/' || id, 'claimer/' || id, repo_url, repo_key, 'public', 'community', now(), now()
         FROM mcp WHERE id = $1 RETURNING id`,
      [f.mcpId, claimer.id],
    );
    await f.advance();
    await f.takeUp();
    expect(await t.rows('SELECT id FROM mcp_version WHERE mcp_id = $1', [claim?.id])).toHaveLength(1);
    expect(await meantBy(client, org.id, url)).toBe(f.name);
    host.remove(f.repository);
    const other = host.repository(f.repository.path);
    await f.send(MAIN, other.refs.get(MAIN) ?? '', { id: other.id });
    await f.takeUp();
    expect(await meantBy(client, org.id, url)).toBe('unknown');
  });
});
