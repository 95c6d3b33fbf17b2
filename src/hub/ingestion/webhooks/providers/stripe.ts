import { timingSafeEqual } from 'node:crypto';
import { isObject, type JsonObject } from '../../../../common/values/json.js';
import { isStorableText } from '../../../../common/values/text.js';
import type { Plan } from '../../../../auth/accounts/accounts.js';
import { at, listAt } from './json-path.js';
import { hmacSha256 } from './signatures.js';
import type { SignatureCheck, SubscriptionEvent, WebhookProvider } from './webhook-provider.js';

/** Maximum clock skew of a timestamp in seconds (hub contract 15). */
const TOLERANCE_SECONDS = 300;
const MAX_SIGNATURES = 10;

const HEX = /^[0-9a-f]{64}$/i;
const UNIX_TIME = /^\d{1,12}$/;

/** `t=<time>,v1=<hex>[,v1=…]`: HMAC-SHA256 over the time, a dot and the body; one valid signature is enough. */
function checkOf(header: string, now: number): SignatureCheck | undefined {
  const items = header.split(',').map((item) => item.trim().split('=', 2));
  const valuesOf = (key: string): string[] =>
    items.flatMap(([name, value]) => (name === key ? [value ?? ''] : []));
  const [time = '', ...moreTimes] = valuesOf('t');
  const given = valuesOf('v1')
    .slice(0, MAX_SIGNATURES)
    .filter((hex) => HEX.test(hex))
    .map((hex) => Buffer.from(hex, 'hex'));
  if (given.length === 0 || moreTimes.length > 0 || !UNIX_TIME.test(time)) return undefined;
  if (Math.abs(now - Number(time)) > TOLERANCE_SECONDS) return undefined;
  return (bytes, secret) => {
    const expected = hmacSha256(secret, `${time}.`, bytes);
    return given.filter((signature) => timingSafeEqual(signature, expected)).length > 0;
  };
}

const TYPES = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
];

/** Ranks of the states of a subscription: it is created before it is paid, and paid before it ends. */
const RANKS = { created: 0, paid: 1, unpaid: 2, deleted: 3 };

// While a subscription is `past_due`, the provider retries the payment; it then becomes `unpaid` or `canceled`.
const PAID = ['active', 'trialing', 'past_due'];

const MAX_ID_LENGTH = 255;
const MAX_ITEMS = 20;
// Year 9999.
const MAX_SECONDS = 253_402_300_799;

/** Prices are named after their plan, such as `pro` or `pro_yearly`. */
const PLAN_NAME = /^(pro|enterprise)([_-].*)?$/i;

const planNamed = (name: unknown): Plan | undefined => {
  const plan = typeof name === 'string' ? PLAN_NAME.exec(name)?.[1] : undefined;
  if (plan === undefined) return undefined;
  return plan.toLowerCase() === 'enterprise' ? 'ENTERPRISE' : 'PRO';
};

/**
 * The highest plan among the prices, by lookup key or metadata; otherwise the plan in the subscription's own metadata.
 */
function planOf(subscription: JsonObject): Plan | undefined {
  const plans = listAt(subscription, MAX_ITEMS, 'items', 'data').flatMap((item) => [
    planNamed(at(item, 'price', 'lookup_key')) ?? planNamed(at(item, 'price', 'metadata', 'plan')),
  ]);
  if (plans.includes('ENTERPRISE')) return 'ENTERPRISE';
  if (plans.includes('PRO')) return 'PRO';
  return planNamed(at(subscription, 'metadata', 'plan'));
}

const isId = (value: unknown): value is string => isStorableText(value, MAX_ID_LENGTH) && value !== '';

const isToEnd = (subscription: JsonObject): boolean =>
  at(subscription, 'cancel_at_period_end') === true || typeof at(subscription, 'cancel_at') === 'number';

function rankOf(type: string, status: unknown, isPaid: boolean): number {
  if (type === 'customer.subscription.deleted') return RANKS.deleted;
  if (type === 'customer.subscription.created' || status === 'incomplete') return RANKS.created;
  return isPaid ? RANKS.paid : RANKS.unpaid;
}

/** The subscription change in an event; undefined when there is none. */
function subscriptionEvent(type: string, event: JsonObject): SubscriptionEvent | undefined {
  const subscription = at(event, 'data', 'object');
  const created = at(event, 'created');
  if (!TYPES.includes(type) || !isObject(subscription)) return undefined;
  if (typeof created !== 'number' || !Number.isInteger(created) || created < 0 || created > MAX_SECONDS) {
    return undefined;
  }
  const given = at(subscription, 'customer');
  const customer = isObject(given) ? at(given, 'id') : given;
  const id = at(subscription, 'id');
  const status = at(subscription, 'status');
  if (!isId(customer) || !isId(id)) return undefined;
  const isDeleted = type === 'customer.subscription.deleted';
  if (!isDeleted && typeof status !== 'string') return undefined;
  const isPaid = !isDeleted && PAID.some((paid) => paid === status);
  return {
    kind: 'subscription',
    customer,
    subscription: id,
    plan: isPaid ? planOf(subscription) : 'FREE',
    isEnding: isPaid && isToEnd(subscription),
    createdAt: new Date(created * 1000),
    rank: rankOf(type, status, isPaid),
  };
}

/** https://docs.stripe.com/api/events */
export const stripe: WebhookProvider = {
  title: 'Stripe',
  signature: {
    header: 'Stripe-Signature',
    description: `\`t=<Unix time>,v1=<hex>\`: the HMAC-SHA256 of the time, a dot and the body. The time is at most ${TOLERANCE_SECONDS} seconds off.`,
    checkOf,
  },
  deliveryId: ({ payload }) => at(payload, 'id'),
  eventName: ({ payload }) => at(payload, 'type'),
  read: subscriptionEvent,
  records: 'organization.plan_changed',
  example: {
    id: 'evt_1NffrFeUfNV2Hib',
    type: 'customer.subscription.updated',
    created: 1_769_860_800,
    data: {
      object: {
        id: 'sub_1MowQVLkdIwHu7ix',
        customer: 'cus_NffrFeUfNV2Hib',
        status: 'active',
        items: { data: [{ price: { lookup_key: 'pro_yearly' } }] },
      },
    },
  },
};
