import type { IncomingHttpHeaders } from 'node:http';
import { parseCodeHost } from '@mcp-hub/sources/code-hosts';
import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { unauthorizedBecause } from '../../../common/errors/unauthorized.js';
import { parseJson, requireUtf8 } from '../../../common/http/json-reader.js';
import type { RawRequest } from '../../../common/http/raw-body.js';
import { requireMediaType } from '../../../common/http/request-body.js';
import { sha256Of, type Sha256Digest } from '../../../common/values/sha256-digest.js';
import { currentTime } from '../../../common/values/clock.js';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import type {
  SignedDelivery,
  WebhookEvent,
  WebhookProviderName,
  WebhookSignature,
} from './providers/webhook-provider.js';
import { WEBHOOK_PROVIDERS } from './providers/webhook-providers.js';
import { DeliverySigners } from './delivery-signers.js';
import type { DeliveryName, SentName } from './webhook-deliveries.repository.js';

// A push to a large repository lists thousands of files.
const MAX_VALUES = 100_000;
const MAX_ID_LENGTH = 200;
const MAX_EVENT_LENGTH = 100;

/** A delivery whose signature is verified. */
export interface Delivery {
  readonly name: DeliveryName;
  readonly bodyDigest: Sha256Digest;
  /** Undefined when the event has no effect. */
  readonly event: WebhookEvent | undefined;
}

/** What a delivery says, whoever has signed it. */
type Content = Omit<Delivery, 'name'> & { readonly name: SentName };

const invalidSignature = (): ApiError => unauthorizedBecause('invalid signature');

/** Parses webhook requests into deliveries. */
@Injectable()
export class DeliveryReader {
  constructor(
    @Inject(APP_CONFIG) private readonly config: AppConfig,
    private readonly signers: DeliverySigners,
  ) {}

  /**
   * Reads a delivery that is signed by its sender, or for one MCP of its repository. Whose secrets could have signed it is
   * known only once it is read; until then, all that is wrong with it is 401.
   * @throws 401 for an invalid signature; then 415 or 400 for a body that is not JSON
   */
  async read(sender: WebhookProviderName, request: RawRequest): Promise<Delivery> {
    const { signature } = WEBHOOK_PROVIDERS[sender];
    const now = Math.floor(currentTime() / 1000);
    const check = signature.checkOf(valueOf(signature, request.headers), now);
    if (check === undefined) throw invalidSignature();
    const bytes = await request.read();
    const secret = this.config.webhookSecrets[sender];
    const isSenders = secret !== undefined && check(bytes, secret);
    const { name, bodyDigest, event } = this.contentOf(sender, { request, bytes, isSenders });
    const repository = event === undefined || event.kind === 'subscription' ? undefined : event.repository;
    const isSignedWith = (own: string): boolean => check(bytes, own);
    const signer = await this.signers.signerOf({ repository, isSenders, isSignedWith });
    if (signer === undefined) throw invalidSignature();
    return { name: { ...name, signer }, bodyDigest, event };
  }

  private contentOf(
    sender: WebhookProviderName,
    { request, bytes, isSenders }: { request: RawRequest; bytes: Buffer; isSenders: boolean },
  ): Content {
    try {
      requireMediaType(request, 'application/json');
      requireUtf8(request.headers);
      const payload = parseJson(bytes, MAX_VALUES);
      const bodyDigest = sha256Of(bytes);
      const name = deliveryNameOf(sender, { headers: request.headers, payload, digest: bodyDigest });
      const context = { headers: request.headers, hosts: this.hostsOf(sender) };
      return { name, bodyDigest, event: WEBHOOK_PROVIDERS[sender].read(name.event, payload, context) };
    } catch (error) {
      throw isSenders || !(error instanceof ApiError) ? error : invalidSignature();
    }
  }

  private hostsOf(sender: WebhookProviderName): readonly string[] {
    return this.config.analysis.sourceHosts
      .map(parseCodeHost)
      .filter(({ kind }) => kind === sender)
      .map(({ host }) => host);
  }
}

function valueOf({ header }: WebhookSignature, headers: IncomingHttpHeaders): string {
  const value = headers[header.toLowerCase()];
  return typeof value === 'string' ? value : '';
}

/** The name of a delivery; without a valid id from the sender, its id is the digest of the body. */
export function deliveryNameOf(sender: WebhookProviderName, delivery: SignedDelivery): SentName {
  const { deliveryId, eventName } = WEBHOOK_PROVIDERS[sender];
  const id = deliveryId(delivery);
  const event = eventName(delivery);
  const isName = typeof id === 'string' && id.length <= MAX_ID_LENGTH && /^[!-~]+$/.test(id);
  return {
    sender,
    deliveryId: isName ? id : delivery.digest,
    // GitLab's event names contain spaces.
    event: typeof event === 'string' && /^[ -~]+$/.test(event) ? event.slice(0, MAX_EVENT_LENGTH) : '',
  };
}
