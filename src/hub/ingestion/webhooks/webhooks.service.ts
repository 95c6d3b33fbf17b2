import { Injectable } from '@nestjs/common';
import type { Sha256Digest } from '../../../common/values/sha256-digest.js';
import { UnitOfWork } from '../../../storage/database/unit-of-work.js';
import { AuditService } from '../../audit/events/audit.service.js';
import type { Delivery } from './delivery-reader.js';
import type { DeliveryEffect } from './delivery-effect.js';
import { PaymentsService } from './payments.service.js';
import type { WebhookEvent } from './providers/webhook-provider.js';
import { RepositoryChangesService } from './repository-changes.service.js';
import { WebhookDeliveriesRepository, type DeliveryName } from './webhook-deliveries.repository.js';
import { WebhookEffectsRepository } from './webhook-effects.repository.js';
import type { WebhookAnswer } from './webhooks.dto.js';

/** Receives events from other services (hub contract 15). */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly effects: WebhookEffectsRepository,
    private readonly repositories: RepositoryChangesService,
    private readonly payments: PaymentsService,
    private readonly audit: AuditService,
  ) {}

  /** Processes a delivery at most once. Its record and its effect are written in one transaction. */
  async receive(delivery: Delivery): Promise<WebhookAnswer> {
    const accepted = await this.uow.run(() => this.process(delivery));
    return { delivery_id: delivery.name.deliveryId, accepted };
  }

  /** Whether the delivery had an effect. */
  private async process({ name, bodyDigest, event }: Delivery): Promise<boolean> {
    if (!(await this.deliveries.create(name))) return false;
    const effect = await this.effectOnce(name, bodyDigest, event);
    if (effect.outcome !== 'IGNORED') await this.deliveries.end(name, effect.outcome);
    if (effect.event !== undefined) await this.audit.record(effect.event);
    return effect.outcome === 'ACCEPTED';
  }

  /** A body has at most one effect, whatever its delivery id: the signature does not cover headers. */
  private async effectOnce(
    name: DeliveryName,
    bodyDigest: Sha256Digest,
    event: WebhookEvent | undefined,
  ): Promise<DeliveryEffect> {
    if (!(await this.effects.claim(name, bodyDigest))) return { outcome: 'REPLAYED' };
    const effect = await this.effectOf(name, event);
    if (effect.outcome !== 'ACCEPTED') await this.effects.release(name, bodyDigest);
    return effect;
  }

  private async effectOf(name: DeliveryName, event: WebhookEvent | undefined): Promise<DeliveryEffect> {
    switch (event?.kind) {
      case undefined:
      case 'other':
        return { outcome: 'IGNORED' };
      case 'source':
        return this.repositories.apply(name, event);
      case 'subscription':
        return this.payments.apply(name, event);
    }
  }
}
