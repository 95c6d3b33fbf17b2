import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SCOPES } from '../../src/auth/rules/scopes.js';
import type { ApiClient, ApiResponse } from '../support/api-client.js';
import { aVersion, packagePath, publish, publishRequest } from '../support/builders.js';
import { OPERATIONS, type Operation } from '../support/openapi-contract.js';
import { ORG, WORLDS, type Mode, type Person, type World } from '../support/people.js';
import { PARAMETERS, send } from './registry-operations.js';

const ID = `${ORG}/files`;

/** Every operation that decides what the versions of a package are: one that is added is among them. */
const RELEASES = OPERATIONS.filter(
  ({ path, access, method }) =>
    method !== 'GET' &&
    path.includes('/mcps/{name}') &&
    ((access as { any_of?: readonly string[] }).any_of ?? []).includes('mcp:publish'),
);

const reasonOf = ({ status, body }: ApiResponse): unknown =>
  status === 403 ? (body.error.details as { reason?: unknown }).reason : status;

describe.each(Object.keys(WORLDS) as Mode[])('in %s mode, a member of the registry', (mode) => {
  let world: World;
  let administrator: Person;
  let made = 0;

  beforeAll(async () => {
    world = await WORLDS[mode]();
    administrator = await world.person('an administrator of the registry');
  });
  afterAll(() => world.close());

  const tokenOf = async ({ registry }: Person): Promise<ApiClient> => {
    const resources = [`org/${ORG}/`];
    const { body } = await registry.post('/v1/tokens', { description: '', scopes: SCOPES, resources });
    const { token_id: id, secret } = body as { token_id: string; secret: string };
    return world.t.actors.anonymous.as(`Token ${id}:${secret}`);
  };
  /** Somebody whom the registry still knows as a member, with both of their credentials. */
  const outsider = async (): Promise<readonly ApiClient[]> => {
    const person = await world.person('a member');
    const clients = [person.registry, await tokenOf(person)];
    await world.t.rows('DELETE FROM organization_member WHERE user_id = $1', [person.userId]);
    return clients;
  };
  const releases = async (client: ApiClient): Promise<unknown[]> => {
    made += 1;
    const version = `${made}.0.0`;
    await aVersion(administrator.registry, ID, version).draft();
    const answers: unknown[] = [];
    for (const operation of RELEASES as readonly Operation[]) {
      const parameters = { ...PARAMETERS, org: ORG, name: 'files', version };
      answers.push(reasonOf(await send(client, operation, operation.method, parameters)));
    }
    return answers;
  };
  const versions = (): Promise<unknown[]> =>
    world.t.rows('SELECT version, status FROM registry_version ORDER BY version');

  it('has operations that release', () => {
    expect(RELEASES.map(({ operationId }) => operationId).sort()).toEqual([
      'changeVersionStatus',
      'publishVersion',
      'removeVersion',
    ]);
  });

  it('who is not in the hub organization changes no version, and reads as before', async () => {
    for (const client of await outsider()) {
      const refused = RELEASES.map(() => 'not_in_hub_organization');
      const before = [...(await versions()), { version: `${made + 1}.0.0`, status: 'draft' }];
      expect(await releases(client)).toEqual(refused);
      expect(await versions()).toEqual(before);
      expect((await client.get(`${packagePath(ID)}/versions`)).status).toBe(200);
    }
  });

  it('who never was there publishes no new package either', async () => {
    for (const client of await outsider()) {
      const body = publishRequest(`${ORG}/other`, '1.0.0');
      const answer = await client.post(`${packagePath(`${ORG}/other`)}/publish`, body);
      expect(reasonOf(answer)).toBe('not_in_hub_organization');
    }
    expect(await world.t.rows(`SELECT name FROM registry_package WHERE name = 'other'`)).toEqual([]);
  });

  it('who administers the platform publishes without being in the hub organization', async () => {
    const root = await world.person('an administrator of the platform');
    await world.t.rows('DELETE FROM organization_member WHERE user_id = $1', [root.userId]);
    const token = await tokenOf(root);
    made += 1;
    expect((await publish(token, ID, `${made}.0.0`)).status).toBe(200);
  });

  it('who is in the hub organization publishes, also with a token', async () => {
    const person = await world.person('a member');
    for (const client of [person.registry, await tokenOf(person), await tokenOf(administrator)]) {
      made += 1;
      expect((await publish(client, ID, `${made}.0.0`)).status).toBe(200);
    }
  });

  it('publishes what the hub does not have', async () => {
    const all = await world.bearer({ scopes: [...SCOPES], resources: ['org/free/'], sub: 'a-stranger' });
    expect((await publish(all, 'free/files', '1.0.0')).status).toBe(200);
    expect((await publish(all, 'free/files', '2.0.0')).status).toBe(200);
  });
});
