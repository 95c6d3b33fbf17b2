import { confidential, optional, type ConfigKey } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import { text } from './value-parsers.js';

const webhookSecret = (about: string): ConfigKey<string> =>
  confidential(optional(text, 'everything is refused', about));

export const WEBHOOK_KEYS = {
  'webhook.github_secret': webhookSecret(
    'Secret of the webhooks that GitHub sends to `/api/v1/webhooks/github`.',
  ),
  'webhook.gitlab_token': webhookSecret(
    'Secret token of the webhooks that GitLab sends to `/api/v1/webhooks/gitlab`.',
  ),
  'webhook.bitbucket_secret': webhookSecret(
    'Secret of the webhooks that Bitbucket sends to `/api/v1/webhooks/bitbucket`.',
  ),
  'webhook.stripe_secret': webhookSecret(
    'Signing secret of the webhooks that Stripe sends to `/api/v1/webhooks/stripe`.',
  ),
};

/** The key of each provider of webhooks. */
const SECRET_OF = {
  github: 'webhook.github_secret',
  gitlab: 'webhook.gitlab_token',
  bitbucket: 'webhook.bitbucket_secret',
  stripe: 'webhook.stripe_secret',
} as const satisfies Readonly<Record<string, keyof typeof WEBHOOK_KEYS>>;

/** The secrets that providers of webhooks share with this server. Without one, every request of a provider is refused. */
export type WebhookSecrets = Readonly<Partial<Record<keyof typeof SECRET_OF, string>>>;

export function webhookSecrets(reader: ConfigReader): WebhookSecrets {
  const { read } = reader.of(WEBHOOK_KEYS);
  const secrets = Object.entries(SECRET_OF).map(([provider, name]) => [provider, read(name)]);
  return Object.fromEntries(secrets.filter(([, secret]) => secret !== undefined)) as WebhookSecrets;
}
