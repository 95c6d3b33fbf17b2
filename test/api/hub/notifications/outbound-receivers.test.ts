import { randomUUID } from 'node:crypto';
import { describe, expect, it, jest } from '@jest/globals';
import { HOUR, idsOf, MINUTE, SECOND, useOutbound } from '../../../support/outbound-webhooks.js';

const o = await useOutbound();

describe('a receiver that fails', () => {
  it('gets everything after ten minutes, with the same ids', async () => {
    const webhook = await o.webhook();
    o.receiver.answer(webhook.at, 503);
    for (let number = 0; number < 5; number += 1) await o.add(webhook.orgId, { number });
    await o.pass(10 * MINUTE, 5 * SECOND);
    const failed = await o.deliveriesOf(webhook);
    expect(failed.map(({ status }) => status)).toEqual(Array(5).fill('PENDING'));
    expect(failed).toContainEqual(
      expect.objectContaining({ response_status: 503, error: 'the receiver answered with HTTP 503' }),
    );
    const tried = o.received(webhook).length;
    expect(tried).toBeLessThan(20);
    o.receiver.answer(webhook.at, 204);
    await o.pass(25 * MINUTE, MINUTE);
    const arrived = o.received(webhook).slice(tried);
    expect(arrived.map(({ body }) => (body.data as { number: number }).number).sort()).toEqual([
      0, 1, 2, 3, 4,
    ]);
    const ids = (await o.deliveriesOf(webhook)).map(({ event_id: id }) => id);
    expect(idsOf(arrived).sort()).toEqual(ids.sort());
    expect(new Set(idsOf(o.received(webhook)))).toEqual(new Set(ids));
  });

  it('is disabled after three days without a success, and its deliveries are dead until they are sent again', async () => {
    const webhook = await o.webhook();
    o.receiver.answer(webhook.at, 500);
    await o.add(webhook.orgId);
    await o.pass(71 * HOUR, HOUR);
    expect((await webhook.owner.get(webhook.path)).body.enabled).toBe(true);
    await o.pass(8 * HOUR, HOUR);
    expect((await webhook.owner.get(webhook.path)).body).toMatchObject({
      enabled: false,
      disabled_reason: 'failing',
    });
    const [dead] = await o.deliveriesOf(webhook);
    expect(dead).toMatchObject({ status: 'DEAD', error: 'the receiver answered with HTTP 500' });
    const [audited] = await o.hub.t.rows(
      `SELECT actor_type, details FROM audit_event WHERE org_id = $1 AND action = 'webhook.disabled'`,
      [webhook.orgId],
    );
    expect(audited).toEqual({
      actor_type: 'system',
      details: { reason: 'failing', origin: o.receiver.origin },
    });

    const again = `${webhook.path}/deliveries/${dead?.id}/redeliver`;
    expect((await webhook.owner.post(again, {})).status).toBe(409);
    o.receiver.answer(webhook.at, 204);
    const enabled = await webhook.owner.send('PUT', webhook.path, { json: { enabled: true } });
    expect(enabled.body).toMatchObject({ enabled: true, disabled_reason: null });
    const { status, body } = await webhook.owner.post(again, {});
    expect({ status, body }).toMatchObject({ status: 202, body: { status: 'PENDING', attempts: 0 } });
    await o.deliver();
    expect(await o.deliveriesOf(webhook)).toMatchObject([{ id: dead?.id, status: 'DELIVERED', attempts: 1 }]);
    expect(new Set(idsOf(o.received(webhook)))).toEqual(new Set([dead?.event_id]));
  });

  it('stays enabled when others succeeded meanwhile', async () => {
    const webhook = await o.webhook();
    o.receiver.answer(webhook.at, 400);
    await o.add(webhook.orgId);
    await o.pass(24 * HOUR, HOUR);
    o.receiver.answer(webhook.at, 204);
    await o.add(webhook.orgId);
    await o.deliver();
    o.receiver.answer(webhook.at, 400);
    await o.pass(60 * HOUR, HOUR);
    expect((await o.deliveriesOf(webhook)).map(({ status }) => status)).toEqual(['DELIVERED', 'DEAD']);
    expect((await webhook.owner.get(webhook.path)).body.enabled).toBe(true);
  });

  it('is disabled at once when it answers 410', async () => {
    const webhook = await o.webhook();
    o.receiver.answer(webhook.at, 410);
    await o.add(webhook.orgId);
    await o.deliver();
    expect((await webhook.owner.get(webhook.path)).body).toMatchObject({
      enabled: false,
      disabled_reason: 'gone',
    });
    expect(await o.deliveriesOf(webhook)).toMatchObject([
      { status: 'DEAD', attempts: 1, response_status: 410 },
    ]);
  });

  it('is not followed to another address', async () => {
    const webhook = await o.webhook();
    const target = randomUUID();
    o.receiver.answer(webhook.at, (_request, response) => {
      response.writeHead(307, { location: o.receiver.url(target) }).end();
    });
    await o.add(webhook.orgId);
    await o.deliver();
    expect(o.receiver.at(target)).toEqual([]);
    expect(await o.deliveriesOf(webhook)).toMatchObject([
      { status: 'PENDING', response_status: 307, error: expect.stringMatching(/redirects are not followed/) },
    ]);
  });

  it('is not reached when its name has a private address now', async () => {
    const webhook = await o.webhook({ url: 'https://hooks.example.com/a' });
    await o.hub.t.rows(`UPDATE outbound_webhook SET url = $2 WHERE id = $1`, [
      webhook.id,
      o.receiver.url(webhook.at).replace('http://127.0.0.1', 'https://localhost'),
    ]);
    await o.add(webhook.orgId);
    await o.deliver();
    expect(await o.deliveriesOf(webhook)).toMatchObject([
      { status: 'PENDING', error: 'the host of the URL has an address that is not public' },
    ]);
  });

  it('may answer with 5 GB, of which little is read', async () => {
    const webhook = await o.webhook();
    let sent = 0;
    o.receiver.answer(webhook.at, (_request, response) => {
      const chunk = Buffer.alloc(64 * 1024);
      const more = (): void => {
        sent += chunk.length;
        if (!response.destroyed) response.write(chunk, more);
      };
      response.writeHead(200, { 'content-length': String(5 * 1024 ** 3) });
      more();
    });
    await o.add(webhook.orgId);
    await o.deliver();
    expect(await o.deliveriesOf(webhook)).toMatchObject([{ status: 'DELIVERED', response_status: 200 }]);
    expect(sent).toBeLessThan(64 * 1024 ** 2);
  });
});

/** Replaces the ten seconds that a receiver has. */
function holdTimeouts() {
  const time = new AbortController();
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  const spy = jest
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === 10_000 ? time.signal : timeout(ms)));
  return {
    end: () => time.abort(new DOMException('late', 'TimeoutError')),
    restore: () => spy.mockRestore(),
  };
}

describe('a receiver that does not answer', () => {
  it('fails after ten seconds', async () => {
    const webhook = await o.webhook();
    const time = holdTimeouts();
    o.receiver.answer(webhook.at, () => time.end());
    await o.add(webhook.orgId);
    await o.deliver();
    time.restore();
    expect(await o.deliveriesOf(webhook)).toMatchObject([
      { status: 'PENDING', response_status: null, error: 'the receiver did not answer within 10 seconds' },
    ]);
  });

  it('has at most two attempts at a time, and holds up no other receiver', async () => {
    const slow = await o.webhook();
    const quick = await o.webhook();
    const time = holdTimeouts();
    o.receiver.answer(slow.at, () => undefined);
    for (let number = 0; number < 40; number += 1) await o.add(slow.orgId, { number });
    await o.add(quick.orgId);
    await o.job.run();
    while (o.received(quick).length === 0 || o.received(slow).length < 2) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    await o.job.run();
    expect(o.received(slow)).toHaveLength(2);
    time.end();
    await o.job.idle();
    // The backlog waits until the pause is over.
    await o.deliver();
    expect(o.received(slow)).toHaveLength(2);
    time.restore();
    o.receiver.answer(slow.at, 204);
    await o.pass(5 * MINUTE, MINUTE);
    expect(new Set(idsOf(o.received(slow))).size).toBe(40);
  });
});
