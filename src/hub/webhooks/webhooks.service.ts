import { Inject, Injectable } from '@nestjs/common';
import { unauthorized } from '../../common/errors/api-error.js';
import { parseJson, requireUtf8 } from '../../common/http/json-reader.js';
import type { RawRequest } from '../../common/http/raw-body.js';
import { requireMediaType } from '../../common/http/request-body.js';
import type { JsonObject } from '../../common/values/json.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { UnitOfWork } from '../../storage/database/unit-of-work.js';
import { AuditService } from '../audit/audit.service.js';
import { deliveryNameOf } from './delivery-name.js';
import type { Effect } from './effect.js';
import { PaymentsService } from './payments.service.js';
import { RepositoryChangesService } from './repository-changes.service.js';
import { SIGNATURES } from './signatures.js';
import { WebhookDeliveriesRepository, type DeliveryName } from './webhook-deliveries.repository.js';
import type { WebhookSender } from './webhook-values.js';
import type { WebhookAnswer } from './webhooks.dto.js';

/** What other services tell the hub (hub spec, Webhooks; decisions, hub 15). */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly deliveries: WebhookDeliveriesRepository,
    private readonly repositories: RepositoryChangesService,
    private readonly payments: PaymentsService,
    private readonly audit: AuditService,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /**
   * Takes a delivery in, once. Its record and its effect are one transaction.
   * @throws 401 unless its sender has signed it; then 415 and 400 for what is no JSON
   */
  async receive(sender: WebhookSender, request: RawRequest): Promise<WebhookAnswer> {
    const bytes = await this.verified(sender, request);
    requireMediaType(request, 'application/json');
    requireUtf8(request.headers);
    const payload = parseJson(bytes);
    const name = deliveryNameOf(sender, request.headers, payload, bytes);
    const accepted = await this.uow.run(() => this.takeIn(name, payload));
    return { delivery_id: name.deliveryId, accepted };
  }

  /** The bytes that the sender has signed. @throws 401 */
  private async verified(sender: WebhookSender, request: RawRequest): Promise<Buffer> {
    const secret = this.config.webhookSecrets[sender];
    const now = Math.floor(Date.now() / 1000);
    const check = secret === undefined ? undefined : SIGNATURES[sender](request.headers, secret, now);
    if (check !== undefined) {
      const bytes = await request.read();
      if (check(bytes)) return bytes;
    }
    throw unauthorized('invalid signature');
  }

  /** Whether it had an effect. */
  private async takeIn(name: DeliveryName, payload: JsonObject): Promise<boolean> {
    if (!(await this.deliveries.begin(name))) return false;
    const { outcome, event } = await this.effectOf(name, payload);
    if (outcome !== 'IGNORED') await this.deliveries.end(name, outcome);
    if (event !== undefined) await this.audit.record(event);
    return outcome === 'ACCEPTED';
  }

  private effectOf(name: DeliveryName, payload: JsonObject): Promise<Effect> {
    return name.sender === 'stripe'
      ? this.payments.apply(name, payload)
      : this.repositories.apply(name.sender, name, payload);
  }
}
