import { getServers, setServers } from 'node:dns';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NameServer } from '../../../packages/sources/test/support/name-server.js';
import { OutboundDeliveriesRepository } from '../../../src/hub/outbound-webhooks/outbound-deliveries.repository.js';
import { useOutbound } from '../../support/outbound-webhooks.js';
import { eventually } from '../../support/stored-artifacts.js';

const o = await useOutbound();
const { t, actors } = o.hub;

// As many as an organization had that stopped all deliveries.
const WEBHOOKS = 19;

let silent: NameServer;
const before = getServers();
beforeAll(async () => {
  silent = await NameServer.start(() => null);
  setServers([silent.address]);
});
afterAll(async () => {
  setServers(before);
  await silent.close();
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
    const isAsked = (): boolean => silent.asked.some((name) => name.endsWith('.silent.test'));
    await eventually(() => Promise.resolve(isAsked()));

    await o.add(other.orgId);
    await o.job.run();
    // What is left ends with the product.
    await eventually(async () => (await o.deliveriesOf(other))[0]?.status === 'DELIVERED');
  });
});
