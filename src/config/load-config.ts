import { advisoryAddresses } from './advisories.js';
import { analysisSettings } from './analysis.js';
import type { AppConfig } from './app-config.js';
import { bootstrapAdminSettings } from './bootstrap-admin.js';
import { ConfigError } from './config-error.js';
import { CONFIG_KEYS } from './config-keys.js';
import { ConfigReader, type Environment } from './config-reader.js';
import { dataDirectory } from './data-directory.js';
import { databaseSettings } from './database.js';
import { ephemeralSecret, storedSecrets } from './generated-secret.js';
import { hasDemo } from './demo.js';
import { httpSettings } from './http.js';
import { checkIdp, idpSettings, platformAdminEmails } from './idp.js';
import { limitSettings } from './limits.js';
import { smtpSettings } from './mail.js';
import { mayEmbed, operationSettings } from './operation.js';
import { outboundWebhookSettings } from './outbound-webhooks.js';
import { checkProcessRole } from './process-role.js';
import { publicAccessSettings } from './public-access.js';
import { rateLimitSettings } from './rate-limits.js';
import { redisSettings } from './redis.js';
import { checkRegistryAuth, registryAuthSettings } from './registry-auth.js';
import { registryClientSettings } from './registry-client.js';
import { defaultVisibility } from './registry.js';
import { serviceTokenSettings } from './service-tokens.js';
import { reportSettings } from './reports.js';
import { signedDecisionSettings } from './signed-decisions.js';
import { checkSigning, signingSettings } from './signing.js';
import { storageSettings } from './storage.js';
import { uploadUrlKey } from './upload-urls.js';
import { webhookSecrets } from './webhooks.js';

/**
 * Reads the configuration from `environment` and the YAML file that it names (`CONFIG_FILE`, else `./config.yaml` if
 * present). Generates and stores missing secrets where allowed, unless the program needs none of them.
 * @throws ConfigError with every fault.
 */
export function loadConfig(environment: Environment = process.env, { needsSecrets = true } = {}): AppConfig {
  const reader = new ConfigReader(CONFIG_KEYS, environment);
  const embeds = mayEmbed(reader, environment);
  const database = databaseSettings(reader, embeds);
  checkRegistryAuth(reader, embeds);
  const storage = storageSettings(reader);
  const smtp = smtpSettings(reader);
  checkIdp(reader, embeds);
  checkSigning(reader, embeds);
  checkProcessRole(reader);
  const demo = hasDemo(reader, embeds);
  const dataDir = dataDirectory(reader);
  if (reader.faults.length > 0) throw new ConfigError(reader.faults);

  const secretOf = needsSecrets ? storedSecrets(dataDir) : ephemeralSecret;
  const redis = redisSettings(reader);
  const idp = idpSettings(reader, secretOf, embeds);
  const signing = signingSettings(reader, secretOf);
  return deepFreeze({
    ...operationSettings(reader),
    http: httpSettings(reader),
    dataDir,
    database,
    ...(redis !== undefined && { redis }),
    auth: registryAuthSettings(reader, secretOf),
    registryClient: registryClientSettings(reader),
    uploadUrlKey: uploadUrlKey(signing),
    ...(idp !== undefined && { idp }),
    platformAdminEmails: platformAdminEmails(reader),
    ...(smtp !== undefined && { smtp }),
    rateLimits: rateLimitSettings(reader),
    serviceTokens: serviceTokenSettings(reader),
    webhookSecrets: webhookSecrets(reader),
    outboundWebhooks: outboundWebhookSettings(reader, secretOf, embeds),
    advisoryAddresses: advisoryAddresses(reader),
    public: publicAccessSettings(reader),
    defaultVisibility: defaultVisibility(reader),
    storage,
    limits: limitSettings(reader),
    signing,
    signedDecisions: signedDecisionSettings(reader),
    analysis: analysisSettings(reader),
    reports: reportSettings(reader),
    demo,
    bootstrapAdmin: bootstrapAdminSettings(reader),
  });
}

function deepFreeze<T extends object>(value: T): T {
  for (const child of Object.values(value) as unknown[]) {
    if (typeof child === 'object' && child !== null) deepFreeze(child);
  }
  return Object.freeze(value);
}
