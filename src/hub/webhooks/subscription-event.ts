import { isObject, type JsonObject } from '../../common/values/json.js';
import { isStorableText } from '../../common/values/text.js';
import type { Plan } from '../../access/plan.js';
import { at, listAt } from './json-path.js';

/** What a subscription of a customer means for their plan. */
export interface SubscriptionEvent {
  readonly customer: string;
  /** Id of the subscription. */
  readonly subscription: string;
  /** What is paid for now: FREE for nothing, undefined for something that is no known plan. */
  readonly plan: Plan | undefined;
  /** It is paid, and is going to end. */
  readonly isEnding: boolean;
  /** When it came about, by the payment provider's clock, which has whole seconds. */
  readonly createdAt: Date;
  /** Of two of the same subscription in the same second, the one of the higher rank is the later one. */
  readonly rank: number;
}

const TYPES = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
];

/** A subscription begins before it is paid, and is paid before it ends. */
const RANKS = { begins: 0, paid: 1, unpaid: 2, deleted: 3 };

// In `past_due` the provider is still trying to be paid; it ends in `unpaid` or `canceled`.
const PAID = ['active', 'trialing', 'past_due'];

const MAX_ID_LENGTH = 255;
const MAX_ITEMS = 20;
// Year 9999.
const MAX_SECONDS = 253_402_300_799;

/** Prices are named after their plan: `pro`, or `pro_yearly`. */
const PLAN_NAME = /^(pro|enterprise)([_-].*)?$/i;

const planNamed = (name: unknown): Plan | undefined => {
  const plan = typeof name === 'string' ? PLAN_NAME.exec(name)?.[1] : undefined;
  if (plan === undefined) return undefined;
  return plan.toLowerCase() === 'enterprise' ? 'ENTERPRISE' : 'PRO';
};

/** The highest plan that the prices name, by lookup key or metadata; else that of the subscription's own metadata. */
function planOf(subscription: JsonObject): Plan | undefined {
  const plans = listAt(subscription, MAX_ITEMS, 'items', 'data').flatMap((item) => [
    planNamed(at(item, 'price', 'lookup_key')) ?? planNamed(at(item, 'price', 'metadata', 'plan')),
  ]);
  if (plans.includes('ENTERPRISE')) return 'ENTERPRISE';
  if (plans.includes('PRO')) return 'PRO';
  return planNamed(at(subscription, 'metadata', 'plan'));
}

/** What an event says of a plan; undefined for one that says nothing: https://docs.stripe.com/api/events */
export function subscriptionEventOf(event: JsonObject): SubscriptionEvent | undefined {
  const type = at(event, 'type');
  const subscription = at(event, 'data', 'object');
  const created = at(event, 'created');
  if (typeof type !== 'string' || !TYPES.includes(type) || !isObject(subscription)) return undefined;
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
    customer,
    subscription: id,
    plan: isPaid ? planOf(subscription) : 'FREE',
    isEnding: isPaid && isToEnd(subscription),
    createdAt: new Date(created * 1000),
    rank: rankOf(type, status, isPaid),
  };
}

const isId = (value: unknown): value is string => isStorableText(value, MAX_ID_LENGTH) && value !== '';

const isToEnd = (subscription: JsonObject): boolean =>
  at(subscription, 'cancel_at_period_end') === true || typeof at(subscription, 'cancel_at') === 'number';

function rankOf(type: string, status: unknown, isPaid: boolean): number {
  if (type === 'customer.subscription.deleted') return RANKS.deleted;
  if (type === 'customer.subscription.created' || status === 'incomplete') return RANKS.begins;
  return isPaid ? RANKS.paid : RANKS.unpaid;
}
