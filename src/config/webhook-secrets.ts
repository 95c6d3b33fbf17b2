import type { AppConfig } from './app-config.js';
import type { ConfigReader } from './config-reader.js';

/** What each sender of webhooks shares with this server. */
export function webhookSecrets(reader: ConfigReader): AppConfig['webhookSecrets'] {
  const github = reader.read('webhook.github_secret');
  const gitlab = reader.read('webhook.gitlab_token');
  const bitbucket = reader.read('webhook.bitbucket_secret');
  const stripe = reader.read('webhook.stripe_secret');
  return {
    ...(github !== undefined && { github }),
    ...(gitlab !== undefined && { gitlab }),
    ...(bitbucket !== undefined && { bitbucket }),
    ...(stripe !== undefined && { stripe }),
  };
}
