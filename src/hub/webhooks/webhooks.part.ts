import type { HubPart } from '../hub-part.js';
import { DeliveryReader } from './delivery-reader.js';
import { KnownRepositoriesReadModel } from './known-repositories.read-model.js';
import { PaymentsRepository } from './payments.repository.js';
import { PaymentsService } from './payments.service.js';
import { RepositoryChangesService } from './repository-changes.service.js';
import { WebhookCleanupJob } from './webhook-cleanup-job.js';
import { WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';
import { WebhookEffectsRepository } from './webhook-effects.repository.js';
import { WEBHOOK_CONTROLLERS } from './webhooks.controller.js';
import { WebhooksService } from './webhooks.service.js';

/** What other services tell. */
export const webhooksPart: HubPart = {
  controllers: WEBHOOK_CONTROLLERS,
  providers: [
    DeliveryReader,
    KnownRepositoriesReadModel,
    PaymentsRepository,
    PaymentsService,
    RepositoryChangesService,
    WebhookCleanupJob,
    WebhookDeliveriesRepository,
    WebhookEffectsRepository,
    WebhooksService,
  ],
};
