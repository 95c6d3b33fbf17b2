import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../../support/api-client.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { useHub } from '../../../support/suite.js';

// Hub contract 8: a token with `admin:org` never has more authority than its creator has now.

const { t, actors } = await useHub({ RATE_LIMIT_ENTERPRISE: '5000' });

const LACKS_ROLE =
  'the user who created the token lacks the role for it; an administrator must create another';

interface Token {
  readonly id: string;
  readonly client: ApiClient;
}

async function createToken(by: ApiClient, orgId: string, scopes: readonly string[]): Promise<Token> {
  const { status, body } = await by.post(`/api/v1/orgs/${orgId}/tokens`, { name: 'robot', scopes });
  expect(status).toBe(201);
  return { id: body.id as string, client: actors.anonymous.as(`Bearer ${body.token as string}`) };
}

async function platformAdmin(): Promise<HubUserActor> {
  const user = await actors.user();
  await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [user.id]);
  return user;
}

const listed = async (by: ApiClient, orgId: string) =>
  new Map(
    ((await by.get(`/api/v1/orgs/${orgId}/tokens`)).body.tokens as { id: string }[]).map((token) => [
      token.id,
      token,
    ]),
  );

const area = () => ({ name: 'Area', slug: `a-${randomUUID().slice(0, 8)}`, description: '' });

const LOSSES: Readonly<
  Record<string, (orgId: string, owner: HubUserActor, userId: string) => Promise<unknown>>
> = {
  demoted: (orgId, owner, userId) =>
    owner.patch(`/api/v1/orgs/${orgId}/members/${userId}`, { role: 'MEMBER' }),
  removed: (orgId, owner, userId) => owner.delete(`/api/v1/orgs/${orgId}/members/${userId}`),
  suspended: async (_orgId, _owner, userId) =>
    (await platformAdmin()).post(`/api/v1/admin/users/${userId}/suspend`, {}),
  deleted: async (_orgId, _owner, userId) => (await platformAdmin()).delete(`/api/v1/admin/users/${userId}`),
};

describe('a token with admin:org', () => {
  const evaluation = (orgId: string) => ({
    org_id: orgId,
    environment: 'production',
    mcps: [{ name: 'a/b', version: 'latest' }],
  });

  it('asks the gate of its own organization and no other, until its creator loses the role', async () => {
    const [{ id: orgId, owner }, other] = [await actors.organization(), await actors.organization()];
    const creator = await actors.member(orgId, 'ADMIN');
    const { client } = await createToken(creator, orgId, [`admin:org:${orgId}`]);
    const settings = `/api/v1/orgs/${orgId}/managed-settings?format=claude`;
    const statuses = async () => [
      (await client.post('/api/v1/ci/evaluate', evaluation(orgId))).status,
      (await client.get(settings)).status,
      (await client.post('/api/v1/ci/evaluate', evaluation(other.id))).status,
      (await client.get(settings.replace(orgId, other.id))).status,
    ];
    expect(await statuses()).toEqual([200, 200, 403, 404]);
    await owner.patch(`/api/v1/orgs/${orgId}/members/${creator.id}`, { role: 'MEMBER' });
    expect(await statuses()).toEqual([403, 403, 403, 404]);
  });

  it('does not include grc:read, which the GRC API asks for itself', async () => {
    const { id: orgId, owner } = await actors.organization();
    const { client } = await createToken(owner, orgId, [`admin:org:${orgId}`]);
    const { status, body } = await client.get('/api/v1/grc/controls');
    expect([status, body.error]).toEqual([403, 'forbidden_scope']);
  });
});

describe('a token with admin:org whose creator loses the role', () => {
  it.each(Object.keys(LOSSES))(
    'has no authority from the next request on when the creator is %s',
    async (loss) => {
      const { id: orgId, owner } = await actors.organization();
      const creator = await actors.member(orgId, 'ADMIN');
      const robot = await createToken(creator, orgId, [`admin:org:${orgId}`, `ci:org:${orgId}`]);
      const second = await createToken(robot.client, orgId, [`admin:org:${orgId}`]);
      const areas = `/api/v1/orgs/${orgId}/areas`;
      expect((await second.client.post(areas, area())).status).toBe(201);

      await LOSSES[loss]?.(orgId, owner, creator.id);

      for (const { client } of [robot, second]) {
        const refused = await client.post(areas, area());
        expect([refused.status, refused.body.message]).toEqual([403, LACKS_ROLE]);
        expect((await client.get(`/api/v1/orgs/${orgId}`)).status).toBe(403);
      }
      const evaluation = { org_id: orgId, environment: 'production', mcps: [] };
      // It loses its other scopes, too: the creator may not read anything there now.
      const { status, body } = await robot.client.post('/api/v1/ci/evaluate', evaluation);
      expect({ status, message: body.message }).toEqual({ status: 403, message: LACKS_ROLE });
      const tokens = await listed(owner, orgId);
      expect(tokens.get(robot.id)).toMatchObject({ created_by: creator.id, creator_lacks_role: true });
      expect(tokens.get(second.id)).toMatchObject({ created_by: robot.id, creator_lacks_role: true });
    },
  );

  it('regains it when the creator has the role again', async () => {
    const { id: orgId, owner } = await actors.organization();
    const creator = await actors.member(orgId, 'ADMIN');
    const { client } = await createToken(creator, orgId, [`admin:org:${orgId}`]);
    const member = `/api/v1/orgs/${orgId}/members/${creator.id}`;
    await owner.patch(member, { role: 'MEMBER' });
    expect((await client.get(`/api/v1/orgs/${orgId}`)).status).toBe(403);
    await owner.patch(member, { role: 'ADMIN' });
    expect((await client.get(`/api/v1/orgs/${orgId}`)).status).toBe(200);
  });

  it('has its pending invitations invalidated', async () => {
    const { id: orgId, owner } = await actors.organization();
    const creator = await actors.member(orgId, 'ADMIN');
    const { client } = await createToken(creator, orgId, [`admin:org:${orgId}`]);
    const invited = await client.post(`/api/v1/orgs/${orgId}/users/invite`, {
      email: `${randomUUID()}@example.com`,
      role: 'MEMBER',
    });
    expect(invited.status).toBe(201);
    await owner.patch(`/api/v1/orgs/${orgId}/members/${creator.id}`, { role: 'MEMBER' });
    const { body } = await owner.get(`/api/v1/orgs/${orgId}/invitations`);
    expect(body.invitations).toMatchObject([{ id: invited.body.id, status: 'REVOKED' }]);
  });
});

describe('a token without admin:org', () => {
  it('outlives the user who created it', async () => {
    const { id: orgId, owner } = await actors.organization();
    const creator = await actors.member(orgId, 'ADMIN');
    const scopes = [`ci:org:${orgId}`, `read:org:${orgId}`];
    const { id, client } = await createToken(creator, orgId, scopes);
    await owner.delete(`/api/v1/orgs/${orgId}/members/${creator.id}`);
    const evaluation = {
      org_id: orgId,
      environment: 'production',
      mcps: [{ name: 'a/b', version: 'latest' }],
    };
    expect((await client.post('/api/v1/ci/evaluate', evaluation)).status).toBe(200);
    expect((await listed(owner, orgId)).get(id)).toMatchObject({
      created_by: creator.id,
      creator_lacks_role: false,
      scopes,
    });
  });
});
