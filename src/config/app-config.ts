import type { AnalysisSettings } from './analysis.js';
import type { BootstrapAdminSettings } from './bootstrap-admin.js';
import type { DatabaseSettings } from './database.js';
import type { HttpSettings } from './http.js';
import type { IdpSettings } from './idp.js';
import type { LimitSettings } from './limits.js';
import type { SmtpSettings } from './mail.js';
import type { OperationSettings } from './operation.js';
import type { OutboundWebhookSettings } from './outbound-webhooks.js';
import type { PublicAccessSettings } from './public-access.js';
import type { RateLimitSettings } from './rate-limits.js';
import type { RedisSettings } from './redis.js';
import type { EnterpriseSettings, OssSettings } from './registry-auth.js';
import type { RegistryClientSettings } from './registry-client.js';
import type { DefaultVisibility } from './registry.js';
import type { ReportSettings } from './reports.js';
import type { ServiceTokenSettings } from './service-tokens.js';
import type { SignedDecisionSettings } from './signed-decisions.js';
import type { SigningSettings } from './signing.js';
import type { FilesystemSettings, S3Settings } from './storage.js';
import type { WebhookSecrets } from './webhooks.js';

/** The whole configuration, typed, validated and frozen. Injected wherever a setting is needed. */
export interface AppConfig extends OperationSettings {
  readonly http: HttpSettings;
  readonly dataDir: string;
  readonly database: DatabaseSettings;
  /** Absent: servers share no state. */
  readonly redis?: RedisSettings;
  readonly auth: OssSettings | EnterpriseSettings;
  /** The hub as a client of the registry. */
  readonly registryClient: RegistryClientSettings;
  /** Key that signs the upload URLs of the hub, as base64url. */
  readonly uploadUrlKey: string;
  /** Absent: nobody can sign in to the hub. */
  readonly idp?: IdpSettings;
  /** In lower case. */
  readonly platformAdminEmails: readonly string[];
  /** Absent: no mail is sent. */
  readonly smtp?: SmtpSettings;
  readonly rateLimits: RateLimitSettings;
  readonly serviceTokens: ServiceTokenSettings;
  readonly webhookSecrets: WebhookSecrets;
  readonly outboundWebhooks: OutboundWebhookSettings;
  /** Exports of advisories that are fetched daily. */
  readonly advisoryAddresses: readonly string[];
  readonly public: PublicAccessSettings;
  /** Visibility of new packages whose publish request has none. */
  readonly defaultVisibility: DefaultVisibility;
  readonly storage: FilesystemSettings | S3Settings;
  readonly limits: LimitSettings;
  readonly signing: SigningSettings;
  readonly signedDecisions: SignedDecisionSettings;
  readonly analysis: AnalysisSettings;
  readonly reports: ReportSettings;
  /** Whether the server adds MCP servers and an organization of the demo when it starts. */
  readonly demo: boolean;
  readonly bootstrapAdmin: BootstrapAdminSettings;
}

/** Injection token of `AppConfig`. */
export const APP_CONFIG = Symbol('APP_CONFIG');

/** The settings of oss mode, for features that exist only in this mode. @throws in enterprise mode */
export function ossSettings({ auth }: AppConfig): OssSettings {
  if (auth.mode !== 'oss') throw new Error('this exists in oss mode only');
  return auth;
}
