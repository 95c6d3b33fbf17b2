import { createHmac, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiResponse } from '../../../support/api-client.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { eventsOf, platformAdmin } from '../../../support/platform-admin.js';
import { useHub } from '../../../support/suite.js';
import {
  deliver,
  deliverSigned,
  signed,
  WEBHOOK_SECRETS,
  webhookSettings,
} from '../../../support/webhooks.js';

let admin: HubUserActor;
const { t, actors } = await useHub(webhookSettings);
beforeAll(async () => {
  admin = await platformAdmin(t, actors);
});

const newId = (kind: string): string => `${kind}_${randomUUID().replaceAll('-', '')}`;

/** A paying organization. */
async function customer(plan = 'FREE'): Promise<{ id: string; customer: string }> {
  const slug = `org-${randomUUID().slice(0, 13)}`;
  const { body } = await admin.post('/api/v1/admin/orgs', { name: slug, slug, display_name: slug, plan });
  const id = body.id as string;
  const name = newId('cus');
  await admin.send('PUT', `/api/v1/admin/orgs/${id}`, { json: { payment_customer: name } });
  return { id, customer: name };
}

const NOW = 1_900_000_000;
const price = (lookup_key: string | null, metadata: object = {}) => ({ price: { lookup_key, metadata } });

/** Deviations of an event from the default. */
interface Change {
  readonly type?: string;
  readonly status?: unknown;
  readonly items?: unknown;
  readonly metadata?: unknown;
  readonly created?: unknown;
  readonly id?: string;
  readonly subscription?: string;
  readonly cancelAtPeriodEnd?: boolean;
}

/** A Stripe event about a subscription. */
const event = (
  name: string,
  {
    type = 'updated',
    status = 'active',
    items = [price('pro')],
    metadata = {},
    created = NOW,
    id = newId('evt'),
    subscription = newId('sub'),
    cancelAtPeriodEnd = false,
  }: Change = {},
) => ({
  id,
  object: 'event',
  type: `customer.subscription.${type}`,
  created,
  data: {
    object: {
      id: subscription,
      customer: name,
      status,
      items: { data: items },
      metadata,
      cancel_at_period_end: cancelAtPeriodEnd,
    },
  },
});

const send = (json: unknown): Promise<ApiResponse> => deliverSigned(actors.anonymous, 'stripe', json);
const planOf = async (id: string): Promise<unknown> =>
  (await admin.get(`/api/v1/admin/orgs/${id}`)).body.plan;

describe('POST /api/v1/webhooks/stripe', () => {
  const at = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;
  const hmac = (text: string): string =>
    createHmac('sha256', WEBHOOK_SECRETS.stripe).update(text).digest('hex');

  it.each<[string, (body: string) => Record<string, string>]>([
    ['no signature', () => ({})],
    ['another secret', (body) => signed('stripe', body, { secret: 'another' })],
    ['a signature of other bytes', (body) => signed('stripe', `${body} `)],
    ['a signature of 301 seconds ago', (body) => signed('stripe', body, { now: at(-302) })],
    ['a signature of the future', (body) => signed('stripe', body, { now: at(310) })],
    ['a signature without time', (body) => ({ 'stripe-signature': `v1=${hmac(body)}` })],
    ['an invalid time', (body) => ({ 'stripe-signature': `t=x,v1=${hmac(`x.${body}`)}` })],
    [
      'two times',
      (body) => {
        const now = at(0);
        return { 'stripe-signature': `t=${now},t=1,v1=${hmac(`${now}.${body}`)}` };
      },
    ],
    ['a time that is not signed', (body) => ({ 'stripe-signature': `t=${at(0)},v1=${hmac(`1.${body}`)}` })],
    ['only an older scheme', (body) => ({ 'stripe-signature': `t=${at(0)},v0=${hmac(`${at(0)}.${body}`)}` })],
    ['GitHub’s headers', (body) => signed('github', body)],
  ])('answers 401 for %s, and changes nothing', async (_what, headersOf) => {
    const org = await customer();
    const body = JSON.stringify(event(org.customer));
    const deliveries = await t.rows('SELECT * FROM webhook_delivery');
    const { status } = await deliver(actors.anonymous, 'stripe', body, headersOf(body));
    expect({ status, plan: await planOf(org.id) }).toEqual({ status: 401, plan: 'FREE' });
    expect(await t.rows('SELECT * FROM webhook_delivery')).toEqual(deliveries);
  });

  it('accepts one valid signature among several, as during a secret rotation', async () => {
    const org = await customer();
    const body = JSON.stringify(event(org.customer));
    const now = at(-200);
    const headers = { 'stripe-signature': `t=${now}, v1=${'0'.repeat(64)}, v1=${hmac(`${now}.${body}`)}` };
    expect((await deliver(actors.anonymous, 'stripe', body, headers)).body.accepted).toBe(true);
  });

  it.each(['{', '', '[]', '"x"', `{"a":${'['.repeat(100)}${']'.repeat(100)}}`])(
    'answers 400 for a signed body that is not a JSON object within limits',
    async (body) => {
      expect((await send(body)).status).toBe(400);
    },
  );
});

describe('a subscription', () => {
  it.each<[string, Change, string]>([
    ['a price that is called pro', { items: [price('pro')] }, 'PRO'],
    ['a price that is called ENTERPRISE', { items: [price('ENTERPRISE')] }, 'ENTERPRISE'],
    ['a price that is called pro_yearly', { items: [price('pro_yearly')] }, 'PRO'],
    ['a price with the plan in its metadata', { items: [price(null, { plan: 'ENTERPRISE' })] }, 'ENTERPRISE'],
    ['the plan in its own metadata', { items: [price(null)], metadata: { plan: 'PRO' } }, 'PRO'],
    ['several prices', { items: [price('seats'), price('pro'), price('enterprise')] }, 'ENTERPRISE'],
    ['a trial', { status: 'trialing' }, 'PRO'],
    ['a payment that is tried again', { status: 'past_due' }, 'PRO'],
  ])('sets the plan of its customer’s organization, with %s', async (_what, change, plan) => {
    const org = await customer();
    for (const type of ['created', 'updated']) {
      const created = type === 'created' ? NOW : NOW + 1;
      const { status, body } = await send(event(org.customer, { ...change, type, created }));
      expect({ status, accepted: body.accepted }).toEqual({ status: 202, accepted: true });
      expect(await planOf(org.id)).toBe(plan);
    }
    expect((await eventsOf(t, org.id)).slice(2)).toEqual([
      {
        action: 'organization.plan_changed',
        org_id: org.id,
        actor_id: null,
        actor_type: 'system',
        actor_name: 'stripe',
        details: { changes: { plan: { from: 'FREE', to: plan } }, delivery: expect.stringMatching(/^evt_/) },
      },
    ]);
  });

  it.each<[string, Change]>([
    ['is deleted', { type: 'deleted' }],
    ['is canceled', { status: 'canceled' }],
    ['is not paid', { status: 'unpaid' }],
    ['is incomplete', { status: 'incomplete' }],
    ['is paused', { status: 'paused' }],
  ])('that %s returns to the free plan', async (_what, change) => {
    const org = await customer('ENTERPRISE');
    expect((await send(event(org.customer, change))).body.accepted).toBe(true);
    expect(await planOf(org.id)).toBe('FREE');
  });

  it.each<[string, Change]>([
    ['is to something else', { items: [price('t-shirt')] }],
    ['has no prices', { items: null }],
    [
      'has prices of other types',
      { items: [1, null, [], { price: 'pro' }, { price: { lookup_key: ['pro'] } }] },
    ],
    ['has no status', { status: 7 }],
    ['is about nothing of it', { type: 'trial_will_end' }],
    ['has no time', { created: 'now' }],
    ['has a time beyond all', { created: 1e300 }],
    ['has a time before all', { created: -1 }],
    ['has half a second', { created: 1.5 }],
  ])('that %s has no effect', async (_what, change) => {
    const org = await customer('ENTERPRISE');
    const { status, body } = await send(event(org.customer, change));
    expect({ status, accepted: body.accepted }).toEqual({ status: 202, accepted: false });
    expect(await planOf(org.id)).toBe('ENTERPRISE');
  });

  it('with an expanded customer object is accepted, too', async () => {
    const org = await customer();
    const reported = event(org.customer);
    const whole = {
      ...reported,
      data: { object: { ...reported.data.object, customer: { id: org.customer } } },
    };
    expect((await send(whole)).body.accepted).toBe(true);
  });

  it('of an unknown customer has no effect until the customer is registered', async () => {
    const [org, name] = [await customer(), newId('cus')];
    const reported = event(name);
    expect((await send(reported)).body).toEqual({ delivery_id: reported.id, accepted: false });
    await admin.send('PUT', `/api/v1/admin/orgs/${org.id}`, { json: { payment_customer: name } });
    expect((await send(reported)).body).toEqual({ delivery_id: reported.id, accepted: true });
  });

  it('of a deleted organization has no effect', async () => {
    const org = await customer();
    await admin.delete(`/api/v1/admin/orgs/${org.id}`);
    expect((await send(event(org.customer))).body.accepted).toBe(false);
  });

  it.each([
    '{"id":"evt_p","type":"customer.subscription.updated","created":1,"__proto__":{"data":{"object":{"customer":"x"}}}}',
    '{"__proto__":{"type":"customer.subscription.deleted"},"constructor":{"prototype":{}}}',
    '{"id":{},"type":["customer.subscription.updated"],"data":[]}',
    '{"id":1e999,"type":"customer.subscription.updated","created":1e999,"data":{"object":{"customer":1e999}}}',
  ])('that is malformed has no effect: %s', async (body) => {
    const answer = await send(body);
    expect({ status: answer.status, accepted: answer.body.accepted }).toEqual({
      status: 202,
      accepted: false,
    });
    expect(({} as Record<string, unknown>)['data']).toBeUndefined();
  });
});

describe('the order of events', () => {
  it('is that of the payment provider: an older event is stale', async () => {
    const org = await customer();
    await send(event(org.customer, { items: [price('enterprise')], created: NOW }));
    const stale = event(org.customer, { type: 'deleted', created: NOW - 1 });
    expect((await send(stale)).body).toEqual({ delivery_id: stale.id, accepted: false });
    expect(await planOf(org.id)).toBe('ENTERPRISE');
    expect(await t.rows('SELECT outcome FROM webhook_delivery WHERE delivery_id = $1', [stale.id])).toEqual([
      { outcome: 'STALE' },
    ]);
    expect((await send(event(org.customer, { created: NOW + 1 }))).body.accepted).toBe(true);
    expect(await planOf(org.id)).toBe('PRO');
  });

  it.each<[string, Change, Change, string]>([
    ['deleted after updated', { type: 'updated' }, { type: 'deleted' }, 'FREE'],
    ['deleted after created', { type: 'created' }, { type: 'deleted' }, 'FREE'],
    ['unpaid after paid', {}, { status: 'unpaid' }, 'FREE'],
    ['updated after created', { type: 'created', items: [price('enterprise')] }, {}, 'PRO'],
    ['paid after its start', { type: 'created', status: 'incomplete' }, { type: 'updated' }, 'PRO'],
  ])(
    'is by content within a second, whatever the order of arrival: %s',
    async (_what, first, second, plan) => {
      for (const changes of [
        [first, second],
        [second, first],
      ]) {
        const org = await customer();
        const subscription = newId('sub');
        for (const change of changes) await send(event(org.customer, { ...change, subscription }));
        expect(await planOf(org.id)).toBe(plan);
      }
    },
  );

  it('is that of arrival for two events of the same kind within a second', async () => {
    const org = await customer();
    const subscription = newId('sub');
    const upgrade = event(org.customer, { subscription, items: [price('enterprise')] });
    expect((await send(event(org.customer, { subscription }))).body.accepted).toBe(true);
    expect((await send(upgrade)).body).toEqual({ delivery_id: upgrade.id, accepted: true });
    expect(await planOf(org.id)).toBe('ENTERPRISE');
  });

  it('holds for concurrent events, each delivered twice', async () => {
    const org = await customer();
    const events = Array.from({ length: 10 }, (_unused, index) =>
      event(org.customer, { items: [price(index === 9 ? 'enterprise' : 'pro')], created: NOW + index }),
    );
    const answers = await Promise.all([...events, ...events].reverse().map(send));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(20).fill(202));
    expect(await planOf(org.id)).toBe('ENTERPRISE');
  });

  it('has one effect for twenty concurrent copies of an event', async () => {
    const org = await customer();
    const reported = event(org.customer);
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(reported)));
    expect(answers.filter(({ body }) => body.accepted === true)).toHaveLength(1);
    expect((await eventsOf(t, org.id)).map(({ action }) => action)).toEqual([
      'organization.created',
      'organization.updated',
      'organization.plan_changed',
    ]);
  });

  it('changes the plan that an administrator set meanwhile only for a newer event', async () => {
    const org = await customer();
    await send(event(org.customer, { created: NOW }));
    await admin.send('PATCH', `/api/v1/admin/orgs/${org.id}/plan`, { json: { plan: 'ENTERPRISE' } });
    expect((await send(event(org.customer, { created: NOW - 5 }))).body.accepted).toBe(false);
    expect(await planOf(org.id)).toBe('ENTERPRISE');
    await send(event(org.customer, { created: NOW + 5 }));
    expect(await planOf(org.id)).toBe('PRO');
  });
});

describe('of several subscriptions of a customer', () => {
  const [older, newer] = ['sub_older', 'sub_newer'];
  /** An organization whose newer subscription has taken over. */
  async function paying(): Promise<{ id: string; customer: string }> {
    const org = await customer();
    await send(event(org.customer, { type: 'created', subscription: older }));
    const items = [price('enterprise')];
    await send(event(org.customer, { type: 'created', subscription: newer, items, created: NOW + 1 }));
    expect(await planOf(org.id)).toBe('ENTERPRISE');
    return org;
  }

  it.each<[string, Change]>([
    ['is deleted', { type: 'deleted' }],
    ['is not paid', { status: 'unpaid' }],
    ['becomes one to something else', { items: [price('t-shirt')] }],
    ['is paid, and is going to end', { cancelAtPeriodEnd: true }],
  ])('an older one that %s does not change the plan', async (_what, change) => {
    const org = await paying();
    const reported = event(org.customer, { ...change, subscription: older, created: NOW + 2 });
    expect((await send(reported)).body).toEqual({ delivery_id: reported.id, accepted: false });
    expect(await planOf(org.id)).toBe('ENTERPRISE');
    await send(event(org.customer, { type: 'deleted', subscription: newer, created: NOW + 2 }));
    expect(await planOf(org.id)).toBe('FREE');
  });

  it.each(['created', 'updated'])('one that is paid takes over when it is %s', async (type) => {
    const org = await paying();
    await send(event(org.customer, { type, subscription: 'sub_third', created: NOW + 2 }));
    expect(await planOf(org.id)).toBe('PRO');
    await send(event(org.customer, { type: 'deleted', subscription: newer, created: NOW + 3 }));
    expect(await planOf(org.id)).toBe('PRO');
  });

  it('one that is paid until its end counts when the other has ended', async () => {
    const org = await paying();
    await send(event(org.customer, { type: 'deleted', subscription: newer, created: NOW + 2 }));
    const cancelAtPeriodEnd = true;
    await send(event(org.customer, { subscription: older, cancelAtPeriodEnd, created: NOW + 3 }));
    expect(await planOf(org.id)).toBe('PRO');
  });

  it('the one that counts returns to the free plan when its price has no plan', async () => {
    const org = await paying();
    const items = [price('t-shirt')];
    await send(event(org.customer, { subscription: newer, items, created: NOW + 2 }));
    expect(await planOf(org.id)).toBe('FREE');
  });
});
