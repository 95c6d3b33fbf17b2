import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SCOPES } from '../../src/auth/rules/scopes.js';
import { OperatorMembers } from '../../src/hub/administration/operator-members/operator-members.service.js';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { aVersion, packagePath, publish } from '../support/builders.js';
import { ORG, WORLDS, type Mode, type Person, type World } from '../support/people.js';

const ID = `${ORG}/files`;

interface Token {
  readonly id: string;
  readonly client: ApiClient;
}

describe.each(Object.keys(WORLDS) as Mode[])('in %s mode, a member who is removed in the hub', (mode) => {
  let world: World;
  let admin: Person;
  beforeAll(async () => {
    world = await WORLDS[mode]();
    const root = await world.person('an administrator of the registry');
    await aVersion(root.registry, ID, '1.0.0').published();
    admin = await world.person('a member');
  });
  afterAll(() => world.close());

  const tokenOf = async (by: ApiClient, resources: readonly string[]): Promise<Token> => {
    const { body } = await by.post('/v1/tokens', { description: '', scopes: SCOPES, resources });
    const { token_id: id, secret } = body as { token_id: string; secret: string };
    return { id, client: world.t.actors.anonymous.as(`Token ${id}:${secret}`) };
  };
  const remove = (userId: string, query = ''): Promise<ApiResponse> =>
    admin.session.delete(`/api/v1/orgs/${world.orgId}/members/${userId}${query}`);
  const membersOf = async (): Promise<string[]> => {
    const { body } = await admin.registry.get(`/v1/org/${ORG}/members`);
    return (body.members as { username: string }[]).map(({ username }) => username);
  };
  const nameOf = ({ name }: Person): string => (mode === 'oss' ? name : `idp|${name}`);
  const versions = (client: ApiClient): Promise<ApiResponse> => client.get(`${packagePath(ID)}/versions`);

  it('is no member of the registry either, and the tokens that name the organization end', async () => {
    const person = await world.person('a member');
    const token = await tokenOf(person.registry, [`org/${ORG}/mcp/`]);
    const made = await tokenOf(token.client, [`org/${ORG}/mcp/files`]);
    const catalog = await tokenOf(person.registry, ['catalog']);
    const bystander = await tokenOf(admin.registry, [`org/${ORG}/`]);
    expect(await membersOf()).toContain(nameOf(person));
    const { status, body } = await remove(person.userId);
    expect(status).toBe(200);
    expect(body.registry).toEqual({ membership: 'ended', ended_tokens: [token.id, made.id].sort() });
    expect(await membersOf()).not.toContain(nameOf(person));
    for (const { client } of [token, made]) expect((await versions(client)).status).toBe(401);
    for (const { client } of [catalog, bystander])
      expect((await client.get('/v1/catalog')).status).not.toBe(401);
    expect((await versions(bystander.client)).status).toBe(200);
    expect((await publish(person.registry, ID, '2.0.0')).status).toBe(403);
    const events = await world.t.rows<{ action: string; details: { token_id?: string } }>(
      `SELECT action, details FROM audit_event WHERE org_id = $1 AND resource_id = $2 AND action LIKE 'registry%'
        ORDER BY position`,
      [world.orgId, person.userId],
    );
    const ended = events.filter(({ action }) => action !== 'registry_member.added');
    expect(ended.map(({ action, details }) => details.token_id ?? action)).toEqual([
      'registry_member.removed',
      ...[token.id, made.id].sort(),
    ]);
  });

  it('stays a member of the registry if asked, and publishes nothing', async () => {
    const person = await world.person('a member');
    const token = await tokenOf(person.registry, [`org/${ORG}/`]);
    const { body } = await remove(person.userId, '?keep_registry=true');
    expect(body.registry).toEqual({ membership: 'kept', ended_tokens: [] });
    expect(await membersOf()).toContain(nameOf(person));
    for (const client of [person.registry, token.client]) {
      expect((await versions(client)).status).toBe(200);
      const refused = await publish(client, ID, '2.0.0');
      expect([refused.status, refused.body.error.details.reason]).toEqual([403, 'not_in_hub_organization']);
    }
  });

  it('was no member of the registry: nothing ends there', async () => {
    const person = await world.person('a member');
    await world.t.rows('DELETE FROM registry_member WHERE username = $1', [nameOf(person)]);
    const { body } = await remove(person.userId);
    expect(body.registry).toEqual({ membership: 'none', ended_tokens: [] });
  });

  it('is removed by the command line in both, and in the hub alone if asked', async () => {
    const [person, kept] = [await world.person('a member'), await world.person('a member')];
    const token = await tokenOf(person.registry, [`org/${ORG}/`]);
    const operator = world.t.app.get(OperatorMembers);
    const done = await operator.remove(ORG, person.userId, false);
    expect(done?.removed).toMatchObject({
      user_id: person.userId,
      registry: { membership: 'ended', ended_tokens: [token.id] },
      secrets: { service_tokens: [], webhooks: [] },
    });
    const hubOnly = await operator.remove(ORG, kept.userId, true);
    expect(hubOnly?.removed).toMatchObject({ registry: { membership: 'kept' } });
    const members = await membersOf();
    expect([members.includes(nameOf(person)), members.includes(nameOf(kept))]).toEqual([false, true]);
    expect(await operator.remove(ORG, person.userId, false)).toBeUndefined();
    expect(await operator.remove(ORG, 'nobody', false)).toBeUndefined();
    expect(await operator.remove('unknown', kept.userId, false)).toBeUndefined();
    const [event] = await world.t.rows<object>(
      `SELECT actor_name FROM audit_event WHERE action = 'member.removed' AND resource_id = $1`,
      [kept.userId],
    );
    expect(event).toEqual({ actor_name: 'operator' });
  });

  it('leaves the members and tokens of other organizations', async () => {
    const person = await world.person('a member');
    await world.t.rows(
      `INSERT INTO registry_organization (id, slug, slug_key, created_at)
       VALUES (gen_random_uuid(), $1, $1, now()) ON CONFLICT DO NOTHING`,
      [`${ORG}2`],
    );
    await world.t.rows(
      `INSERT INTO registry_member (org_id, username, username_key, role, created_at)
       SELECT id, $2, $2, 'member', now() FROM registry_organization WHERE slug = $1`,
      [`${ORG}2`, nameOf(person)],
    );
    await world.t.rows(
      `INSERT INTO registry_api_token (id, token_id, secret_hash, owner, issuer, owner_id, description, scopes, resources, expires_at, created_at)
       SELECT gen_random_uuid(), 'mcp_' || left(md5($1), 20), sha256('x'), t.owner, t.issuer, t.owner_id, '', t.scopes, $2, t.expires_at, now()
         FROM registry_api_token t WHERE t.token_id = $3`,
      [nameOf(person), [`org/${ORG}2/`], (await tokenOf(person.registry, ['catalog'])).id],
    );
    const { body } = await remove(person.userId);
    expect(body.registry).toEqual({ membership: 'ended', ended_tokens: [] });
    expect(
      await world.t.rows(
        `SELECT o.slug FROM registry_member m JOIN registry_organization o ON o.id = m.org_id WHERE m.username = $1`,
        [nameOf(person)],
      ),
    ).toEqual([{ slug: `${ORG}2` }]);
  });
});
