import { SourceError } from '@mcp-hub/sources';
import { Inject, Injectable } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../../config/app-config.js';
import type { ClaimedDelivery, DeliveryFailure } from './outbound-deliveries.repository.js';
import { SecretBox } from './secret-box.js';
import { signatureHeader } from './webhook-signature.js';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 65_536;
const MAX_ERROR = 300;

/** The result of an attempt. */
export type SendResult =
  | { readonly kind: 'delivered'; readonly status: number }
  | ({
      readonly kind: 'failed';
      /** Whether the receiver seems to be in trouble: it does not answer, or says so. */
      readonly isOutage: boolean;
    } & DeliveryFailure)
  /** The server stops. */
  | { readonly kind: 'interrupted' };

/** Sends events as Standard Webhooks 1.0 (hub contract 32). */
@Injectable()
export class WebhookSender {
  private readonly trusted: ReadonlySet<string>;

  constructor(
    private readonly secrets: SecretBox,
    @Inject(APP_CONFIG) { outboundWebhooks }: Pick<AppConfig, 'outboundWebhooks'>,
  ) {
    this.trusted = new Set(outboundWebhooks.trustedOrigins);
  }

  /**
   * Makes one attempt, which takes at most ten seconds.
   * @param now the time in the signature
   * @param stopping aborted when the server stops
   */
  async send(delivery: ClaimedDelivery, now: Date, stopping: AbortSignal): Promise<SendResult> {
    const headers = this.headersFor(delivery, now);
    if (headers === undefined) {
      const error = 'the secret cannot be read, because the key of the server has changed; rotate the secret';
      return { kind: 'failed', isOutage: false, status: null, error };
    }
    try {
      // Loaded with the first delivery: most servers have none.
      const { post } = await import('@mcp-hub/sources');
      const status = await post(new URL(delivery.url), {
        headers,
        body: bodyOf(delivery),
        signal: AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]),
        maxBytes: MAX_ANSWER_BYTES,
        trusted: this.trusted,
      });
      return resultOf(status);
    } catch (error) {
      if (stopping.aborted) return { kind: 'interrupted' };
      return { kind: 'failed', isOutage: true, status: null, error: describe(error) };
    }
  }

  private headersFor(delivery: ClaimedDelivery, now: Date): Record<string, string> | undefined {
    const { webhookId, secret, oldSecret, eventId } = delivery;
    const current = this.secrets.open(secret, webhookId);
    if (current === undefined) return undefined;
    const old = oldSecret === null ? undefined : this.secrets.open(oldSecret, webhookId);
    const timestamp = Math.floor(now.getTime() / 1000);
    const message = { id: eventId, timestamp, body: bodyOf(delivery) };
    return {
      'content-type': 'application/json',
      'user-agent': 'mcp-hub',
      'webhook-id': eventId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signatureHeader(old === undefined ? [current] : [current, old], message),
    };
  }
}

/** The body, the same in every attempt. */
const bodyOf = ({ eventId, type, eventAt, orgId, data }: ClaimedDelivery): string =>
  JSON.stringify({ id: eventId, type, created_at: eventAt.toISOString(), org_id: orgId, data });

function resultOf(status: number): SendResult {
  if (status >= 200 && status < 300) return { kind: 'delivered', status };
  const isRedirect = status >= 300 && status < 400;
  const error = `the receiver answered with HTTP ${status}${isRedirect ? '; redirects are not followed' : ''}`;
  return { kind: 'failed', isOutage: status >= 500 || status === 429, status, error };
}

/** Other errors than those of the network may have details that only operators may read. */
function describe(error: unknown): string {
  if (!(error instanceof SourceError)) return 'it could not be sent';
  if (error.code === 'refused_address') return 'the host of the URL has an address that is not public';
  if (error.code === 'timeout') return `the receiver did not answer within ${TIMEOUT_MS / 1000} seconds`;
  return error.message.slice(0, MAX_ERROR);
}
