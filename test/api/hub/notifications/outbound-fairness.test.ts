import { createSocket, type Socket } from 'node:dgram';
import { getServers, setServers } from 'node:dns';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OutboundDeliveriesRepository } from '../../../../src/hub/notifications/outbound-webhooks/outbound-deliveries.repository.js';
import { useOutbound } from '../../../support/outbound-webhooks.js';
import { eventually } from '../../../support/stored-artifacts.js';

const o = await useOutbound();
const { t, actors } = o.hub;

// As many as an organization had that stopped all deliveries.
const WEBHOOKS = 19;

/** A name server that never answers. */
let silent: Socket;
const asked: string[] = [];
const before = getServers();
beforeAll(async () => {
  silent = createSocket('udp4').bind(0, '127.0.0.1');
  silent.on('message', (query) => void asked.push(query.toString('latin1')));
  await once(silent, 'listening');
  setServers([`127.0.0.1:${silent.address().port}`]);
});
afterAll(async () => {
  setServers(before);
  silent.close();
  await once(silent, 'close');
});

const inProgress = async (orgId: string): Promise<number> =>
  Number(
    (
      await t.rows<{ count: string }>(
        `SELECT count(*) FROM outbound_delivery d JOIN outbound_webhook w ON w.id = d.webhook_id
          WHERE w.org_id = $1 AND d.claim IS NOT NULL`,
        [orgId],
      )
    )[0]?.count,
  );

describe('an organization with many webhooks', () => {
  it('takes turns with another one, however long its deliveries have waited', async () => {
    const crowd = await actors.organization();
    for (let n = 0; n < WEBHOOKS; n += 1) await o.webhook({}, crowd);
    const other = await o.webhook();
    await o.add(crowd.id);
    await t.rows(`UPDATE outbound_delivery SET run_after = now() - interval '1 hour'`);
    await o.add(other.orgId);
    const deliveries = t.app.get(OutboundDeliveriesRepository, { strict: false });
    const claimed: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      claimed.push((await deliveries.claim(new Date()))?.orgId ?? 'none');
    }
    expect(claimed).toEqual([crowd.id, other.orgId, crowd.id, crowd.id, crowd.id, 'none']);
  });

  it('that no name server answers for has four attempts at a time, and others deliver meanwhile', async () => {
    const crowd = await actors.organization();
    for (let n = 0; n < WEBHOOKS; n += 1) await o.webhook({ url: `https://n${n}.silent.test/` }, crowd);
    const other = await o.webhook();
    await o.add(crowd.id);
    await o.job.run();
    expect(await inProgress(crowd.id)).toBe(4);
    const isAsked = (): boolean => asked.some((query) => query.includes('silent'));
    await eventually(() => Promise.resolve(isAsked()));

    await o.add(other.orgId);
    await o.job.run();
    // What is left ends with the product.
    await eventually(async () => (await o.deliveriesOf(other))[0]?.status === 'DELIVERED');
  });
});
