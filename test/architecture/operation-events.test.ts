import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { kindOfAction } from '../../src/auth/trail/resource-types.js';
import type { ApiClient, ApiResponse, Method } from '../support/api-client.js';
import { publish } from '../support/builders.js';
import type { HubUserActor } from '../support/hub-actors.js';
import { browserOf, BROWSER_SETTINGS, ORIGIN, PUBLIC_URL, signIn } from '../support/hub-browser.js';
import { makeHubObjects, type HubObjects } from '../support/hub-objects.js';
import { HUB_OPERATIONS, OPERATIONS, type Operation } from '../support/openapi-contract.js';
import { useHub, useTestApp } from '../support/suite.js';
import { aBundle, initiated, sendBundle } from '../support/uploads.js';
import { deliverSigned, webhookSettings } from '../support/webhooks.js';
import { BEFORE, isOfPlatform, parameterOf } from './hub-events.js';
import { BODIES, pathTo } from './hub-operations.js';
import { nameOf } from './operation-requests.js';
import { declaredAmong, recordedBy, type AuditEvent } from './recorded-events.js';
import { REGISTRY_REQUESTS } from './registry-events.js';

const ALL = [...OPERATIONS, ...HUB_OPERATIONS];
const isRead = ({ method }: Operation): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);

let org: { id: string; slug: string; owner: HubUserActor };
let platform: HubUserActor;
let service: ApiClient & { readonly id: string };
let registry: ApiClient;
const { t, actors } = await useHub({ ...webhookSettings, RATE_LIMIT_ENTERPRISE: '100000' });
const local = await useTestApp(BROWSER_SETTINGS);

beforeAll(async () => {
  org = await actors.organization();
  org = { ...org, owner: actors.lasting(org.owner) };
  const administrator = await actors.user();
  await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [administrator.id]);
  platform = actors.lasting(administrator);
  service = await actors.serviceToken(org.id, [`ci:org:${org.id}`]);
  registry = await t.actors.admin();
  // The organization exists in the registry, too.
  await publish(registry, `${org.slug}/first`, '1.0.0');
  await local.actors.user('alice');
});

/** What an operation has recorded, and what its events must say. */
interface Performed {
  readonly events: readonly AuditEvent[];
  readonly actor: Pick<AuditEvent, 'actor_type' | 'actor_id'> & { readonly actor_name?: string };
  readonly orgId: string | null;
  /** Ids of which the resource is one. */
  readonly resources: readonly (string | null | undefined)[];
}

const system = (name: string) => ({ actor_type: 'system', actor_id: null, actor_name: name });
const user = ({ id }: { readonly id: string }) => ({ actor_type: 'user', actor_id: id });

function accepted(answer: ApiResponse): ApiResponse {
  if (![200, 201, 202, 204].includes(answer.status)) {
    throw new Error(`refused with ${answer.status}: ${answer.text}`);
  }
  return answer;
}

const idsIn = async (table: string): Promise<string[]> =>
  (await t.rows<{ id: string }>(`SELECT id FROM ${table}`)).map(({ id }) => id);

/** The table of what an operation of the registry changes. */
function tableOf({ path }: Operation): string {
  if (path.includes('/mcps/')) return 'registry_version';
  return path.includes('/members') ? 'local_user' : 'registry_api_token';
}

async function inRegistry(operation: Operation): Promise<Performed> {
  const id = `${org.slug}/pack-${randomUUID().slice(0, 8)}`;
  const request = await REGISTRY_REQUESTS[nameOf(operation)]?.({ t, caller: registry, org: org.slug, id });
  if (request === undefined) throw new Error(`no request to ${nameOf(operation)}`);
  const table = tableOf(operation);
  const before = await idsIn(table);
  const { events } = await recordedBy(t, async () => accepted(await request()));
  const after = await idsIn(table);
  if (table === 'registry_version') for (const { details } of events) expect(details['package']).toBe(id);
  return {
    events,
    actor: operation.path.endsWith('/certification')
      ? system('certifier')
      : { actor_type: 'user', actor_id: null, actor_name: 'root' },
    orgId: operation.path.includes('{org}') ? org.id : null,
    resources: operation.path.includes('/artifacts/') ? [null] : [...before, ...after],
  };
}

const callerOf = ({ access }: Operation): { client: ApiClient; actor: Performed['actor'] } => {
  if (access['kind'] === 'platform_admin') return { client: platform, actor: user(platform) };
  if (access['kind'] !== 'service_token') return { client: org.owner, actor: user(org.owner) };
  return { client: service, actor: { actor_type: 'service_token', actor_id: service.id } };
};

async function send(operation: Operation, objects: HubObjects): Promise<{ json: object; body: object }> {
  const json = BODIES[nameOf(operation)]?.(objects);
  const path = pathTo(operation.path, objects);
  const { client } = callerOf(operation);
  const { status, body } = accepted(
    await client.send(operation.method as Method, path, json === undefined ? {} : { json }),
  );
  return { json: json ?? {}, body: status === 204 ? {} : (body as object) };
}

const operationNamed = (name: string): Operation => {
  const [found] = ALL.filter((operation) => nameOf(operation) === name);
  if (found === undefined) throw new Error(`no operation ${name}`);
  return found;
};

/** What stands for a placeholder in the path of a request. */
const segmentOf = ({ path }: Operation, placeholder: string, objects: HubObjects): string | undefined =>
  pathTo(path, objects).split('/')[path.split('/').indexOf(placeholder)];

const textOf = (object: object, key: string): string | undefined =>
  Object.entries(object).find(([name]) => name === key)?.[1] as string | undefined;

async function inHub(operation: Operation): Promise<Performed> {
  const isOther = operation.path.startsWith('/api/v1/admin/orgs/');
  const home = isOther ? (await actors.organization()).id : org.id;
  const objects = await makeHubObjects(t, home, org.owner.email);
  const first = BEFORE[nameOf(operation)];
  if (first !== undefined) await send(operationNamed(first), objects);
  const [invitation] = await t.rows<{ org: string }>('SELECT org_id AS org FROM invitation WHERE id = $1', [
    objects.receivedInvitationId,
  ]);
  const { events, result } = await recordedBy(t, () => send(operation, objects));
  const { json, body } = result;
  const { actor } = callerOf(operation);
  const [event] = declaredAmong(operation.audit ?? {}, events);
  const kind = kindOfAction(event?.action ?? '');
  const parameter = parameterOf(kind, operation);
  const isMade = event?.action === 'organization.created';
  const isInvited = operation.path.includes('/me/invitations/');
  const ids = [
    textOf(body, `${kind}_id`),
    textOf(body, 'id'),
    textOf(json, 'user_id'),
    textOf(json, 'user_ids'),
  ];
  return {
    events,
    actor,
    orgId: isOfPlatform(kind, nameOf(operation))
      ? null
      : isMade
        ? (textOf(body, 'id') ?? null)
        : isInvited
          ? (invitation?.org ?? null)
          : home,
    resources:
      parameter === undefined ? [...ids, actor.actor_id].flat() : [segmentOf(operation, parameter, objects)],
  };
}

/** Operations that other callers make, or that need more than a request. */
const OTHERS: Readonly<Record<string, () => Promise<Performed>>> = {
  'PUT /api/v1/uploads/{uploadId}/bundle': async () => {
    const bundle = aBundle(randomUUID());
    const upload = await initiated(
      org.owner,
      `${org.slug}/pushed-${randomUUID().slice(0, 8)}`,
      '1.0.0',
      bundle,
    );
    const { events } = await recordedBy(t, async () =>
      accepted(await sendBundle(actors.anonymous, upload, bundle)),
    );
    return { events, actor: system('upload'), orgId: org.id, resources: [upload.upload_id] };
  },
  'POST /auth/logout': () =>
    inBrowser(
      (request) => request('/auth/logout', 303),
      (id) => ({ resources: [null], user: id }),
    ),
  'POST /api/v1/me/registry-token': () =>
    inBrowser(
      (request) => request('/api/v1/me/registry-token', 201),
      (id) => ({ resources: [id], user: id }),
    ),
  'POST /api/v1/scans': async () => {
    const before = await idsIn('mcp');
    const performed = await inHub(operationNamed('POST /api/v1/scans'));
    const made = (await idsIn('mcp')).filter((id) => !before.includes(id));
    // The other one is of the objects.
    return { ...performed, resources: made };
  },
  'POST /api/v1/webhooks/stripe': async () => {
    const { id } = await actors.organization();
    const customer = `cus_${randomUUID().replaceAll('-', '')}`;
    await t.rows(`UPDATE organization SET plan = 'FREE', payment_customer = $2 WHERE id = $1`, [
      id,
      customer,
    ]);
    const payment = {
      id: `evt_${randomUUID().replaceAll('-', '')}`,
      object: 'event',
      type: 'customer.subscription.updated',
      created: 1_900_000_000,
      data: {
        object: {
          id: 'sub_1',
          object: 'subscription',
          customer,
          status: 'active',
          metadata: {},
          cancel_at_period_end: false,
          items: { data: [{ price: { lookup_key: 'pro', metadata: {} } }] },
        },
      },
    };
    const { events } = await recordedBy(t, async () =>
      accepted(await deliverSigned(actors.anonymous, 'stripe', payment)),
    );
    return { events, actor: system('stripe'), orgId: id, resources: [id] };
  },
};

/** A request of somebody who is signed in with a browser. */
async function inBrowser(
  act: (request: (path: string, status: number) => Promise<void>) => Promise<void>,
  expected: (userId: string) => { readonly resources: readonly (string | null)[]; readonly user: string },
): Promise<Performed> {
  const browser = browserOf(local);
  const { id } = JSON.parse((await signIn(browser, 'alice')).text) as { id: string };
  const { events } = await recordedBy(local, () =>
    act(async (path, status) => {
      const options = { method: 'POST', headers: { origin: ORIGIN } };
      const visit = await browser.visit(`${PUBLIC_URL}${path}`, options);
      expect([path, visit.status]).toEqual([path, status]);
    }),
  );
  const { resources, user: userId } = expected(id);
  return { events, actor: user({ id: userId }), orgId: null, resources };
}

const perform = (operation: Operation): Promise<Performed> =>
  OTHERS[nameOf(operation)]?.() ?? (operation.api === 'registry' ? inRegistry(operation) : inHub(operation));

it('every operation that does not only read says what it records, and no read does', () => {
  const without = ALL.filter((operation) => (operation.audit === undefined) !== isRead(operation));
  expect(without.map(nameOf)).toEqual([]);
});

/** They record nothing, and need another server: an object store, or a code host. */
const ELSEWHERE = /\/presign$|\/webhooks\/(github|gitlab|bitbucket)$/;

describe.each(
  ALL.filter((each) => !isRead(each)).map((operation) => [nameOf(operation), operation] as const),
)('%s', (_name, operation) => {
  const recording = operation.audit ?? { records: [] };

  if ('none' in recording) {
    it('records nothing, for a reason', async () => {
      expect(recording.none).not.toBe('');
      if (!ELSEWHERE.test(operation.path)) declaredAmong(recording, (await perform(operation)).events);
    });
    return;
  }

  it('records the events that it declares, with who did it, where and to what', async () => {
    const { events, actor, orgId, resources } = await perform(operation);
    const declared = declaredAmong(recording, events);
    expect(declared.length).toBeGreaterThan(0);
    for (const event of events) expect(event).toMatchObject(actor);
    for (const event of declared) {
      expect([event.action, event.org_id]).toEqual([event.action, orgId]);
      expect(resources).toContain(event.resource_id);
    }
  });
});
