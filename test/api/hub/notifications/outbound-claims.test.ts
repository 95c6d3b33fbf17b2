import { describe, expect, it } from '@jest/globals';
import { LOGGER, type Logger } from '../../../../src/common/logging/logger.js';
import { DeliveryAttempt } from '../../../../src/hub/notifications/outbound-webhooks/delivery-attempt.js';
import { DeliveryClock } from '../../../../src/hub/notifications/outbound-webhooks/delivery-clock.js';
import { DeliveryJob } from '../../../../src/hub/notifications/outbound-webhooks/delivery-job.js';
import { OutboundDeliveriesRepository } from '../../../../src/hub/notifications/outbound-webhooks/outbound-deliveries.repository.js';
import { useOutbound } from '../../../support/outbound-webhooks.js';
import { visitedRows } from '../../../support/visited-rows.js';

const o = await useOutbound();
const { t } = o.hub;

/** The job as another process has it. */
const anotherJob = (): DeliveryJob =>
  new DeliveryJob(
    o.events,
    t.app.get(OutboundDeliveriesRepository, { strict: false }),
    t.app.get(DeliveryAttempt, { strict: false }),
    t.app.get(DeliveryClock, { strict: false }),
    t.app.get<Logger>(LOGGER, { strict: false }),
  );

describe('the search for due deliveries', () => {
  it('does not visit the backlog of a webhook that pauses', async () => {
    const webhook = await o.webhook();
    await o.add(webhook.orgId);
    await t.rows(`UPDATE outbound_webhook SET paused_until = now() + interval '1 hour'`);
    const visited: number[] = [];
    for (const count of [2000, 4000]) {
      await t.rows(
        `INSERT INTO outbound_delivery (id, webhook_id, event_id, status, run_after, retry_until, created_at)
         SELECT gen_random_uuid(), d.webhook_id, d.event_id, 'PENDING', now(), now(), now()
           FROM (SELECT webhook_id, event_id FROM outbound_delivery LIMIT 1) d, generate_series(1, $1::integer)`,
        [count],
      );
      await t.rows('ANALYZE outbound_delivery');
      const deliveries = t.app.get(OutboundDeliveriesRepository, { strict: false });
      visited.push(
        await visitedRows(t, async () => {
          expect(await deliveries.claim(new Date())).toBeUndefined();
          return { status: 200 };
        }),
      );
    }
    expect(visited[1]).toBe(visited[0]);
    expect(visited[0]).toBeLessThan(20);
  });
});

describe('two processes that send at once', () => {
  it('send each event to each webhook once', async () => {
    const webhooks = [await o.webhook(), await o.webhook(), await o.webhook()];
    for (const { orgId } of webhooks) {
      for (let number = 0; number < 10; number += 1) await o.add(orgId, { number });
    }
    const other = anotherJob();
    await Promise.all([o.job.run(), other.run()]);
    await Promise.all([o.job.idle(), other.idle()]);
    await o.deliver();
    for (const webhook of webhooks) {
      const numbers = o.received(webhook).map(({ body }) => (body.data as { number: number }).number);
      expect(numbers.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
    await other.onModuleDestroy();
  });
});

describe('a server that stops', () => {
  it('gives up its attempts, which do not count, and another one sends the same', async () => {
    const webhook = await o.webhook();
    await o.add(webhook.orgId);
    const job = anotherJob();
    const arrived = Promise.withResolvers<undefined>();
    o.receiver.answer(webhook.at, () => arrived.resolve(undefined));
    await job.run();
    await arrived.promise;
    await job.onModuleDestroy();
    expect(await o.deliveriesOf(webhook)).toMatchObject([{ status: 'PENDING', attempts: 0 }]);
    o.receiver.answer(webhook.at, 204);
    await o.deliver();
    expect(await o.deliveriesOf(webhook)).toMatchObject([{ status: 'DELIVERED', attempts: 1 }]);
    expect(new Set(o.received(webhook).map(({ body }) => body.id)).size).toBe(1);
  });
});
