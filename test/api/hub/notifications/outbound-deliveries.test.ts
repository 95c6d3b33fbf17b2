import { describe, expect, it } from '@jest/globals';
import { OutboundCleanupJob } from '../../../../src/hub/notifications/outbound-webhooks/outbound-cleanup-job.js';
import { OutboundDeliveriesRepository } from '../../../../src/hub/notifications/outbound-webhooks/outbound-deliveries.repository.js';
import { HOUR, idsOf, MINUTE, SECOND, useOutbound } from '../../../support/outbound-webhooks.js';
import { isSignedBy } from '../../../support/webhook-receiver.js';

const o = await useOutbound();

describe('an event', () => {
  it('is not sent when its transaction is rolled back', async () => {
    const webhook = await o.webhook();
    const failed = o.uow.run(async () => {
      await o.events.add(webhook.orgId, 'gate.failed', {});
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    await o.deliver();
    expect(await o.deliveriesOf(webhook)).toEqual([]);
  });

  it('belongs to a transaction, and has bounded data', async () => {
    const webhook = await o.webhook();
    await expect(o.events.add(webhook.orgId, 'gate.failed', {})).rejects.toThrow(/transaction/);
    await expect(o.add(webhook.orgId, { text: 'x'.repeat(262_144) })).rejects.toThrow(/too large/);
  });

  it.each([
    ['of other organizations', {}, async (): Promise<string> => (await o.hub.actors.organization()).id],
    ['that ask for other types', { events: ['version.new'] }, undefined],
    ['that are disabled', { enabled: false }, undefined],
  ] as const)('is not sent to webhooks %s', async (_which, change, other) => {
    const webhook = await o.webhook(change);
    await o.add(other === undefined ? webhook.orgId : await other());
    await o.deliver();
    expect(o.received(webhook)).toEqual([]);
  });

  it.each([
    ['is suspended', `status = 'SUSPENDED'`],
    ['has another plan', `plan = 'PRO'`],
  ])('is neither added nor sent while the organization %s', async (_what, change) => {
    const webhook = await o.webhook();
    await o.add(webhook.orgId, { number: 1 });
    await o.hub.t.rows(`UPDATE organization SET ${change} WHERE id = $1`, [webhook.orgId]);
    await o.add(webhook.orgId, { number: 2 });
    await o.deliver();
    expect(o.received(webhook)).toEqual([]);
    await o.hub.t.rows(`UPDATE organization SET status = 'ACTIVE', plan = 'ENTERPRISE' WHERE id = $1`, [
      webhook.orgId,
    ]);
    await o.deliver();
    expect(o.received(webhook).map(({ body }) => body.data)).toEqual([{ number: 1 }]);
  });

  it('arrives at every webhook that asks for it, signed, with one id', async () => {
    const first = await o.webhook();
    const second = await o.webhook({}, { id: first.orgId, owner: first.owner });
    await o.add(first.orgId, { name: 'ä\u2028"' });
    await o.deliver();
    const [one, ...more] = o.received(first);
    const [other] = o.received(second);
    if (one === undefined || other === undefined) throw new Error('nothing arrived');
    expect(more).toEqual([]);
    expect(one.body).toEqual({
      id: expect.any(String),
      type: 'gate.failed',
      created_at: expect.stringMatching(/Z$/),
      org_id: first.orgId,
      data: { name: 'ä\u2028"' },
    });
    expect(one.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': one.body.id,
      'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
    });
    expect(other.body).toEqual(one.body);
    expect([
      await isSignedBy(first.secret, one),
      await isSignedBy(second.secret, one),
      await isSignedBy(second.secret, other),
      await isSignedBy(first.secret, { ...one, text: `${one.text} ` }),
    ]).toEqual([true, false, true, false]);
    expect(await o.deliveriesOf(first)).toMatchObject([
      { event_id: one.body.id, status: 'DELIVERED', attempts: 1, response_status: 204, error: null },
    ]);
  });

  it('is sent at once by the process that wrote it', async () => {
    o.job.listen();
    const webhook = await o.webhook();
    await o.add(webhook.orgId);
    await o.job.idle();
    expect(o.received(webhook)).toHaveLength(1);
    o.events.onAdded(() => undefined);
  });
});

describe('a secret that was rotated', () => {
  it('signs too for 24 hours', async () => {
    const webhook = await o.webhook();
    const { body } = await webhook.owner.post(`${webhook.path}/rotate`, {});
    const secret = body.secret as string;
    await o.add(webhook.orgId);
    await o.deliver();
    o.ahead = 24 * HOUR + MINUTE;
    await o.add(webhook.orgId);
    await o.deliver();
    const signedBy = async (each: string): Promise<boolean[]> =>
      Promise.all(o.received(webhook).map((event) => isSignedBy(each, event)));
    expect([await signedBy(secret), await signedBy(webhook.secret)]).toEqual([
      [true, true],
      [true, false],
    ]);
  });

  it('is missed when the key of the server has changed, with a reason that says what to do', async () => {
    const webhook = await o.webhook();
    await o.hub.t.rows(`UPDATE outbound_webhook SET secret = '\\x00' WHERE id = $1`, [webhook.id]);
    await o.add(webhook.orgId);
    await o.deliver();
    expect(await o.deliveriesOf(webhook)).toMatchObject([
      { status: 'PENDING', error: expect.stringMatching(/rotate the secret$/) },
    ]);
    const { body } = await webhook.owner.post(`${webhook.path}/rotate`, {});
    await o.pass(MINUTE);
    const [event] = o.received(webhook);
    expect(event && (await isSignedBy(body.secret as string, event))).toBe(true);
  });
});

describe('several processes', () => {
  it('send each delivery once', async () => {
    const webhook = await o.webhook();
    for (let number = 0; number < 10; number += 1) await o.add(webhook.orgId, { number });
    const deliveries = o.hub.t.app.get(OutboundDeliveriesRepository, { strict: false });
    const claimed = await Promise.all(Array.from({ length: 6 }, () => deliveries.claim(new Date())));
    const ids = claimed.flatMap((each) => (each === undefined ? [] : [each.id]));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeLessThanOrEqual(6);
  });

  it('send it again, with the same id, when one has crashed before it recorded the result', async () => {
    const webhook = await o.webhook();
    await o.add(webhook.orgId);
    const deliveries = o.hub.t.app.get(OutboundDeliveriesRepository, { strict: false });
    const crashed = await deliveries.claim(new Date());
    await o.deliver();
    expect(o.received(webhook)).toEqual([]);
    await o.pass(MINUTE + SECOND);
    expect(idsOf(o.received(webhook))).toEqual([crashed?.eventId]);
    if (crashed === undefined) throw new Error('nothing was claimed');
    // The result of the first attempt comes too late.
    expect(await deliveries.fail(crashed, { status: null, error: 'late' }, new Date())).toBe(false);
    expect(await o.deliveriesOf(webhook)).toMatchObject([{ status: 'DELIVERED', attempts: 2 }]);
  });
});

describe('the cleanup', () => {
  it('deletes events after 30 days, and gives up what waited for a disabled webhook', async () => {
    const webhook = await o.webhook();
    await o.add(webhook.orgId);
    await webhook.owner.send('PUT', webhook.path, { json: { enabled: false } });
    const cleanup = o.hub.t.app.get(OutboundCleanupJob, { strict: false });
    const signal = new AbortController().signal;
    await cleanup.run(signal);
    expect(await o.deliveriesOf(webhook)).toMatchObject([{ status: 'PENDING' }]);
    o.ahead = 81 * HOUR;
    await cleanup.run(signal);
    expect(await o.deliveriesOf(webhook)).toMatchObject([
      { status: 'DEAD', error: expect.stringMatching(/disabled/) },
    ]);
    o.ahead = 31 * 24 * HOUR;
    await cleanup.run(signal);
    expect(await o.deliveriesOf(webhook)).toEqual([]);
    expect(
      await o.hub.t.rows('SELECT id FROM organization_event WHERE org_id = $1', [webhook.orgId]),
    ).toEqual([]);
  });
});
