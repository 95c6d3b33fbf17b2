import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient, ApiResponse, Method } from '../support/api-client.js';
import { makeHubObjects, type HubObjects } from '../support/hub-objects.js';
import { HUB_OPERATIONS, type Operation } from '../support/openapi-contract.js';
import { useHub } from '../support/suite.js';
import { BODIES, pathTo } from './hub-operations.js';

const ODD_VALUES: readonly unknown[] = [
  null,
  [],
  {},
  '',
  'a\ud800',
  'a\u0000b',
  1e308,
  -1.5,
  2 ** 53,
  true,
  'x'.repeat(3000),
  [null],
  [['a']],
  [{}],
  ['a\ud800'],
  { constructor: 1 },
  '+275760-09-13T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:60Z',
  [randomUUID()],
  randomUUID(),
];

const ODD_QUERIES = [
  'limit=1&limit=2',
  'limit=',
  'limit=0x10',
  'limit=1e2',
  'limit=101',
  'offset=-1',
  'offset=2147483647',
  'offset=99999999999999999999',
  'q=%00',
  'q=%ED%A0%80',
  'q=%',
  'q=a&q=b',
  'q[]=1',
  'q=%5C',
  'q=%25%25%25_',
  `q=${'x'.repeat(10_000)}`,
  'query=%F0%9F%98%80',
  'since=%2B275760-09-13T00:00:00Z',
  'since=0000-01-01T00:00:00Z',
  'since=-000001-01-01T00:00:00Z',
  'since=2026-02-30T00:00:00Z',
  'until=9999-12-31T23:59:59.999999999Z',
  'action=%F0%9F',
  'actor_id=x',
  'status=__proto__',
  'plan=constructor',
  'role=toString',
  '__proto__[x]=1',
  'category=%27',
  'org_id=x',
  'featured=2',
  'visibility=',
];

let owner: ApiClient;
let platform: ApiClient;
let service: ApiClient;
let objects: HubObjects;
const { t, actors } = await useHub({ RATE_LIMIT_ENTERPRISE: '100000', RATE_LIMIT_GRC: '100000' });
beforeAll(async () => {
  const org = await actors.organization();
  owner = org.owner;
  const administrator = await actors.user();
  await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [administrator.id]);
  platform = administrator;
  service = await actors.serviceToken(org.id, [`ci:org:${org.id}`, 'grc:read']);
  objects = await makeHubObjects(t, org.id);
});

const callerOf = ({ access }: Operation): ApiClient =>
  access['kind'] === 'platform_admin' ? platform : access['kind'] === 'service_token' ? service : owner;

/** The request and the response, when that was a server error. */
const faultOf = async (what: string, asked: Promise<ApiResponse>): Promise<string[]> => {
  const { status, text } = await asked;
  return status >= 500 ? [`${what}: ${status} ${text}`] : [];
};

const API = HUB_OPERATIONS.filter(({ path }) => path.startsWith('/api/v1/'));
const nameOf = ({ method, path }: Operation): string => `${method} ${path}`;
const named = (operations: readonly Operation[]) =>
  operations.map((operation) => [nameOf(operation), operation] as const);

describe.each(named(API.filter(({ method }) => method === 'GET')))('%s', (name, operation) => {
  it('answers no query with a server error', async () => {
    const faults: string[] = [];
    for (const query of ODD_QUERIES) {
      const path = `${pathTo(operation.path, objects)}?${query}`;
      faults.push(...(await faultOf(`${name}?${query.slice(0, 60)}`, callerOf(operation).get(path))));
    }
    expect(faults).toEqual([]);
  });

  it('treats odd names in its path as unknown', async () => {
    for (const odd of ['%00', '__proto__', 'constructor', '%F0%9F%98%80']) {
      const path = operation.path.replace('{orgId}', objects.orgId).replace(/\{\w+\}/g, odd);
      expect(await faultOf(odd, callerOf(operation).get(path))).toEqual([]);
    }
  });
});

describe.each(named(API.filter((operation) => BODIES[nameOf(operation)] !== undefined)))(
  '%s',
  (name, operation) => {
    it('answers no value of any field with a server error', async () => {
      const body = BODIES[name]?.(objects) ?? {};
      const faults: string[] = [];
      for (const field of Object.keys(body)) {
        for (const value of ODD_VALUES) {
          const json = { ...body, [field]: value };
          const path = pathTo(operation.path, objects);
          const asked = callerOf(operation).send(operation.method as Method, path, { json });
          faults.push(...(await faultOf(`${field}=${JSON.stringify(value).slice(0, 60)}`, asked)));
        }
      }
      expect(faults).toEqual([]);
    });
  },
);

it.each(['%', '%ff', '%ED%A0%80'])(
  'a path with %s, which is not valid UTF-8, is a bad request',
  async (odd) => {
    // No operation is reached, so that no document applies.
    const response = await fetch(`${t.url}/api/v1/mcps/${odd}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'bad_request', code: 'BAD_REQUEST' });
  },
);
