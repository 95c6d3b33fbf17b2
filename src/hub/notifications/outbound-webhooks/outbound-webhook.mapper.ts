import type { OutboundDeliveryView } from './outbound-deliveries.dto.js';
import type { ListedDelivery } from './outbound-deliveries.read-model.js';
import type { OutboundWebhookView, OutboundWebhookWithSecret } from './outbound-webhooks.dto.js';
import type { StoredWebhook } from './outbound-webhooks.repository.js';

/** A webhook in responses. */
export const webhookView = (webhook: StoredWebhook, now: Date): OutboundWebhookView => ({
  id: webhook.id,
  org_id: webhook.orgId,
  url: webhook.url,
  events: webhook.events,
  description: webhook.description,
  enabled: webhook.enabled,
  disabled_reason: webhook.disabledReason,
  last_success_at: webhook.lastSuccessAt?.toISOString() ?? null,
  old_secret_until:
    webhook.oldSecretUntil !== null && webhook.oldSecretUntil > now
      ? webhook.oldSecretUntil.toISOString()
      : null,
  created_at: webhook.createdAt.toISOString(),
  updated_at: webhook.updatedAt.toISOString(),
});

/** A delivery in responses. */
export const deliveryView = (delivery: ListedDelivery): OutboundDeliveryView => ({
  id: delivery.id,
  event_id: delivery.eventId,
  type: delivery.type,
  status: delivery.status,
  attempts: delivery.attempts,
  next_attempt_at: delivery.status === 'PENDING' ? delivery.runAfter.toISOString() : null,
  last_attempt_at: delivery.lastAttemptAt?.toISOString() ?? null,
  response_status: delivery.responseStatus,
  error: delivery.error,
  delivered_at: delivery.deliveredAt?.toISOString() ?? null,
  created_at: delivery.createdAt.toISOString(),
});

/** A webhook with its new secret, for the only response that has it. */
export const webhookWithSecret = (
  webhook: StoredWebhook,
  secret: string,
  now: Date,
): OutboundWebhookWithSecret => Object.assign(webhookView(webhook, now), { secret });
