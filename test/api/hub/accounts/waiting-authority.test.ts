import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { HostCookies, SESSION_COOKIE } from '../../../../src/common/http/host-cookies.js';
import { ApiClient } from '../../../support/api-client.js';
import { untilWaiting, withHeldLock } from '../../../support/held-lock.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { eventually } from '../../../support/stored-artifacts.js';
import { useHub } from '../../../support/suite.js';

// Hub contract 13: no change is made after the event that ended the credential or the authority of its caller. Here the change
// waits for a lock that another transaction holds.

const { t, actors } = await useHub({ RATE_LIMIT_ENTERPRISE: '5000' });
let platformAdmin: HubUserActor;
beforeAll(async () => {
  platformAdmin = await actors.user();
  await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [platformAdmin.id]);
});

const LOCK_CHAIN = 'SELECT id FROM audit_chain WHERE id = $1 FOR UPDATE';
const LOCK_ORGANIZATION = 'SELECT id FROM organization WHERE id = $1 FOR UPDATE';

const tokensOf = (orgId: string): string => `/api/v1/orgs/${orgId}/tokens`;
const request = (orgId: string) => ({ name: 'late', scopes: [`admin:org:${orgId}`] });

async function createToken(by: ApiClient, orgId: string): Promise<ApiClient> {
  const { body, status } = await by.post(tokensOf(orgId), request(orgId));
  expect(status).toBe(201);
  return actors.anonymous.as(`Bearer ${body.token as string}`);
}

const actions = async (orgId: string, userId: string): Promise<string[]> => {
  const rows = await t.rows<{ action: string }>(
    `SELECT action FROM audit_event
      WHERE (org_id = $1 AND action = 'token.created') OR (resource_id = $2 AND action = 'user.suspended')
      ORDER BY occurred_at`,
    [orgId, userId],
  );
  return rows.map(({ action }) => action);
};

interface Session {
  readonly client: ApiClient;
  readonly cookie: Readonly<Record<string, string>>;
}

/** A session of a user, in a browser that shows a page of the service. */
async function sessionOf(userId: string): Promise<Session> {
  const id = randomBytes(32).toString('base64url');
  await t.rows(
    `INSERT INTO hub_session (id_hash, user_id, created_at, seen_at) VALUES ($1, $2, now(), now())`,
    [createHash('sha256').update(id).digest(), userId],
  );
  const { publicUrl } = t.config.http;
  const cookie = {
    cookie: `${new HostCookies(publicUrl).nameOf(SESSION_COOKIE)}=${id}`,
    origin: new URL(publicUrl).origin,
  };
  return { client: new ApiClient(t.url, cookie), cookie };
}

const logOut = ({ cookie }: Session): Promise<number> =>
  fetch(`${t.url}/auth/logout`, { method: 'POST', redirect: 'manual', headers: cookie }).then(
    ({ status }) => status,
  );

describe('a change by a service token with admin:org', () => {
  it.each<[string, (token: ApiClient, orgId: string) => Promise<ApiClient>]>([
    ['a user', (token) => Promise.resolve(token)],
    ['a token of a user', createToken],
  ])('is made before the suspension of its creator: %s', async (_creator, tokenOf) => {
    const { id: orgId } = await actors.organization();
    const creator = await actors.member(orgId, 'ADMIN');
    const token = await tokenOf(await createToken(creator, orgId), orgId);
    await withHeldLock(t, LOCK_CHAIN, [orgId], async (release) => {
      const changing = token.post(tokensOf(orgId), request(orgId));
      await untilWaiting(t, 1);
      const suspending = platformAdmin.post(`/api/v1/admin/users/${creator.id}/suspend`, {});
      await untilWaiting(t, 2);
      await release();
      expect([(await changing).status, (await suspending).status]).toEqual([201, 200]);
    });
    expect((await actions(orgId, creator.id)).at(-1)).toBe('user.suspended');
  });
});

describe('a change by a JWT', () => {
  it('is 401 if the JWT expires while the change waits', async () => {
    const { id: orgId, owner } = await actors.organization();
    const name = owner.email.split('@')[0] ?? '';
    const exp = Math.floor(Date.now() / 1000) + 3;
    const jwt = await actors.idp.jwt({
      sub: `auth0|${name}`,
      email: owner.email,
      email_verified: true,
      exp,
    });
    await withHeldLock(t, LOCK_ORGANIZATION, [orgId], async (release) => {
      const changing = actors.anonymous.as(`Bearer ${jwt}`).post(tokensOf(orgId), request(orgId));
      await untilWaiting(t, 1);
      await eventually(() => Promise.resolve(Date.now() >= exp * 1000));
      await release();
      expect((await changing).status).toBe(401);
    });
    expect(await actions(orgId, owner.id)).toEqual([]);
  });
});

describe('a change by a session', () => {
  it('is 401 if the session is ended while the change waits', async () => {
    const { id: orgId, owner } = await actors.organization();
    const session = await sessionOf(owner.id);
    await withHeldLock(t, LOCK_ORGANIZATION, [orgId], async (release) => {
      const changing = session.client.post(tokensOf(orgId), request(orgId));
      await untilWaiting(t, 1);
      expect(await logOut(session)).toBe(303);
      await release();
      expect((await changing).status).toBe(401);
    });
    expect(await actions(orgId, owner.id)).toEqual([]);
  });

  it('is made before the end of the session, which waits for it', async () => {
    const { id: orgId, owner } = await actors.organization();
    const session = await sessionOf(owner.id);
    await withHeldLock(t, LOCK_CHAIN, [orgId], async (release) => {
      const changing = session.client.post(tokensOf(orgId), request(orgId));
      await untilWaiting(t, 1);
      const ending = logOut(session);
      await untilWaiting(t, 2);
      await release();
      expect([(await changing).status, await ending]).toEqual([201, 303]);
    });
  });
});
