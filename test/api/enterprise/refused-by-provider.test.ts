import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { ORG, WORLDS, type EnterpriseWorld, type Person } from '../../support/people.js';

let world: EnterpriseWorld;
beforeAll(async () => {
  world = await WORLDS.enterprise();
});
afterAll(() => world.close());

const members = async (client: ApiClient): Promise<number> =>
  (await client.get(`/v1/org/${ORG}/members`)).status;

async function tokenOf({ registry }: Person): Promise<ApiClient> {
  const { body } = await registry.post('/v1/tokens', {
    description: 'ci',
    scopes: ['mcp:resolve'],
    resources: [`org/${ORG}/`],
  });
  return world.t.actors.anonymous.as(`Token ${body.token_id as string}:${body.secret as string}`);
}

/** Lets an hour pass for all sessions, after which the provider is asked and refuses. */
async function refused({ session }: Pick<Person, 'session'>): Promise<void> {
  world.idp.refresh = () => [400, { error: 'invalid_grant' }];
  await world.t.rows('UPDATE hub_session SET refresh_at = now()');
  expect((await session.get('/api/v1/me')).status).toBe(401);
  world.idp.refresh = () => [200, {}];
}

it('the API tokens of somebody whom the provider refuses pause until the next sign-in', async () => {
  const [person, other] = [await world.person('a member'), await world.person('a member')];
  const [token, tokenOfOther] = [await tokenOf(person), await tokenOf(other)];
  expect(await members(token)).toBe(200);
  await refused(person);
  expect([await members(token), await members(tokenOfOther)]).toEqual([401, 200]);
  await world.again(person);
  expect(await members(token)).toBe(200);
});

it('a refusal of an older session does not count while there is a newer one', async () => {
  const person = await world.person('a member');
  const token = await tokenOf(person);
  await world.again(person);
  await refused(person);
  expect(await members(token)).toBe(200);
});
