import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { McpAccesses } from '../../src/hub/catalog/mcps/mcp-accesses.service.js';
import type { ApiClient, ApiResponse, Method } from '../support/api-client.js';
import type { HubUserActor } from '../support/hub-actors.js';
import { makeHubObjects, type HubObjects } from '../support/hub-objects.js';
import { HUB_OPERATIONS, type Operation } from '../support/openapi-contract.js';
import { useHub } from '../support/suite.js';
import { BODIES, pathTo, SPECIFIED } from './hub-operations.js';

/** The access rule of an operation in its document (`x-access`). */
interface Rule {
  readonly kind: string;
  readonly permission?: string;
  readonly scope?: string;
  /** Of service tokens that need no permission. */
  readonly orScope?: string;
  readonly enterprise?: boolean;
}

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;
const ruleOf = ({ access }: Operation): Rule => access as unknown as Rule;
const wordsOf = (operation: Operation): string => {
  const { kind, permission, scope, orScope, enterprise } = ruleOf(operation);
  const or = orScope === undefined ? '' : ` or ${orScope}`;
  return (permission ?? scope ?? kind) + or + (enterprise === true ? ' enterprise' : '');
};

// The permissions of members with the lowest role: all others of an organization need ADMIN.
const READING = ['org:read', 'mcp:read', 'policy:read', 'report:read', 'area:read'];

// These also check their target after the rule: members may remove themselves, and others only with `member:manage`.
const NEEDS_ADMIN = ['DELETE /api/v1/orgs/{orgId}/members/{userId}'];

const OWNERS: readonly string[] = ['the owner', 'the owner on the free plan'];

/** The outcome of an operation that succeeds. */
const OK = 'ok';
type Expected = number | typeof OK;

let callers: Readonly<Record<CallerName, ApiClient>>;
let homes: Readonly<Record<'own' | 'free' | 'suspended', string>>;
let objects: Readonly<Record<'own' | 'free' | 'suspended', HubObjects>>;

/** The kinds of callers, by the organization whose objects they request. */
const CALLERS = [
  'anonymous',
  'garbage',
  'an expired JWT',
  'an expired token',
  'a revoked token',
  'a suspended user',
  'the owner',
  'an administrator',
  'a member',
  'a token with admin:org',
  'a token with read:org',
  'a token with ci:org',
  'a token with read:public',
  'a token with grc:read',
  'a token with admin:org of another',
  'a stranger',
  'a token of strangers',
  'the owner on the free plan',
  'a token on the free plan',
  'the owner of a suspended organization',
  'a token of a suspended organization',
  'a platform administrator',
] as const;
type CallerName = (typeof CALLERS)[number];

const homeOf = (caller: CallerName): 'own' | 'free' | 'suspended' =>
  caller.includes('free plan') ? 'free' : caller.includes('suspended organization') ? 'suspended' : 'own';

const UNAUTHORIZED: readonly CallerName[] = [
  'garbage',
  'an expired JWT',
  'an expired token',
  'a revoked token',
  'a suspended user',
  'a token of a suspended organization',
];
const OUTSIDE: readonly CallerName[] = ['a stranger', 'a token of strangers', 'a platform administrator'];
const USERS: readonly CallerName[] = [
  'the owner',
  'an administrator',
  'a member',
  'a stranger',
  'the owner on the free plan',
  'the owner of a suspended organization',
  'a platform administrator',
];
const isAdministrator = (caller: CallerName): boolean =>
  ['the owner', 'an administrator', 'a token with admin:org', 'the owner on the free plan'].includes(
    caller,
  ) || caller === 'a token on the free plan';

/** The outcome that the rule of an operation prescribes for a caller. */
function expectedOf(operation: Operation, caller: CallerName): Expected {
  const rule = ruleOf(operation);
  const name = nameOf(operation);
  // The body of a push is not JSON.
  if (name.startsWith('PUT /api/v1/uploads/')) return 415;
  // No valid signature: the webhook secrets are not configured.
  if (rule.kind === 'open') return 401;
  if (UNAUTHORIZED.includes(caller)) return 401;
  if (rule.kind === 'public') return ofCatalog(name, caller);
  if (caller === 'anonymous') return 401;
  switch (rule.kind) {
    case 'user':
      return ofUsers(name, caller);
    case 'caller':
      return name.includes('/uploads/') ? ofPushes(caller) : ofScans(name, caller);
    case 'service_token':
      // Full access to the organization includes its gate, and not the GRC API.
      if (caller === 'a token with admin:org' && rule.scope === 'ci:org') return OK;
      return caller === `a token with ${rule.scope}` ? OK : 403;
    case 'platform_admin':
      return caller === 'a platform administrator' ? OK : 403;
    default:
      return ofOrganization(rule, name, caller);
  }
}

const OF_ALL_MCPS = ['GET /api/v1/mcps', 'GET /api/v1/mcps/facets', 'POST /api/v1/catalog/check'];

/** The requested server is private, and only found by callers who may read it. */
function ofCatalog(name: string, caller: CallerName): Expected {
  if (OF_ALL_MCPS.includes(name)) return OK;
  const sees = isAdministrator(caller) || ['a member', 'a token with read:org'].includes(caller);
  return sees ? OK : 404;
}

/** Pushes are for administrators of the organization, whose name is in the body or in the row. */
function ofPushes(caller: CallerName): Expected {
  if (OUTSIDE.includes(caller)) return 404;
  return isAdministrator(caller) ? OK : 403;
}

/** Scans are found by their own callers alone. */
function ofScans(name: string, caller: CallerName): Expected {
  if (name.includes('{')) return 404;
  return name === 'POST /api/v1/scans' && caller === 'a token with grc:read' ? 403 : OK;
}

function ofUsers(name: string, caller: CallerName): Expected {
  if (!USERS.includes(caller)) return 403;
  // These users are those of another identity provider.
  if (name === 'POST /api/v1/me/registry-token') return 409;
  if (name !== 'POST /api/v1/orgs') return OK;
  const onEnterprise = [
    'the owner',
    'a stranger',
    'the owner on the free plan',
    'the owner of a suspended organization',
  ];
  return onEnterprise.includes(caller) ? OK : 403;
}

function ofOrganization(rule: Rule, name: string, caller: CallerName): Expected {
  if (OUTSIDE.includes(caller)) return 404;
  if (caller === 'a token with read:org' && rule.permission === 'mcp:read') return OK;
  if (rule.orScope !== undefined && caller === `a token with ${rule.orScope}`) return OK;
  if (caller === 'the owner of a suspended organization') return 403;
  if (rule.permission === 'org:delete' && !OWNERS.includes(caller)) return 403;
  const reads = READING.includes(String(rule.permission)) && !NEEDS_ADMIN.includes(name);
  if (!isAdministrator(caller) && !(reads && caller === 'a member')) return 403;
  return rule.enterprise === true && homeOf(caller) === 'free' ? 403 : OK;
}

const { idp, t, actors } = await useHub();
beforeAll(async () => {
  const [own, free, suspended, foreign] = [
    await actors.organization(),
    await actors.organization(),
    await actors.organization(),
    await actors.organization(),
  ];
  const token = (orgId: string, ...scopes: string[]) => actors.serviceToken(orgId, scopes);
  const admin = (orgId: string) => token(orgId, `admin:org:${orgId}`);
  const [expired, revoked] = [await admin(own.id), await admin(own.id)];
  const suspendedUser = await actors.member(own.id, 'ADMIN');
  const platform = await actors.user();
  callers = {
    anonymous: actors.anonymous,
    garbage: actors.anonymous.as('Bearer garbage'),
    'an expired JWT': actors.anonymous.as(`Bearer ${await idp.jwt({ exp: 1 })}`),
    'an expired token': expired,
    'a revoked token': revoked,
    'a suspended user': suspendedUser,
    'the owner': actors.lasting(own.owner),
    'an administrator': actors.lasting(await actors.member(own.id, 'ADMIN')),
    'a member': actors.lasting(await actors.member(own.id, 'MEMBER')),
    'a token with admin:org': await admin(own.id),
    'a token with read:org': await token(own.id, `read:org:${own.id}`),
    'a token with ci:org': await token(own.id, `ci:org:${own.id}`),
    'a token with read:public': await token(own.id, 'read:public'),
    'a token with grc:read': await token(own.id, 'grc:read'),
    'a token with admin:org of another': await token(own.id, `admin:org:${randomUUID()}`),
    'a stranger': actors.lasting(foreign.owner),
    // Its scope is for the organization, its row is not.
    'a token of strangers': await token(foreign.id, `admin:org:${foreign.id}`, `admin:org:${own.id}`),
    'the owner on the free plan': actors.lasting(free.owner),
    'a token on the free plan': await admin(free.id),
    'the owner of a suspended organization': actors.lasting(suspended.owner),
    'a token of a suspended organization': await admin(suspended.id),
    'a platform administrator': actors.lasting(platform),
  };
  homes = { own: own.id, free: free.id, suspended: suspended.id };
  objects = {
    own: await makeHubObjects(t, own.id),
    free: await makeHubObjects(t, free.id),
    suspended: await makeHubObjects(t, suspended.id),
  };
  await t.rows(`UPDATE service_token SET expires_at = now() WHERE id = $1`, [expired.id]);
  await t.rows(`UPDATE service_token SET revoked_at = now() WHERE id = $1`, [revoked.id]);
  await t.rows(`UPDATE hub_user SET status = 'SUSPENDED' WHERE id = $1`, [suspendedUser.id]);
  await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [platform.id]);
  await t.rows(`UPDATE organization SET plan = 'FREE' WHERE id = $1`, [free.id]);
  await t.rows(`UPDATE organization SET status = 'SUSPENDED' WHERE id = $1`, [suspended.id]);
});

/** All rows of the database, without token usage times and events of refusals. */
async function fingerprint(): Promise<unknown> {
  // What requests have left to be written later.
  await t.app.get(McpAccesses, { strict: false }).flush();
  const tables = await t.rows<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY 1`,
  );
  const sums = tables
    .filter(({ name }) => name !== 'audit_chain')
    .map(
      ({ name }) =>
        `SELECT '${name}' AS name, count(*)::int AS rows, md5(coalesce(string_agg(x::text, '|' ORDER BY x::text), '')) AS sum
           FROM (SELECT to_jsonb(r) - 'last_used_at' - 'refused_at' - 'seen_at' AS x FROM "${name}" r
                  WHERE coalesce(to_jsonb(r) ->> 'action', '') NOT LIKE '%.refused') x`,
    );
  // The database may read the tables in parallel, in any order.
  return t.rows(`${sums.join(' UNION ALL ')} ORDER BY name`);
}

async function call(caller: ApiClient, operation: Operation, target: HubObjects): Promise<ApiResponse> {
  const body = BODIES[nameOf(operation)]?.(target);
  const json = body ?? (operation.method === 'GET' || operation.method === 'DELETE' ? undefined : {});
  const path = pathTo(operation.path, target);
  return caller.send(operation.method as Method, path, json === undefined ? {} : { json });
}

/** The target of an allowed operation: a new one, which a change may delete. */
async function targetOf(operation: Operation, caller: CallerName): Promise<HubObjects> {
  if (operation.method === 'GET') return objects[homeOf(caller)];
  const isAboutOrganizations = operation.path.startsWith('/api/v1/admin/orgs/');
  const orgId = isAboutOrganizations ? (await actors.organization()).id : homes[homeOf(caller)];
  const { email } = callers[caller] as Partial<HubUserActor>;
  return makeHubObjects(t, orgId, email);
}

it('the document has exactly the specified operations and rules', () => {
  expect(
    Object.fromEntries(HUB_OPERATIONS.map((operation) => [nameOf(operation), wordsOf(operation)])),
  ).toEqual(SPECIFIED);
});

// The sign-in pages use cookies and the provider's responses instead of callers: they have their own tests.
const GUARDED = HUB_OPERATIONS.filter(({ path }) => path.startsWith('/api/v1/'));

/** Operations on the same objects, so that the database is compared once for each group: that takes most of the time. */
const GROUPS = Map.groupBy(GUARDED, ({ path }) =>
  path
    .split('/')
    .slice(0, 6)
    .filter((part) => !part.startsWith('{'))
    .join('/'),
);

describe.each([...GROUPS])('the operations of %s', (_path, operations) => {
  it('are refused to those whom their rules exclude, and change nothing then', async () => {
    const before = await fingerprint();
    const [got, wanted]: (readonly [Expected, CallerName, string])[][] = [[], []];
    for (const operation of operations) {
      for (const caller of CALLERS) {
        const expected = expectedOf(operation, caller);
        if (expected === OK) continue;
        const { status } = await call(callers[caller], operation, objects[homeOf(caller)]);
        got?.push([status, caller, nameOf(operation)]);
        wanted?.push([expected, caller, nameOf(operation)]);
      }
    }
    expect(got).toEqual(wanted);
    expect(await fingerprint()).toEqual(before);
  });
});

describe.each(GUARDED.map((operation) => [nameOf(operation), operation] as const))(
  '%s',
  (_name, operation) => {
    const allowed = CALLERS.filter((caller) => expectedOf(operation, caller) === OK);

    if (allowed.length > 0) {
      it.each(allowed)('is open to %s', async (caller) => {
        const { status, text } = await call(callers[caller], operation, await targetOf(operation, caller));
        expect([200, 201, 202, 204].includes(status) ? OK : `${status} ${text}`).toBe(OK);
      });
    }

    const parameters = (operation.path.match(/\{\w+\}/g) ?? []).length;
    if (ruleOf(operation).kind === 'organization' && parameters > 1) {
      it('answers for objects of another organization as for unknown ones', async () => {
        const foreign = await makeHubObjects(t, homes.suspended);
        const unknown = Object.fromEntries(Object.keys(foreign).map((key) => [key, randomUUID()]));
        const before = await fingerprint();
        const there = await call(callers['the owner'], operation, { ...foreign, orgId: homes.own });
        const nowhere = await call(callers['the owner'], operation, {
          ...(unknown as unknown as HubObjects),
          orgId: homes.own,
        });
        expect([there.status, nowhere.status]).toEqual([404, 404]);
        expect(there.text).toBe(nowhere.text);
        expect(await fingerprint()).toEqual(before);
      });
    }

    if (parameters > 0 && ruleOf(operation).kind !== 'open') {
      it('is 404 for invalid ids', async () => {
        const caller: HubUserActor | ApiClient =
          ruleOf(operation).kind === 'platform_admin'
            ? callers['a platform administrator']
            : callers['the owner'];
        for (const id of ['x', '%00', '..%2f..', '0', "'"]) {
          const odd = Object.fromEntries(Object.keys(objects.own).map((key) => [key, id]));
          const { status } = await call(caller, operation, odd as unknown as HubObjects);
          expect([id, status]).toEqual([id, 404]);
        }
      });
    }
  },
);
