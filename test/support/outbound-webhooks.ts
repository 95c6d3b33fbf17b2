import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, jest } from '@jest/globals';
import { DeliveryClock } from '../../src/hub/notifications/outbound-webhooks/delivery-clock.js';
import { DeliveryJob } from '../../src/hub/notifications/outbound-webhooks/delivery-job.js';
import { OrganizationEvents } from '../../src/hub/notifications/outbound-webhooks/organization-events.js';
import { UnitOfWork } from '../../src/storage/database/unit-of-work.js';
import type { HubActors, HubUserActor } from './hub-actors.js';
import { useHub, type Hub } from './suite.js';
import { WebhookReceiver, type ReceivedEvent } from './webhook-receiver.js';

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;

export interface TestWebhook {
  readonly id: string;
  readonly orgId: string;
  readonly owner: HubUserActor;
  readonly secret: string;
  readonly path: string;
  /** Its path at the receiver. */
  readonly at: string;
}

/** A delivery as the API shows it. */
export interface ShownDelivery {
  readonly id: string;
  readonly event_id: string;
  readonly status: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly response_status: number | null;
}

/** The product with a receiver that it may send to, and a clock for deliveries that tests move. */
export class Outbound {
  /** Milliseconds by which the clock of the deliveries is ahead. */
  ahead = 0;

  constructor(
    readonly hub: Hub,
    readonly receiver: WebhookReceiver,
  ) {}

  get job(): DeliveryJob {
    return this.hub.t.app.get(DeliveryJob, { strict: false });
  }

  get events(): OrganizationEvents {
    return this.hub.t.app.get(OrganizationEvents, { strict: false });
  }

  get uow(): UnitOfWork {
    return this.hub.t.app.get(UnitOfWork, { strict: false });
  }

  /** Sends what is due, and waits for the end. */
  async deliver(): Promise<void> {
    await this.job.run();
    await this.job.idle();
  }

  /** Lets time pass in steps, and sends what is due after each. */
  async pass(duration: number, step = duration): Promise<void> {
    for (const end = this.ahead + duration; this.ahead < end;) {
      this.ahead = Math.min(end, this.ahead + step);
      await this.deliver();
    }
  }

  /** Creates a webhook, of a new organization unless one is given. */
  async webhook(
    change: object = {},
    org?: Pick<Awaited<ReturnType<HubActors['organization']>>, 'id' | 'owner'>,
  ): Promise<TestWebhook> {
    const { id: orgId, owner } = org ?? (await this.hub.actors.organization());
    const at = randomUUID();
    const { status, body, text } = await owner.post(`/api/v1/orgs/${orgId}/webhooks`, {
      url: this.receiver.url(at),
      events: ['gate.failed'],
      ...change,
    });
    if (status !== 201) throw new Error(text);
    const { id, secret } = body as { id: string; secret: string };
    return { id, orgId, owner, secret, at, path: `/api/v1/orgs/${orgId}/webhooks/${id}` };
  }

  /** Adds an event `gate.failed`. */
  add(orgId: string, data: object = {}): Promise<void> {
    return this.uow.run(() => this.events.add(orgId, 'gate.failed', data));
  }

  async deliveriesOf({ owner, path }: TestWebhook): Promise<readonly ShownDelivery[]> {
    const { body } = await owner.get(`${path}/deliveries?limit=100`);
    return body.deliveries as ShownDelivery[];
  }

  /** The events that arrived at a webhook, in their order. */
  received({ at }: TestWebhook): readonly ReceivedEvent[] {
    return this.receiver.at(at);
  }
}

/** Starts the product and a receiver for the tests of a file. */
export async function useOutbound(): Promise<Outbound> {
  const receiver = await WebhookReceiver.start();
  afterAll(() => receiver.close());
  const hub = await useHub({
    RATE_LIMIT_ENTERPRISE: '5000',
    OUTBOUND_WEBHOOKS_TRUSTED_ORIGINS: receiver.origin,
  });
  const outbound = new Outbound(hub, receiver);
  beforeAll(() => {
    const clock = hub.t.app.get(DeliveryClock, { strict: false });
    jest.spyOn(clock, 'now').mockImplementation(() => new Date(Date.now() + outbound.ahead));
  });
  beforeEach(async () => {
    // What earlier tests have left must not be due when a later one moves the clock.
    await hub.t.rows('DELETE FROM outbound_webhook');
    outbound.ahead = 0;
  });
  return outbound;
}

export const idsOf = (received: readonly ReceivedEvent[]): string[] => received.map(({ body }) => body.id);
