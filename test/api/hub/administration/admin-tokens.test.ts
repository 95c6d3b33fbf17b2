import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../../support/api-client.js';
import { ORG, WORLDS, type Mode, type Person, type World } from '../../../support/people.js';

const TOKENS = '/api/v1/admin/tokens';

describe.each(Object.keys(WORLDS) as Mode[])('in %s mode', (mode) => {
  let world: World;
  let admin: ApiClient;
  let alice: Person;
  let bob: Person;
  beforeAll(async () => {
    world = await WORLDS[mode]();
    admin = (await world.person('an administrator of the platform')).session;
    [alice, bob] = [await world.person('a member'), await world.person('a member')];
    for (const { registry, session } of [alice, bob]) {
      for (const description of ['one', 'another']) {
        await registry.post('/v1/tokens', {
          description,
          scopes: ['mcp:resolve'],
          resources: [`org/${ORG}/`],
        });
      }
      await session.post(`/api/v1/orgs/${world.orgId}/tokens`, { name: 'ci', scopes: ['read:public'] });
    }
  });
  afterAll(() => world.close());

  interface Listed {
    readonly id: string;
    readonly kind: string;
    readonly name: string;
    readonly user_id: string;
    readonly org: string | null;
  }
  const list = async (query: string): Promise<Listed[]> =>
    (await admin.get(`${TOKENS}?${query}`)).body.tokens as Listed[];

  it('only administrators of the platform list and revoke tokens', async () => {
    const [{ id } = { id: '' }] = await list(`user_id=${alice.userId}`);
    expect((await bob.session.get(TOKENS)).status).toBe(403);
    expect((await bob.session.delete(`${TOKENS}/${id}`)).status).toBe(403);
    expect((await world.t.actors.anonymous.get(TOKENS)).status).toBe(401);
    expect(await list(`user_id=${alice.userId}`)).toHaveLength(3);
  });

  it('tokens that are not there are 404, and invalid filters 400', async () => {
    for (const id of [randomUUID(), `mcp_${'a'.repeat(20)}`, 'x']) {
      expect((await admin.delete(`${TOKENS}/${id}`)).status).toBe(404);
    }
    for (const query of ['kind=x', 'user_id=x', 'org_id=x', 'limit=0']) {
      expect((await admin.get(`${TOKENS}?${query}`)).status).toBe(400);
    }
  });

  it('finds the tokens of both kinds by owner, organization, kind and words, newest first', async () => {
    const all = await list('limit=100');
    expect(all).toHaveLength(6);
    const kinds = (tokens: readonly Listed[]): string[] => tokens.map(({ kind, name }) => `${kind} ${name}`);
    expect(kinds(await list(`user_id=${bob.userId}`))).toEqual([
      'service ci',
      'registry another',
      'registry one',
    ]);
    expect(await list(`org_id=${world.orgId}`)).toHaveLength(2);
    expect(await list('kind=registry')).toHaveLength(4);
    expect(await list('kind=registry&q=another')).toHaveLength(2);
    expect(await list(`user_id=${randomUUID()}`)).toEqual([]);
    expect(new Set(all.map(({ org }) => org))).toEqual(new Set([null, ORG]));
  });

  it('revokes a token of each kind, whoever owns it, and nothing else', async () => {
    for (const kind of ['registry', 'service']) {
      const [token] = await list(`kind=${kind}&user_id=${alice.userId}`);
      const before = await list('limit=100');
      expect((await admin.delete(`${TOKENS}/${token?.id}`)).status).toBe(204);
      expect(await list('limit=100')).toEqual(before.filter(({ id }) => id !== token?.id));
    }
  });
});
