import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../../support/api-client.js';
import { aMcp } from '../../../support/catalog.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { platformAdmin } from '../../../support/platform-admin.js';
import { useHub } from '../../../support/suite.js';

let root: HubUserActor;
let org: { id: string; owner: HubUserActor };
const { idp, t, actors } = await useHub({ RATE_LIMIT_ENTERPRISE: '100000' });
beforeAll(async () => {
  root = await platformAdmin(t, actors);
  org = await actors.organization();
});

const newSlug = (): string => `n-${randomUUID().slice(0, 8)}`;
const newEmail = (): string => `${newSlug()}@example.com`;

interface NamedRequest {
  readonly field: string;
  readonly send: (name: string) => ReturnType<ApiClient['post']>;
}

const ofOrg = (path: string) => `/api/v1/orgs/${org.id}/${path}`;
const POLICY = { action: 'WARN', target_type: 'SCORE', target_value: 'min:70', priority: 1 };

const ENVIRONMENT = { environment: 'production' };
const CREATED: Readonly<Record<string, NamedRequest>> = {
  organization: {
    field: 'name',
    send: (name) => org.owner.post('/api/v1/orgs', { name, slug: newSlug(), display_name: 'Acme' }),
  },
  'organization as it is shown': {
    field: 'display_name',
    send: (name) => org.owner.post('/api/v1/orgs', { name: 'Acme', slug: newSlug(), display_name: name }),
  },
  area: { field: 'name', send: (name) => org.owner.post(ofOrg('areas'), { name, slug: newSlug() }) },
  policy: { field: 'name', send: (name) => org.owner.post(ofOrg('policies'), { ...POLICY, name }) },
  'service token': {
    field: 'name',
    send: (name) => org.owner.post(ofOrg('tokens'), { name, scopes: ['read:public'] }),
  },
  'allow list': {
    field: 'name',
    send: (name) => org.owner.post(ofOrg('allow-lists'), { ...ENVIRONMENT, name }),
  },
  category: {
    field: 'name',
    send: (name) => root.post('/api/v1/admin/categories', { name, slug: newSlug() }),
  },
  tag: { field: 'name', send: (name) => root.post('/api/v1/admin/tags', { name, slug: newSlug() }) },
  person: {
    field: 'name',
    send: (name) => root.post('/api/v1/admin/users', { email: newEmail(), name }),
  },
};

const HIDDEN = {
  'is only spaces': ' \u00a0\u3000',
  'is a Braille blank': '\u2800',
  'is a Hangul filler': '\u3164',
  'has a zero-width space': 'Pay\u200bments',
  'reads backwards': 'invoice\u202etxt.exe',
  'has a line break': 'Payments\nSales',
  'has an escape sequence': 'Payments\u001b[2J',
  'has a tag character': 'Payments\u{e0041}',
  'has a private character': 'Payments\ue000',
} as const;

describe.each(Object.entries(CREATED))('the name of a new %s', (_kind, { field, send }) => {
  it.each(Object.entries(HIDDEN))('is refused when it %s', async (_what, name) => {
    const { status, body } = await send(name);
    expect([status, body.error]).toEqual([400, 'bad_request']);
    expect(body.message).toMatch(new RegExp(`^${field} must be a string of 1 to \\d+ characters, not only`));
  });

  it.each(['کتاب\u200cها', 'צוות הפלטפורמה', 'क्\u200dष टीम', 'Ops 👩🏽‍💻', '葛\u{e0100}飾区'])(
    'can be %s',
    async (name) => {
      expect((await send(name)).status).toBe(201);
    },
  );
});

describe('a name that changes', () => {
  it('follows the same rule', async () => {
    const areaId = (
      (await org.owner.post(ofOrg('areas'), { name: 'A', slug: newSlug() })).body as { id: string }
    ).id;
    const { id: policyId } = (await org.owner.post(ofOrg('policies'), { ...POLICY, name: 'P' })).body as {
      id: string;
    };
    const term = (await root.post('/api/v1/admin/tags', { name: 'T', slug: newSlug() })).body as {
      id: string;
    };
    const { id: mcpId } = await aMcp(t);
    const answers = [
      await org.owner.send('PUT', ofOrg(`areas/${areaId}`), { json: { name: '\u2800' } }),
      await org.owner.send('PUT', ofOrg(`policies/${policyId}`), { json: { name: '\u2800' } }),
      await root.send('PUT', `/api/v1/admin/tags/${term.id}`, { json: { name: '\u2800' } }),
      await root.send('PUT', `/api/v1/admin/mcps/${mcpId}`, { json: { language: 'Type\u200bScript' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  });
});

describe('a person, as an identity provider names them', () => {
  const me = async (claims: object): Promise<Record<string, unknown>> => {
    const sub = `auth0|${randomUUID()}`;
    const client = t.actors.anonymous.as(`Bearer ${await idp.jwt({ sub, ...claims })}`);
    const { status, body } = await client.get('/api/v1/me');
    expect(status).toBe(200);
    return body;
  };

  it('is shown without characters that are not seen', async () => {
    expect(await me({ name: 'Ada\u202e\tLove\u200blace \u3164' })).toMatchObject({ name: 'Ada Lovelace' });
    expect(await me({ name: '\u2800' })).toMatchObject({ name: '' });
  });

  it.each(['a@b.example\tadministrator', 'a\u200b@b.example', 'Root <root@example.com>', 'root'])(
    'has no address if it is %j, verified or not',
    async (email) => {
      expect(await me({ email, email_verified: true })).toMatchObject({ email: '' });
    },
  );
});
