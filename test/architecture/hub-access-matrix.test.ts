import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, Method } from '../support/api-client.js';
import { HubActors, HubIdp, type HubUserActor } from '../support/hub-actors.js';
import { HUB_OPERATIONS, type Operation } from '../support/openapi-contract.js';
import { startTestApp, type TestApp } from '../support/test-app.js';

/** Who may call an operation, as its document says (`x-access`). */
interface Rule {
  readonly kind: string;
  readonly permission?: string;
}

/** The endpoint table of the specification, with decisions, hub 1, 4 and 5. */
const SPECIFIED: Readonly<Record<string, string>> = {
  'GET /api/v1/me': 'user',
  'POST /api/v1/orgs': 'user',
  'GET /api/v1/orgs': 'user',
  'GET /api/v1/orgs/{orgId}': 'org:read',
  'PUT /api/v1/orgs/{orgId}': 'org:edit',
  'GET /api/v1/orgs/{orgId}/roles': 'org:read',
};

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;
const ruleOf = ({ access }: Operation): Rule => access as unknown as Rule;
const wordsOf = (operation: Operation): string => {
  const { kind, permission } = ruleOf(operation);
  return kind === 'organization' ? String(permission) : kind;
};

const BODIES: Readonly<Record<string, object>> = {
  'PUT /api/v1/orgs/{orgId}': { name: 'Changed' },
};

let idp: HubIdp;
let t: TestApp;
let actors: HubActors;
let org: { id: string; owner: HubUserActor };
let admin: HubUserActor;
let member: HubUserActor;
let stranger: HubUserActor;
let tokens: Readonly<Record<string, ApiClient & { readonly id: string }>>;
beforeAll(async () => {
  idp = await HubIdp.start();
  t = await startTestApp(idp.settings);
  actors = new HubActors(t, idp);
  org = await actors.organization();
  admin = await actors.member(org.id, 'ADMIN');
  member = await actors.member(org.id, 'MEMBER');
  stranger = (await actors.organization()).owner;
  const token = (...scopes: string[]) => actors.serviceToken(org.id, scopes);
  tokens = {
    'admin:org': await token(`admin:org:${org.id}`),
    'read:org': await token(`read:org:${org.id}`),
    'ci:org': await token(`ci:org:${org.id}`),
    'read:public': await token('read:public'),
    'grc:read': await token('grc:read'),
    'admin:org of another': await token(`admin:org:${randomUUID()}`),
  };
});
afterAll(async () => {
  await t.close();
  await idp.close();
});

/** Everything of the organization that a refusal must leave as it was. */
const stateOf = (orgId: string): Promise<unknown> =>
  t.rows(
    `SELECT o.*, (SELECT json_agg(m ORDER BY m.user_id) FROM organization_member m WHERE m.org_id = o.id) AS members,
            (SELECT length FROM audit_chain WHERE id = o.id) AS events
       FROM organization o WHERE o.id = $1`,
    [orgId],
  );

const call = async (caller: ApiClient, operation: Operation, orgId = org.id): Promise<number> => {
  const path = operation.path.replace('{orgId}', orgId);
  const json = BODIES[nameOf(operation)] ?? (operation.method === 'GET' ? undefined : {});
  return (await caller.send(operation.method as Method, path, json === undefined ? {} : { json })).status;
};

const OK = [200, 201, 204];

it('the document has exactly the specified operations and rules', () => {
  expect(
    Object.fromEntries(HUB_OPERATIONS.map((operation) => [nameOf(operation), wordsOf(operation)])),
  ).toEqual(SPECIFIED);
});

describe.each(HUB_OPERATIONS.map((operation) => [nameOf(operation), operation] as const))(
  '%s',
  (_name, operation) => {
    const rule = ruleOf(operation);

    it('is 401 for nobody, and for tokens that have expired or are revoked', async () => {
      const before = await stateOf(org.id);
      expect(await call(actors.anonymous, operation)).toBe(401);
      for (const change of [`expires_at = now()`, `revoked_at = now()`]) {
        const token = await actors.serviceToken(org.id, [`admin:org:${org.id}`]);
        await t.rows(`UPDATE service_token SET ${change} WHERE id = $1`, [token.id]);
        expect(await call(token, operation)).toBe(401);
      }
      const expired = actors.anonymous.as(`Bearer ${await idp.jwt({ exp: 1 })}`);
      expect(await call(expired, operation)).toBe(401);
      expect(await stateOf(org.id)).toEqual(before);
    });

    if (rule.kind === 'organization') {
      it('is 404 for those outside, for whom the organization is like one that does not exist', async () => {
        const before = await stateOf(org.id);
        for (const id of [org.id, randomUUID(), 'x', org.id.toUpperCase(), '%00']) {
          expect(await call(stranger, operation, id)).toBe(404);
        }
        const foreign = await actors.organization();
        const token = await actors.serviceToken(foreign.id, [
          `admin:org:${foreign.id}`,
          `admin:org:${org.id}`,
        ]);
        expect(await call(token, operation)).toBe(404);
        expect(await stateOf(org.id)).toEqual(before);
      });

      it('asks for its permission of members and tokens', async () => {
        const needsAdmin = rule.permission !== 'org:read';
        expect(OK).toContain(await call(org.owner, operation));
        expect(OK).toContain(await call(admin, operation));
        expect(OK).toContain(await call(tokens['admin:org'] as ApiClient, operation));
        const before = await stateOf(org.id);
        if (needsAdmin) expect(await call(member, operation)).toBe(403);
        else expect(OK).toContain(await call(member, operation));
        for (const scope of ['read:org', 'ci:org', 'read:public', 'grc:read', 'admin:org of another']) {
          expect(await call(tokens[scope] as ApiClient, operation)).toBe(403);
        }
        expect(await stateOf(org.id)).toEqual(before);
      });

      it('is 403 for members of a suspended organization, and 401 for its tokens', async () => {
        const suspended = await actors.organization();
        const token = await actors.serviceToken(suspended.id, [`admin:org:${suspended.id}`]);
        await t.rows(`UPDATE organization SET status = 'SUSPENDED' WHERE id = $1`, [suspended.id]);
        expect(await call(suspended.owner, operation, suspended.id)).toBe(403);
        expect(await call(token, operation, suspended.id)).toBe(401);
      });
    } else {
      it('is 403 for service tokens', async () => {
        for (const token of Object.values(tokens)) expect(await call(token, operation)).toBe(403);
      });
    }
  },
);
