import { bitbucket } from './bitbucket.js';
import { github } from './github.js';
import { gitlab } from './gitlab.js';
import { stripe } from './stripe.js';
import type { WebhookProvider, WebhookProviderName } from './webhook-provider.js';

/** All webhook providers, in the order of the OpenAPI document. */
export const WEBHOOK_PROVIDERS: Readonly<Record<WebhookProviderName, WebhookProvider>> = {
  github,
  gitlab,
  bitbucket,
  stripe,
};

export const WEBHOOK_PROVIDER_NAMES = Object.keys(WEBHOOK_PROVIDERS) as WebhookProviderName[];
