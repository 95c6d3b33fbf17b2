import { Injectable } from '@nestjs/common';
import { conflict, notFound } from '../../../common/errors/api-error.js';
import { HubChanges } from '../../../auth/hub/hub-changes.js';
import type { Confirmed, HubPrincipal } from '../../../auth/hub/hub-principal.js';
import { actorOf } from '../../audit/events/actor.js';
import { AuditService } from '../../audit/events/audit.service.js';
import { OrganizationEvents } from './organization-events.js';
import type {
  DeliveriesQuery,
  OutboundDeliveryList,
  OutboundDeliveryView,
} from './outbound-deliveries.dto.js';
import { OutboundDeliveriesReadModel, type ListedDelivery } from './outbound-deliveries.read-model.js';
import { deliveryView } from './outbound-webhook.mapper.js';
import { OutboundWebhooksRepository } from './outbound-webhooks.repository.js';
import type { WebhookPath } from './outbound-webhooks.service.js';

/** Path parameters of a delivery. */
export interface DeliveryPath extends WebhookPath {
  readonly deliveryId: string;
}

/** What was sent to the webhooks of organizations, and what waits (hub contract 32). */
@Injectable()
export class OutboundDeliveriesService {
  constructor(
    private readonly changes: HubChanges,
    private readonly webhooks: OutboundWebhooksRepository,
    private readonly shown: OutboundDeliveriesReadModel,
    private readonly events: OrganizationEvents,
    private readonly audit: AuditService,
  ) {}

  /** Newest first. @throws 404 */
  async list({ orgId, webhookId }: WebhookPath, query: DeliveriesQuery): Promise<OutboundDeliveryList> {
    if ((await this.webhooks.find(orgId, webhookId)) === undefined) throw notFound('webhook');
    const { items, total } = await this.shown.list(webhookId, query);
    return { deliveries: items.map(deliveryView), total, limit: query.limit, offset: query.offset };
  }

  /** Has an event sent that tests a webhook. @throws 404, 409 for a disabled one or one with a full backlog */
  test(principal: HubPrincipal, path: WebhookPath): Promise<OutboundDeliveryView> {
    const { orgId, webhookId } = path;
    return this.change(principal, path, async (caller) => {
      const id = await this.events.addTest(orgId, webhookId);
      if (id === undefined) throw conflict('too many deliveries wait for this webhook; try again later');
      const actor = actorOf(caller);
      await this.audit.record({ orgId, actor, action: 'webhook.tested', resourceId: webhookId, details: {} });
      return deliveryView(found(await this.shown.find(webhookId, id)));
    });
  }

  /** Has a delivery sent again, with the same event id and new attempts. @throws 404, 409 for a disabled webhook */
  redeliver(principal: HubPrincipal, path: DeliveryPath): Promise<OutboundDeliveryView> {
    const { orgId, webhookId, deliveryId } = path;
    return this.change(principal, path, async (caller) => {
      if (!(await this.events.sendAgain(webhookId, deliveryId))) throw notFound('delivery');
      const actor = actorOf(caller);
      const details = { delivery_id: deliveryId };
      await this.audit.record({
        orgId,
        actor,
        action: 'webhook.redelivered',
        resourceId: webhookId,
        details,
      });
      return deliveryView(found(await this.shown.find(webhookId, deliveryId)));
    });
  }

  /** Runs a change of the deliveries of an enabled webhook, which it locks. */
  private change<T>(
    principal: HubPrincipal,
    { orgId, webhookId }: WebhookPath,
    work: (caller: Confirmed) => Promise<T>,
  ): Promise<T> {
    return this.changes.run(principal, { organizations: [orgId] }, async (caller) => {
      const webhook = await this.webhooks.lock(orgId, webhookId);
      if (webhook === undefined) throw notFound('webhook');
      if (!webhook.enabled) throw conflict('the webhook is disabled; enable it first');
      return work(caller);
    });
  }
}

function found(delivery: ListedDelivery | undefined): ListedDelivery {
  if (delivery === undefined) throw notFound('delivery');
  return delivery;
}
