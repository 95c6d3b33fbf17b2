import { Injectable } from '@nestjs/common';
import type { Plan } from '../../../auth/accounts/accounts.js';
import { systemActor } from '../../audit/events/actor.js';
import { changesBetween } from '../../audit/events/changes.js';
import type { DeliveryEffect } from './delivery-effect.js';
import { PaymentsRepository, type PayingOrganization } from './payments.repository.js';
import type { SubscriptionEvent } from './providers/webhook-provider.js';
import type { DeliveryName } from './webhook-deliveries.repository.js';

/** Sets the plans of organizations from subscription events (hub contract 15). */
@Injectable()
export class PaymentsService {
  constructor(private readonly payments: PaymentsRepository) {}

  /** Applies an event in the running transaction. An event older than the newest applied one has no effect. */
  async apply({ sender, deliveryId }: DeliveryName, event: SubscriptionEvent): Promise<DeliveryEffect> {
    const organization = await this.payments.lockByCustomer(event.customer);
    if (organization === undefined) return { outcome: 'UNKNOWN' };
    if (isStale(event, organization)) return { outcome: 'STALE' };
    const plan = planAfter(event, organization);
    if (plan === undefined) return { outcome: 'IGNORED' };
    const { subscription, createdAt: eventAt, rank: eventRank } = event;
    const payment = { plan, subscription, eventAt, eventRank, eventId: deliveryId };
    await this.payments.apply(organization.id, payment);
    const changes = changesBetween({ plan: organization.plan }, { plan });
    if (changes === undefined) return { outcome: 'ACCEPTED' };
    return {
      outcome: 'ACCEPTED',
      event: {
        orgId: organization.id,
        actor: systemActor(sender),
        action: 'organization.plan_changed',
        resourceId: organization.id,
        details: { changes, delivery: deliveryId },
      },
    };
  }
}

/**
 * The provider does not deliver in order, and its timestamps are whole seconds: ranks order events of the same second.
 */
function isStale(
  event: SubscriptionEvent,
  { subscription, eventAt, eventRank }: PayingOrganization,
): boolean {
  if (eventAt === null) return false;
  const difference = event.createdAt.getTime() - eventAt.getTime();
  if (difference !== 0 || event.subscription !== subscription) return difference < 0;
  return event.rank < (eventRank ?? 0);
}

/**
 * The plan after an event; undefined when the event does not affect it. A customer may have several subscriptions: a
 * paid one takes over, and from then on the end of an older one is ignored.
 */
function planAfter(event: SubscriptionEvent, { plan, subscription }: PayingOrganization): Plan | undefined {
  if (event.subscription === subscription) return event.plan ?? 'FREE';
  if (subscription === null) return event.plan;
  if (event.plan === 'FREE' || (event.isEnding && plan !== 'FREE')) return undefined;
  return event.plan;
}
