import { Inject, Injectable } from '@nestjs/common';
import { unauthorizedBecause } from '../../common/errors/unauthorized.js';
import { parseJson, requireUtf8 } from '../../common/http/json-reader.js';
import type { RawRequest } from '../../common/http/raw-body.js';
import { requireMediaType } from '../../common/http/request-body.js';
import type { JsonObject } from '../../common/values/json.js';
import { sha256Of, type Sha256Digest } from '../../common/values/sha256-digest.js';
import { APP_CONFIG, type AppConfig } from '../../config/app-config.js';
import { deliveryNameOf } from './delivery-name.js';
import { SIGNATURES } from './signatures.js';
import type { DeliveryName } from './webhook-deliveries.repository.js';
import type { WebhookSender } from './webhook-values.js';

// A push of a large repository names thousands of files.
const MAX_VALUES = 100_000;

/** What a sender has signed. */
export interface Delivery {
  readonly name: DeliveryName;
  readonly bodyDigest: Sha256Digest;
  readonly payload: JsonObject;
}

/** Reads deliveries of webhooks from their requests. */
@Injectable()
export class DeliveryReader {
  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {}

  /** @throws 401 unless its sender has signed it; then 415 and 400 for what is no JSON */
  async read(sender: WebhookSender, request: RawRequest): Promise<Delivery> {
    const bytes = await this.verified(sender, request);
    requireMediaType(request, 'application/json');
    requireUtf8(request.headers);
    const payload = parseJson(bytes, MAX_VALUES);
    const bodyDigest = sha256Of(bytes);
    return { name: deliveryNameOf(sender, request.headers, payload, bodyDigest), bodyDigest, payload };
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
    throw unauthorizedBecause('invalid signature');
  }
}
