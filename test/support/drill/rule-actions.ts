import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { pathOfList } from '../allow-lists.js';
import { deliverSigned } from '../webhooks.js';
import type { Lane, Request } from './lane.js';
import { UNKNOWN_ADDRESS, type KeptObject, type KeptToken } from './ledger.js';

// At most so many of a kind by a lane: organizations have limits.
const MOST = 8;
// A sender of webhooks repeats them until they are acknowledged.
const RESENT_TIMES = 1000;
const RESENT_AFTER_MS = 250;

const PRICES = { PRO: 'pro', ENTERPRISE: 'enterprise' } as const;

/** What a lane may change: its own, which only it changes. */
const ofLane = <T extends { readonly lane: number }>(lane: Lane, kept: readonly T[]): T[] =>
  kept.filter((each) => each.lane === lane.number);

/** Makes a service token of the organization, or revokes one. */
export async function changesServiceToken(lane: Lane): Promise<void> {
  const tokens = `/api/v1/orgs/${lane.scene.orgId}/tokens`;
  const name = lane.newName('token');
  await changesToken(lane, lane.ledger.serviceTokens, {
    make: {
      by: 'owner',
      send: (client) => client.post(tokens, { name, description: '', scopes: ['read:public'] }),
      status: 201,
      action: 'token.created',
      subject: (answer) => answer.body.id as string,
    },
    read: (body) => ({ id: String(body['id']), authorization: `Bearer ${String(body['token'])}` }),
    revoke: (id) => ({
      by: 'owner',
      send: (client) => client.delete(`${tokens}/${id}`),
      status: 204,
      action: 'token.revoked',
      subject: id,
    }),
  });
}

/** The same with an API token of the registry. */
export async function changesRegistryToken(lane: Lane): Promise<void> {
  const token = {
    description: lane.newName('token'),
    scopes: ['mcp:catalog:read'],
    resources: ['catalog'],
  };
  await changesToken(lane, lane.ledger.registryTokens, {
    make: {
      by: 'publisher',
      send: (client) => client.post('/v1/tokens', token),
      status: 201,
      action: 'registry_token.created',
      subject: (answer) => answer.body.token_id as string,
    },
    read: (body) => {
      const id = String(body['token_id']);
      return { id, authorization: `Token ${id}:${String(body['secret'])}` };
    },
    revoke: (id) => ({
      by: 'publisher',
      send: (client) => client.delete(`/v1/tokens/${id}`),
      status: 204,
      action: 'registry_token.revoked',
      subject: id,
    }),
  });
}

interface TokenRequests {
  readonly make: Request;
  readonly read: (body: Readonly<Record<string, unknown>>) => Pick<KeptToken, 'id' | 'authorization'>;
  readonly revoke: (id: string) => Request;
}

async function changesToken(
  lane: Lane,
  kept: KeptToken[],
  { make, read, revoke }: TokenRequests,
): Promise<void> {
  const working = ofLane(lane, kept).filter(({ state }) => state === 'works');
  const isRevocation = lane.random.between(1, 2) === 1 || working.length >= MOST;
  if (isRevocation && working.length > 0) {
    const token = lane.random.pick(working);
    token.state = (await lane.ask(revoke(token.id))) === undefined ? 'unknown' : 'revoked';
    return;
  }
  const made = await lane.ask(make);
  if (made === undefined) return;
  kept.push({ ...read(made.body as Record<string, unknown>), lane: lane.number, state: 'works' });
}

/** Makes a policy, changes one, or deletes one. */
export async function changesPolicy(lane: Lane): Promise<void> {
  const path = `/api/v1/orgs/${lane.scene.orgId}/policies`;
  const name = lane.newName('policy');
  await changesObject(lane, lane.ledger.policies, {
    make: {
      by: 'owner',
      send: (client) =>
        client.post(path, { name, action: 'WARN', target_type: 'SCORE', target_value: 'min:70' }),
      status: 201,
      action: 'policy.created',
      subject: (answer) => answer.body.id as string,
    },
    content: (body) => String(body['name']),
    change: (id) => ({
      by: 'owner',
      send: (client) => client.send('PUT', `${path}/${id}`, { json: { name } }),
      status: 200,
      action: 'policy.updated',
      subject: id,
    }),
    unanswered: [name],
    remove: (id) => ({
      by: 'owner',
      send: (client) => client.delete(`${path}/${id}`),
      status: 204,
      action: 'policy.deleted',
      subject: id,
    }),
  });
}

/** Makes an allow list, gives one another address, or deletes one. */
export async function changesAllowList(lane: Lane): Promise<void> {
  const path = `/api/v1/orgs/${lane.scene.orgId}/allow-lists`;
  await changesObject(lane, lane.ledger.allowLists, {
    make: {
      by: 'owner',
      send: (client) => client.post(path, { name: lane.newName('list'), environment: 'production' }),
      status: 201,
      action: 'allow_list.created',
      subject: (answer) => answer.body.id as string,
    },
    content: (body) => pathOfList(String(body['url'])),
    change: (id) => ({
      by: 'owner',
      send: (client) => client.post(`${path}/${id}/rotate`),
      status: 200,
      action: 'allow_list.rotated',
      subject: id,
    }),
    // The new address is in the answer that did not arrive.
    unanswered: [UNKNOWN_ADDRESS],
    remove: (id) => ({
      by: 'owner',
      send: (client) => client.delete(`${path}/${id}`),
      status: 204,
      action: 'allow_list.deleted',
      subject: id,
    }),
  });
}

interface ObjectRequests {
  readonly make: Request;
  /** What an answer to a creation or a change says that the object is now. */
  readonly content: (body: Readonly<Record<string, unknown>>) => string;
  readonly change: (id: string) => Request;
  /** What it may also be when a change has got no answer. */
  readonly unanswered: readonly string[];
  readonly remove: (id: string) => Request;
}

async function changesObject(
  lane: Lane,
  kept: KeptObject[],
  { make, content, change, unanswered, remove }: ObjectRequests,
): Promise<void> {
  // Those that may be gone would be refused.
  const own = ofLane(lane, kept).filter(({ possible }) => !possible.includes(undefined));
  const kind =
    own.length >= MOST ? 'remove' : lane.random.pick(['make', 'change', 'change', 'remove'] as const);
  if (kind === 'make' || own.length === 0) {
    const made = await lane.ask(make);
    if (made === undefined) return;
    const { id } = made.body as { id: string };
    const possible = [content(made.body as Record<string, unknown>)];
    kept.push({ id, lane: lane.number, possible });
    return;
  }
  const object = lane.random.pick(own);
  const before = object.possible;
  if (kind === 'remove') {
    object.possible =
      (await lane.ask(remove(object.id))) === undefined ? [...before, undefined] : [undefined];
    return;
  }
  const changed = await lane.ask(change(object.id));
  object.possible =
    changed === undefined ? [...before, ...unanswered] : [content(changed.body as Record<string, unknown>)];
}

/** Asks the gate about a server that nobody knows: the evaluation fails, and is recorded and announced. */
export async function evaluates(lane: Lane): Promise<void> {
  const { orgId, gate, ledger } = lane.scene;
  const evaluated = await lane.ask({
    by: 'anonymous',
    send: (client) =>
      client.as(gate).post('/api/v1/ci/evaluate', {
        org_id: orgId,
        environment: 'production',
        mcps: [{ name: 'nobody/nothing', version: 'latest' }],
      }),
    status: 200,
  });
  if (evaluated !== undefined) ledger.evaluations.push(evaluated.body.evaluation_id as string);
}

/** A paying organization of a lane, and how many of its events were sent. */
export interface Customer {
  readonly orgId: string;
  readonly customer: string;
  readonly firstAt: number;
  sent: number;
}

/** Stripe says that the plan of an organization has changed, until somebody acknowledges it. */
export async function paysForAnotherPlan(lane: Lane, customer: Customer): Promise<void> {
  const plan = customer.sent % 2 === 0 ? 'PRO' : 'ENTERPRISE';
  customer.sent += 1;
  const event = {
    id: `evt_${randomUUID().replaceAll('-', '')}`,
    object: 'event',
    type: 'customer.subscription.updated',
    created: customer.firstAt + customer.sent,
    data: {
      object: {
        id: `sub_${customer.customer}`,
        customer: customer.customer,
        status: 'active',
        items: { data: [{ price: { lookup_key: PRICES[plan], metadata: {} } }] },
        metadata: {},
        cancel_at_period_end: false,
      },
    },
  };
  const plans = lane.ledger.plans.get(customer.orgId) ?? [];
  lane.ledger.plans.set(customer.orgId, [...plans, plan]);
  let isAcknowledged = false;
  for (let times = 0; times < RESENT_TIMES && !isAcknowledged; times += 1) {
    const answer = await lane.ask({
      by: 'anonymous',
      send: (client) => deliverSigned(client, 'stripe', event),
      status: 202,
    });
    isAcknowledged = answer !== undefined;
    if (!isAcknowledged) await wait(RESENT_AFTER_MS);
  }
  if (isAcknowledged) lane.ledger.plans.set(customer.orgId, [plan]);
  lane.ledger.changes.push({ action: 'organization.plan_changed', subject: customer.orgId, isAcknowledged });
}
