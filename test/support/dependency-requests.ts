import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import type { ApiClient, ApiResponse } from './api-client.js';
import { aVersion, publish, uploadBundle } from './builders.js';
import { CI_PATH } from './ci-gate.js';
import { PASSWORD } from './credentials.js';
import type { HubHome } from './hub-home.js';
import { expectRefused } from './refusals.js';
import { resolve } from './version-requests.js';
import { named, signed } from './webhooks.js';

/** What a request does with something that it depends on. */
export type Use = 'reads' | 'writes' | 'does not use';

export type Dependency = 'database' | 'store' | 'identity provider' | 'Redis';

/** A kind of request, with what it uses. */
export interface RequestKind {
  readonly kind: string;
  readonly api: 'registry' | 'hub' | 'GRC';
  readonly uses: Readonly<Record<Dependency, Use>>;
  send(): Promise<ApiResponse>;
}

const USES = {
  database: 'reads',
  store: 'does not use',
  'identity provider': 'does not use',
  Redis: 'does not use',
} as const;

const ID = 'acme/files';

/** One request of each kind to a server; what they need is created now. */
export async function requestsOfEachKind(hub: HubHome): Promise<RequestKind[]> {
  const { owner, anonymous, orgId } = hub;
  const registry = await hub.server.admin();
  await aVersion(registry, ID, '1.0.0').published();
  const bundle = (await resolve(registry, ID, 'latest')).body.resolved.bundle.url as string;
  const gate = anonymous.as(`Bearer ${await hub.serviceToken('ci')}`);
  const grc = anonymous.as(`Bearer ${await hub.serviceToken('grc')}`);
  let patch = 0;
  const write = { ...USES, database: 'writes' } as const;
  const inRegistry = { api: 'registry', uses: USES } as const;
  const inHub = { api: 'hub', uses: USES } as const;
  return [
    { ...inRegistry, kind: 'registry read', send: () => resolve(registry, ID, 'latest') },
    {
      ...inRegistry,
      kind: 'publish',
      uses: { ...write, store: 'writes' },
      send: () => publish(registry, ID, `2.0.${(patch += 1)}`),
    },
    {
      ...inRegistry,
      kind: 'upload',
      uses: { ...write, store: 'writes' },
      send: () => uploadBundle(registry, 'acme', Buffer.from(randomUUID())),
    },
    { ...inRegistry, kind: 'download', uses: { ...USES, store: 'reads' }, send: () => registry.get(bundle) },
    {
      ...inRegistry,
      kind: 'sign-in',
      send: () => anonymous.post('/v1/auth/login', { username: 'admin', password: PASSWORD }),
    },
    { ...inHub, kind: 'hub read', send: () => owner.get(`/api/v1/orgs/${orgId}`) },
    {
      ...inHub,
      kind: 'hub change',
      uses: write,
      send: () =>
        owner.send('PUT', `/api/v1/orgs/${orgId}`, { json: { display_name: `Acme ${randomUUID()}` } }),
    },
    {
      ...inHub,
      kind: 'gate',
      uses: write,
      send: () =>
        gate.post(CI_PATH, {
          org_id: orgId,
          environment: 'production',
          mcps: [{ name: ID, version: 'latest' }],
        }),
    },
    { ...inHub, kind: 'webhook intake', uses: write, send: () => sendPush(anonymous) },
    {
      ...inHub,
      kind: 'scan',
      uses: write,
      send: () => owner.post('/api/v1/scans/', { url: `npm:${randomUUID()}@1.0.0`, turnstile_token: '' }),
    },
    { ...inHub, api: 'GRC', kind: 'export', send: () => grc.get('/api/v1/grc/export') },
  ];
}

function sendPush(anonymous: ApiClient): Promise<ApiResponse> {
  const body = JSON.stringify({ zen: randomUUID() });
  return anonymous.send('POST', '/api/v1/webhooks/github', {
    body,
    headers: { 'content-type': 'application/json', ...signed('github', body), ...named('github', 'ping') },
  });
}

/** Expects success. */
export const expectServed = ({ kind }: RequestKind, { status, text }: ApiResponse): void =>
  expect([kind, status >= 200 && status < 300 ? 'served' : status, text]).toEqual([kind, 'served', text]);

/** Expects 503 with Retry-After, in the error format of the request's API. */
export function expectUnavailable({ api, kind }: RequestKind, answer: ApiResponse): void {
  const { status, headers, body } = answer;
  expect([kind, status, answer.text]).toEqual([kind, 503, expect.any(String)]);
  expect([kind, headers.get('retry-after')]).toEqual([kind, expect.stringMatching(/^[1-9]\d*$/)]);
  if (api === 'registry') expectRefused(answer, 503);
  else {
    const codes = api === 'hub' ? { code: 'UNAVAILABLE' } : {};
    expect([kind, body]).toEqual([
      kind,
      expect.objectContaining({ error: 'unavailable', message: expect.any(String), ...codes }),
    ]);
  }
}
