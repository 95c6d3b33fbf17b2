import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OpenApiTag } from '../../../common/openapi/tags.js';
import { AuditModule } from '../../audit/events/audit.module.js';
import { DeliveryAttempt } from './delivery-attempt.js';
import { DeliveryClock } from './delivery-clock.js';
import { DeliveryJob } from './delivery-job.js';
import { DeliveryResults } from './delivery-results.js';
import { OrganizationEventsModule } from './organization-events.module.js';
import { OutboundCleanupJob } from './outbound-cleanup-job.js';
import { OutboundDeliveriesController } from './outbound-deliveries.controller.js';
import { OutboundDeliveriesReadModel } from './outbound-deliveries.read-model.js';
import { OutboundDeliveriesRepository } from './outbound-deliveries.repository.js';
import { OutboundDeliveriesService } from './outbound-deliveries.service.js';
import { OutboundDelivery } from './outbound-delivery.entity.js';
import { OutboundWebhook } from './outbound-webhook.entity.js';
import { OutboundWebhooksController } from './outbound-webhooks.controller.js';
import { OutboundWebhooksRepository } from './outbound-webhooks.repository.js';
import { OutboundWebhooksService } from './outbound-webhooks.service.js';
import { SecretBox } from './secret-box.js';
import { WebhookSender } from './webhook-sender.js';

/** Webhooks of organizations. */
@OpenApiTag('notifications', 'Webhooks that receive the events of organizations.')
@Module({
  imports: [
    TypeOrmModule.forFeature([OutboundDelivery, OutboundWebhook]),
    AuditModule,
    OrganizationEventsModule,
  ],
  controllers: [OutboundWebhooksController, OutboundDeliveriesController],
  providers: [
    DeliveryAttempt,
    DeliveryClock,
    DeliveryJob,
    DeliveryResults,
    OutboundCleanupJob,
    OutboundDeliveriesReadModel,
    OutboundDeliveriesRepository,
    OutboundDeliveriesService,
    OutboundWebhooksRepository,
    OutboundWebhooksService,
    SecretBox,
    WebhookSender,
  ],
  exports: [OutboundWebhooksService, SecretBox],
})
export class OutboundWebhooksModule {}
