import type { IncomingHttpHeaders } from 'node:http';
import type { JsonObject } from '../../../../common/values/json.js';
import type { Sha256Digest } from '../../../../common/values/sha256-digest.js';
import type { AppConfig } from '../../../../config/app-config.js';
import type { Plan } from '../../../../auth/accounts/accounts.js';

/**
 * Name of a provider: in the path of its webhook, in `webhook_delivery.sender`, and as the key of its secret in the
 * configuration.
 */
export type WebhookProviderName = keyof AppConfig['webhookSecrets'];

/** Whether a secret has signed a body. Takes the same time for each secret. */
export type SignatureCheck = (bytes: Buffer, secret: string) => boolean;

/** How a provider authenticates its deliveries. */
export interface WebhookSignature {
  /** Name of the header in the provider's spelling. */
  readonly header: string;
  /** What the header contains, as Markdown for the OpenAPI document. */
  readonly description: string;
  /**
   * The check for a value of the header; undefined when the value is no signature, so the body need not be read.
   * @param value of the header; empty when it is missing
   * @param now Unix time in seconds
   */
  readonly checkOf: (value: string, now: number) => SignatureCheck | undefined;
}

/** A verified delivery that is not parsed yet. */
export interface SignedDelivery {
  readonly headers: IncomingHttpHeaders;
  readonly payload: JsonObject;
  /** Digest of the body. */
  readonly digest: Sha256Digest;
}

/** A branch or tag of a repository that has moved. */
export interface RefChange {
  /** Such as `refs/heads/main`; `HEAD` if the repository has another default branch now. */
  readonly ref: string;
  /** Full hash; null when the sender names none that can be trusted to be the commit of the ref. */
  readonly commit: string | null;
  /** Full hash that the ref had before; null if it is new, or for a sender that does not say. */
  readonly previous: string | null;
  /** Whether the sender says that the ref has moved on, and not back; false if it does not say. */
  readonly isForward: boolean;
}

/** A repository as its code host names it. */
export interface SentRepository {
  /** `host#id` of the repository, whatever its name; null if the sender names no id. */
  readonly identity: string | null;
  /** Keys (`repositoryKey`) of all of its URLs. */
  readonly keys: readonly string[];
  /** Keys that it had until this event. */
  readonly previousKeys: readonly string[];
  /** The address of its web page. */
  readonly url: string;
  /** Full name of its default branch; null for a sender that does not say. */
  readonly defaultBranch: string | null;
}

/** A push to a repository, a release, or a repository's new name. */
export interface SourceEvent {
  readonly kind: 'source';
  readonly repository: SentRepository;
  readonly changes: readonly RefChange[];
}

/** An event of a code host that has no effect, such as that of a new webhook. */
export interface OtherEvent {
  readonly kind: 'other';
  readonly repository: SentRepository;
}

/** A change of a customer's subscription. */
export interface SubscriptionEvent {
  readonly kind: 'subscription';
  readonly customer: string;
  /** Id of the subscription. */
  readonly subscription: string;
  /** The plan that is paid for: FREE if none is, undefined if it is not a plan of the hub. */
  readonly plan: Plan | undefined;
  /** Paid, but set to end. */
  readonly isEnding: boolean;
  /** When the event was created, by the payment provider's clock, in whole seconds. */
  readonly createdAt: Date;
  /** Orders events of the same subscription in the same second: the one with the higher rank is later. */
  readonly rank: number;
}

/** What a provider reads its events with. */
export interface ReadingContext {
  readonly headers: IncomingHttpHeaders;
  /** The code hosts of the provider's kind that the server fetches from: `github.com`. */
  readonly hosts: readonly string[];
}

/** An event from any provider. */
export type WebhookEvent = SourceEvent | OtherEvent | SubscriptionEvent;

/**
 * A service that sends webhooks, with everything specific to it (hub contract 15). Registered in
 * `webhook-providers.ts`.
 */
export interface WebhookProvider {
  /** Display name. */
  readonly title: string;
  readonly signature: WebhookSignature;
  /** The provider's id of a delivery, the same on redelivery; not a string if there is none. */
  readonly deliveryId: (delivery: SignedDelivery) => unknown;
  /** The provider's name of the kind of event; not a string if there is none. */
  readonly eventName: (delivery: SignedDelivery) => unknown;
  /**
   * Undefined for an event without an effect that is about no repository.
   * @param event its name, or an empty string
   */
  readonly read: (event: string, payload: JsonObject, context: ReadingContext) => WebhookEvent | undefined;
  /** The audit event of a delivery that has its effect at once; absent if an analysis follows it. */
  readonly records?: 'organization.plan_changed';
  /** The part of a payload that `read` uses, for the OpenAPI document. */
  readonly example: object;
}
