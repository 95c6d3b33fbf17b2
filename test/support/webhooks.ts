import { createHmac, randomUUID } from 'node:crypto';
import type { ApiClient, ApiResponse } from './api-client.js';

/** The secrets shared between the senders and the product under test. */
export const WEBHOOK_SECRETS = {
  github: 'github-secret',
  gitlab: 'gitlab-tøken',
  bitbucket: 'bitbucket-secret',
  stripe: 'whsec_stripe',
} as const;
export type Sender = keyof typeof WEBHOOK_SECRETS;

/** The variables that configure them in the product. */
export const webhookSettings = {
  WEBHOOK_GITHUB_SECRET: WEBHOOK_SECRETS.github,
  WEBHOOK_GITLAB_TOKEN: WEBHOOK_SECRETS.gitlab,
  WEBHOOK_BITBUCKET_SECRET: WEBHOOK_SECRETS.bitbucket,
  WEBHOOK_STRIPE_SECRET: WEBHOOK_SECRETS.stripe,
};

const hmac = (secret: string, text: string | Buffer): string =>
  createHmac('sha256', secret).update(text).digest('hex');

/** The signature headers of a sender for a body. */
export function signed(
  sender: Sender,
  body: string | Buffer,
  options: { readonly secret?: string; readonly now?: number } = {},
): Record<string, string> {
  const { secret = WEBHOOK_SECRETS[sender], now = Math.floor(Date.now() / 1000) } = options;
  switch (sender) {
    case 'github':
      return { 'x-hub-signature-256': `sha256=${hmac(secret, body)}` };
    case 'gitlab':
      return { 'x-gitlab-token': Buffer.from(secret).toString('latin1') };
    case 'bitbucket':
      return { 'x-hub-signature': `sha256=${hmac(secret, body)}` };
    case 'stripe': {
      const text = Buffer.concat([Buffer.from(`${now}.`), Buffer.from(body)]);
      return { 'stripe-signature': `t=${now},v1=${hmac(secret, text)},v0=${'0'.repeat(64)}` };
    }
  }
}

/** The headers with which a sender identifies the event and the delivery. */
export function named(
  sender: Sender,
  event: string,
  delivery: string = randomUUID(),
): Record<string, string> {
  switch (sender) {
    case 'github':
      return { 'x-github-event': event, 'x-github-delivery': delivery };
    case 'gitlab':
      return { 'x-gitlab-event': event, 'x-gitlab-event-uuid': delivery };
    case 'bitbucket':
      return { 'x-event-key': event, 'x-request-uuid': delivery };
    case 'stripe':
      return {};
  }
}

/** Sends a raw body; JSON unless the headers say otherwise. */
export const deliver = (
  client: ApiClient,
  sender: Sender,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<ApiResponse> =>
  client.send('POST', `/api/v1/webhooks/${sender}`, {
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

/** Sends JSON or raw text, signed by its sender. */
export function deliverSigned(
  client: ApiClient,
  sender: Sender,
  json: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiResponse> {
  const body = typeof json === 'string' ? json : JSON.stringify(json);
  return deliver(client, sender, body, { ...signed(sender, body), ...headers });
}
