import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { WebhookEffect } from './webhook-effect.entity.js';
import { DeliveryReader } from './delivery-reader.js';
import { DeliverySigners } from './delivery-signers.js';
import { WebhookMcpsRepository } from './webhook-mcps.repository.js';
import { PaymentsRepository } from './payments.repository.js';
import { PaymentsService } from './payments.service.js';
import { RepositoryChangesService } from './repository-changes.service.js';
import { SourceSignersReadModel } from './source-signers.read-model.js';
import { WebhookCleanupJob } from './webhook-cleanup-job.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import { WebhookEffectsRepository } from './webhook-effects.repository.js';
import { WEBHOOK_CONTROLLERS } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';
import { AuditModule } from '../../audit/events/audit.module.js';
import { OutboundWebhooksModule } from '../../notifications/outbound-webhooks/outbound-webhooks.module.js';
import { RepositoryIdentityModule } from '../../catalog/repository-identity/repository-identity.module.js';
import { SourceEventsModule } from '../../catalog/source-events/source-events.module.js';
import { OpenApiTag } from '../../../common/openapi/tags.js';

/** Webhooks of other services. */
@OpenApiTag('webhooks', 'Events that other services send.')
@Module({
  imports: [
    TypeOrmModule.forFeature([WebhookDelivery, WebhookEffect]),
    AuditModule,
    OutboundWebhooksModule,
    RepositoryIdentityModule,
    SourceEventsModule,
  ],
  controllers: WEBHOOK_CONTROLLERS,
  providers: [
    DeliveryReader,
    DeliverySigners,
    WebhookMcpsRepository,
    PaymentsRepository,
    PaymentsService,
    RepositoryChangesService,
    SourceSignersReadModel,
    WebhookCleanupJob,
    WebhookDeliveriesRepository,
    WebhookEffectsRepository,
    WebhooksService,
  ],
})
export class WebhooksModule {}
