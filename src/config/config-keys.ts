import { ADVISORY_KEYS } from './advisories.js';
import { ANALYSIS_KEYS } from './analysis.js';
import { BOOTSTRAP_ADMIN_KEYS } from './bootstrap-admin.js';
import type { ConfigKeys } from './config-key.js';
import { DATA_DIRECTORY_KEYS } from './data-directory.js';
import { DATABASE_KEYS } from './database.js';
import { DEMO_KEYS } from './demo.js';
import { HTTP_KEYS } from './http.js';
import { IDP_KEYS } from './idp.js';
import { LIMIT_KEYS } from './limits.js';
import { MAIL_KEYS } from './mail.js';
import { OPERATION_KEYS } from './operation.js';
import { OUTBOUND_WEBHOOK_KEYS } from './outbound-webhooks.js';
import { PUBLIC_ACCESS_KEYS } from './public-access.js';
import { RATE_LIMIT_KEYS } from './rate-limits.js';
import { REDIS_KEYS } from './redis.js';
import { REGISTRY_AUTH_KEYS } from './registry-auth.js';
import { REGISTRY_CLIENT_KEYS } from './registry-client.js';
import { REGISTRY_KEYS } from './registry.js';
import { REPORT_KEYS } from './reports.js';
import { SERVICE_TOKEN_KEYS } from './service-tokens.js';
import { SIGNED_DECISION_KEYS } from './signed-decisions.js';
import { SIGNING_KEYS } from './signing.js';
import { STORAGE_KEYS } from './storage.js';
import { WEBHOOK_KEYS } from './webhooks.js';

/** Every key of the product, in the order of the documentation. */
export const CONFIG_KEYS: ConfigKeys = {
  ...HTTP_KEYS,
  ...DATA_DIRECTORY_KEYS,
  ...DATABASE_KEYS,
  ...REDIS_KEYS,
  ...OPERATION_KEYS,
  ...REGISTRY_AUTH_KEYS,
  ...REGISTRY_CLIENT_KEYS,
  ...IDP_KEYS,
  ...SIGNING_KEYS,
  ...SIGNED_DECISION_KEYS,
  ...MAIL_KEYS,
  ...RATE_LIMIT_KEYS,
  ...SERVICE_TOKEN_KEYS,
  ...WEBHOOK_KEYS,
  ...OUTBOUND_WEBHOOK_KEYS,
  ...ADVISORY_KEYS,
  ...PUBLIC_ACCESS_KEYS,
  ...REGISTRY_KEYS,
  ...STORAGE_KEYS,
  ...LIMIT_KEYS,
  ...ANALYSIS_KEYS,
  ...REPORT_KEYS,
  ...DEMO_KEYS,
  ...BOOTSTRAP_ADMIN_KEYS,
};
