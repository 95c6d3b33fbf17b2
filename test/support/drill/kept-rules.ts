import { isSignedBy } from '../webhook-receiver.js';
import { examine, type Aftermath, type Finding } from './findings.js';
import { UNKNOWN_ADDRESS, type KeptToken } from './ledger.js';

/** Tokens of both APIs, at every server. */
export const tokens = (after: Aftermath): Promise<Finding> =>
  examine('tokens that were made work, and revoked ones are refused', async (e) => {
    const look = async (path: string, { id, authorization, state }: KeptToken): Promise<void> => {
      if (state === 'unknown') return;
      for (const { client } of after.deployment.servers) {
        const { status } = await client.as(authorization).get(path);
        e.expect(`token ${id}, ${state}`, status, state === 'works' ? 200 : 401);
      }
    };
    for (const token of after.ledger.serviceTokens) await look('/api/v1/mcps?limit=1', token);
    for (const token of after.ledger.registryTokens) await look('/v1/catalog', token);
  });

/** Policies, allow lists, plans and evaluations. */
export const rules = (after: Aftermath): Promise<Finding> =>
  examine('policies, allow lists, plans and evaluations are what was acknowledged last', async (e) => {
    const { orgId, ledger } = after;
    const { owner, admin, anonymous } = after.callers;
    for (const { id, possible } of ledger.policies) {
      const { status, body } = await owner.get(`/api/v1/orgs/${orgId}/policies/${id}`);
      const found = status === 404 ? undefined : (body.name as string);
      e.look(possible.includes(found) ? undefined : `policy ${id} is ${found}, not ${possible.join(' or ')}`);
    }
    const { body: shown } = await owner.get(`/api/v1/orgs/${orgId}/allow-lists`);
    const there = (shown.allow_lists as { id: string }[]).map(({ id }) => id);
    for (const { id, possible } of ledger.allowLists) {
      if (!possible.includes(undefined)) e.look(there.includes(id) ? undefined : `allow list ${id} is gone`);
      const [address] = possible;
      if (possible.length > 1) continue;
      if (address === undefined) e.look(there.includes(id) ? `allow list ${id} is there again` : undefined);
      else if (address !== UNKNOWN_ADDRESS)
        e.expect(
          `the address of allow list ${id}`,
          (await anonymous.get(`${address}/v0.1/servers`)).status,
          200,
        );
    }
    for (const [id, plans] of ledger.plans) {
      const { body } = await admin.get(`/api/v1/admin/orgs/${id}`);
      e.look(
        plans.includes(body.plan as string)
          ? undefined
          : `the plan of ${id} is ${String(body.plan)}, not ${plans.join(' or ')}`,
      );
    }
    for (const id of ledger.evaluations)
      e.expect(`evaluation ${id}`, (await owner.get(`/api/v1/orgs/${orgId}/evaluations/${id}`)).status, 200);
  });

interface Announced {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly evaluation_id?: string; readonly version?: { readonly id?: string } };
}

/** Webhooks of the organization. */
export const deliveries = (after: Aftermath): Promise<Finding> =>
  examine('events were delivered at least once, rightly signed, and none was made up', async (e) => {
    const { home } = after.deployment.hub;
    const events = await home.query<Announced>(`SELECT id, type, data FROM organization_event`);
    const received = after.receiver.at(after.webhook.at);
    const arrived = new Set(received.map(({ body }) => body.id));
    for (const { id, type } of events)
      e.look(arrived.has(id) ? undefined : `event ${id} (${type}) has not arrived`);
    const known = new Set(events.map(({ id }) => id));
    for (const event of received) {
      e.look(known.has(event.body.id) ? undefined : `event ${event.body.id} has no row`);
      e.look(
        (await isSignedBy(after.webhook.secret, event))
          ? undefined
          : `event ${event.body.id} has another signature`,
      );
    }
    for (const id of after.ledger.evaluations) {
      const found = events.filter(({ data }) => data.evaluation_id === id);
      e.expect(`events of evaluation ${id}`, found.length, 1);
    }
    for (const { id, isVulnerable } of after.ledger.pushes) {
      const type = isVulnerable ? 'version.not_certified' : 'version.certified';
      const found = events.filter((event) => event.type === type && JSON.stringify(event.data).includes(id));
      e.expect(`events ${type} of version ${id}`, found.length, 1);
    }
    const failed = await home.query(`SELECT id FROM outbound_delivery WHERE status <> 'DELIVERED'`);
    e.expect('deliveries that are not delivered', failed, []);
  });
