import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '../../common/values/json.js';
import type { Sha256Digest } from '../../common/values/sha256-digest.js';
import { at } from './json-path.js';
import type { DeliveryName } from './webhook-deliveries.repository.js';
import type { WebhookSender } from './webhook-values.js';

const MAX_ID_LENGTH = 200;
const MAX_EVENT_LENGTH = 100;

/** What can name something: printable ASCII. */
const nameIn = (value: unknown, maxLength: number): string | undefined =>
  typeof value === 'string' && value.length <= maxLength && /^[!-~]+$/.test(value) ? value : undefined;

interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly payload: JsonObject;
  readonly digest: Sha256Digest;
}

/**
 * The sender's name for a delivery, the same when it is tried again. Where there is only one for the webhook as a whole,
 * the digest of the body makes it one of the delivery.
 */
const ID_OF: Readonly<Record<WebhookSender, (delivery: Delivery) => unknown>> = {
  github: ({ headers }) => headers['x-github-delivery'],
  gitlab: ({ headers, digest }) =>
    headers['x-gitlab-event-uuid'] ??
    headers['idempotency-key'] ??
    within(headers['x-gitlab-webhook-uuid'], digest),
  bitbucket: ({ headers, digest }) => headers['x-request-uuid'] ?? within(headers['x-hook-uuid'], digest),
  stripe: ({ payload }) => at(payload, 'id'),
};

const EVENT_OF: Readonly<Record<WebhookSender, (delivery: Delivery) => unknown>> = {
  github: ({ headers }) => headers['x-github-event'],
  gitlab: ({ headers }) => headers['x-gitlab-event'],
  bitbucket: ({ headers }) => headers['x-event-key'],
  stripe: ({ payload }) => at(payload, 'type'),
};

const within = (hook: unknown, digest: Sha256Digest): string | undefined =>
  typeof hook === 'string' ? `${hook}:${digest}` : undefined;

/** What a delivery is called; the digest of its body where its sender gives it no name. */
export function deliveryNameOf(
  sender: WebhookSender,
  headers: IncomingHttpHeaders,
  payload: JsonObject,
  digest: Sha256Digest,
): DeliveryName {
  const delivery = { headers, payload, digest };
  const event = EVENT_OF[sender](delivery);
  return {
    sender,
    deliveryId: nameIn(ID_OF[sender](delivery), MAX_ID_LENGTH) ?? digest,
    // GitLab's have spaces.
    event: typeof event === 'string' && /^[ -~]+$/.test(event) ? event.slice(0, MAX_EVENT_LENGTH) : '',
  };
}
