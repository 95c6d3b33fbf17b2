import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '../../../common/values/json.js';
import type { Sha256Digest } from '../../../common/values/sha256-digest.js';
import type { AppConfig } from '../../../config/app-config.js';
import type { Plan } from '../../../access/accounts.js';

/** Name of a provider: in the path of its webhook, in `webhook_delivery.sender`, and of its secret in the configuration. */
export type WebhookProviderName = keyof AppConfig['webhookSecrets'];

/** Whether the bytes of a body are those that the headers vouch for. */
export type BodyCheck = (bytes: Buffer) => boolean;

/** How a provider vouches for what it sends. */
export interface WebhookSignature {
  /** The header, as the provider writes it. */
  readonly header: string;
  /** What the header contains, as Markdown for the OpenAPI document. */
  readonly description: string;
  /**
   * The check of the body that a value of the header demands; undefined when the value vouches for nothing, so that no
   * body needs to be read.
   * @param value of the header; empty when it is missing
   * @param now Unix time in seconds
   */
  readonly bodyCheck: (value: string, secret: string, now: number) => BodyCheck | undefined;
}

/** A verified delivery, before it is known what it means. */
export interface SignedDelivery {
  readonly headers: IncomingHttpHeaders;
  readonly payload: JsonObject;
  /** Of the body. */
  readonly digest: Sha256Digest;
}

/** A commit to which a branch or tag of a repository has moved. */
export interface RefChange {
  /** Full hash; null where the provider names a tag alone. */
  readonly commit: string | null;
  readonly ref: string;
}

/** A push to a repository, or a release. */
export interface SourceEvent {
  readonly kind: 'source';
  /** Keys of the repository, by each of its addresses. */
  readonly repositories: readonly string[];
  readonly changes: readonly RefChange[];
}

/** What a change of a customer's subscription means for their plan. */
export interface SubscriptionEvent {
  readonly kind: 'subscription';
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

/** A delivery that can have an effect, whoever sent it. */
export type WebhookEvent = SourceEvent | SubscriptionEvent;

/** A service that sends webhooks: all that the hub knows of it (hub contract 15). Registered in `webhook-providers.ts`. */
export interface WebhookProvider {
  /** As people write it. */
  readonly title: string;
  readonly signature: WebhookSignature;
  /** Its name for a delivery, the same when it is tried again; anything but a text when there is none. */
  readonly deliveryId: (delivery: SignedDelivery) => unknown;
  /** Its name for the kind of event; anything but a text when there is none. */
  readonly eventName: (delivery: SignedDelivery) => unknown;
  /** @param event its name, or an empty text. Undefined for a delivery that has no effect. */
  readonly read: (event: string, payload: JsonObject) => WebhookEvent | undefined;
  /** As much of a payload as `read` uses, for the OpenAPI document. */
  readonly example: object;
}
