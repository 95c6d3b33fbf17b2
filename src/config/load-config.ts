import { existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type {
  AppConfig,
  EnterpriseSettings,
  FilesystemSettings,
  OssSettings,
  S3Settings,
  SmtpSettings,
} from './app-config.js';
import { emailKey } from '../common/values/email-address.js';
import { CONFIG_KEYS, type ConfigKeyName } from './config-keys.js';
import { ConfigReader, type Environment } from './config-reader.js';
import { webhookSecrets } from './webhook-secrets.js';
import { ConfigError } from './config-error.js';
import { checkIdp, idpSettings, keepsBuiltInProvider } from './idp-settings.js';
import { passingSecret, secretsKeptIn, type SecretSource } from './generated-secret.js';
import { publicUrlOf } from './public-url.js';

const UNLESS_EMBEDDED = 'be set in production (or set ALLOW_EMBEDDED=true for a single small machine)';

/**
 * Reads the configuration from `environment` and the YAML file that it names (`CONFIG_FILE`, else `./config.yaml` if
 * present). Generates and keeps the secrets that may be generated, unless the program needs none of them.
 * @throws ConfigError with every fault.
 */
export function loadConfig(environment: Environment = process.env, { needsSecrets = true } = {}): AppConfig {
  const reader = new ConfigReader(environment);
  // Every key is read, so that a key that the settings below do not need yet is checked all the same.
  for (const name of Object.keys(CONFIG_KEYS) as ConfigKeyName[]) reader.read(name);
  const mayEmbed = environment['NODE_ENV'] !== 'production' || reader.read('allow_embedded');
  const isOss = reader.read('auth.mode') === 'oss';
  if (!mayEmbed) {
    const required: ConfigKeyName[] = ['database_url'];
    if (isOss) required.push('auth.oss.issuer_secret');
    if (reader.read('idp.client_id') !== undefined) required.push('session_secret');
    for (const name of required) if (reader.read(name) === undefined) reader.fault(name, UNLESS_EMBEDDED);
  }
  const enterprise = enterpriseSettings(reader);
  const storage = storageSettings(reader);
  const smtp = smtpSettings(reader);
  checkIdp(reader, mayEmbed);
  const dataDir = resolve(reader.read('data_dir'));
  if (!statSync(closestExisting(dataDir)).isDirectory()) {
    reader.fault('data_dir', 'be a folder, or name one that can be made');
  }
  if (reader.faults.length > 0) throw new ConfigError(reader.faults);

  const secretOf = needsSecrets ? secretsKeptIn(dataDir) : passingSecret;
  const idp = idpSettings(reader, secretOf, mayEmbed);
  return deepFreeze({
    ...settings(reader),
    dataDir,
    storage,
    ...(idp !== undefined && { idp }),
    ...(smtp !== undefined && { smtp }),
    platformAdminEmails: platformAdminEmails(reader, mayEmbed),
    auth: isOss ? ossSettings(reader, secretOf) : enterprise,
  });
}

function ossSettings(reader: ConfigReader, secretOf: SecretSource): OssSettings {
  const name = 'auth.oss.issuer_secret';
  return {
    mode: 'oss',
    issuer: reader.read('auth.oss.issuer'),
    audience: reader.read('auth.oss.audience'),
    issuerSecret: reader.read(name) ?? secretOf(name),
    tokenTtl: reader.read('auth.oss.token_ttl'),
    enableBasic: reader.read('auth.oss.enable_basic'),
  };
}

/** What is missing of it is a fault in enterprise mode only. */
function enterpriseSettings(reader: ConfigReader): EnterpriseSettings {
  const required = (name: 'jwks_url' | 'issuer' | 'audience'): string => {
    const value = reader.read(`auth.enterprise.${name}`);
    if (value === undefined && reader.read('auth.mode') === 'enterprise') {
      reader.fault(`auth.enterprise.${name}`, 'be set with auth.mode enterprise');
    }
    return value ?? '';
  };
  return {
    mode: 'enterprise',
    jwksUrl: required('jwks_url'),
    issuer: required('issuer'),
    audience: required('audience'),
  };
}

/** Mails are from somebody. */
function smtpSettings(reader: ConfigReader): SmtpSettings | undefined {
  const server = reader.read('smtp_url');
  const from = reader.read('smtp_from');
  if (server !== undefined && from === undefined) reader.fault('smtp_from', 'be set with smtp_url');
  return server === undefined || from === undefined ? undefined : { ...server, from };
}

/** A bucket is needed with s3 only; a key and its secret belong together. */
function storageSettings(reader: ConfigReader): FilesystemSettings | S3Settings {
  if (reader.read('storage.type') === 'filesystem') return { type: 'filesystem' };
  const bucket = reader.read('storage.s3.bucket');
  if (bucket === undefined) reader.fault('storage.s3.bucket', 'be set with storage.type s3');
  const endpoint = reader.read('storage.s3.endpoint');
  const publicEndpoint = reader.read('storage.s3.public_endpoint');
  const accessKeyId = reader.read('storage.s3.access_key_id');
  const secretAccessKey = reader.read('storage.s3.secret_access_key');
  if (accessKeyId !== undefined && secretAccessKey === undefined) {
    reader.fault('storage.s3.secret_access_key', 'be set with storage.s3.access_key_id');
  }
  if (accessKeyId === undefined && secretAccessKey !== undefined) {
    reader.fault('storage.s3.access_key_id', 'be set with storage.s3.secret_access_key');
  }
  const presign = reader.read('storage.presign.enabled');
  if (presign && sameHost(publicEndpoint ?? endpoint, publicUrlOf(reader))) {
    reader.fault(
      publicEndpoint === undefined ? 'storage.s3.endpoint' : 'storage.s3.public_endpoint',
      'name another host than public_url (or set storage.presign.enabled to false): clients would send their credentials to both',
    );
  }
  return {
    type: 's3',
    bucket: bucket ?? '',
    region: reader.read('storage.s3.region'),
    ...(endpoint !== undefined && { endpoint }),
    ...(publicEndpoint !== undefined && { publicEndpoint }),
    forcePathStyle: reader.read('storage.s3.force_path_style'),
    ...(accessKeyId !== undefined &&
      secretAccessKey !== undefined && { credentials: { accessKeyId, secretAccessKey } }),
    presign: {
      enabled: presign,
      expiresIn: reader.read('storage.presign.expires_in'),
    },
  };
}

/** Whether two URLs name the same host, on whatever port. */
const sameHost = (one: string | undefined, other: string): boolean =>
  one !== undefined && new URL(one).hostname === new URL(other).hostname;

/** The path, or the folder above it that is there. */
const closestExisting = (path: string): string => (existsSync(path) ? path : closestExisting(dirname(path)));

/** The settings that stand for themselves. */
function settings(
  reader: ConfigReader,
): Omit<AppConfig, 'dataDir' | 'auth' | 'storage' | 'idp' | 'platformAdminEmails' | 'smtp'> {
  const port = reader.read('port');
  const url = reader.read('database_url');
  const redisUrl = reader.read('redis_url');
  const metricsPort = reader.read('metrics_port');
  const password = reader.read('bootstrap_admin_password');
  return {
    logLevel: reader.read('log_level'),
    http: {
      host: reader.read('host'),
      port,
      publicUrl: publicUrlOf(reader),
      trustProxy: reader.read('trust_proxy') ?? [],
    },
    ...(metricsPort !== undefined && {
      metrics: { host: reader.read('metrics_host'), port: metricsPort },
    }),
    readOnly: reader.read('read_only'),
    database: {
      ...(url !== undefined && { url }),
      // The embedded database is one session.
      poolSize: url === undefined ? 1 : reader.read('database_pool_size'),
      migrate: reader.read('database_migrate'),
    },
    ...(redisUrl !== undefined && { redis: { url: redisUrl, prefix: reader.read('redis_prefix') } }),
    rateLimits: {
      anonymous: reader.read('rate_limit.anonymous'),
      free: reader.read('rate_limit.free'),
      pro: reader.read('rate_limit.pro'),
      enterprise: reader.read('rate_limit.enterprise'),
    },
    webhookSecrets: webhookSecrets(reader),
    public: {
      readCatalog: reader.read('public.read_catalog'),
      downloadArtifacts: reader.read('public.download_artifacts'),
    },
    limits: {
      bundleBytes: reader.read('limits.bundle_bytes'),
      manifestBytes: reader.read('limits.manifest_bytes'),
      evidenceBytes: reader.read('limits.evidence_bytes'),
      requestTimeoutSeconds: reader.read('limits.request_timeout'),
    },
    shutdownDrainSeconds: reader.read('shutdown_drain_seconds'),
    bootstrapAdmin: {
      username: reader.read('bootstrap_admin_username'),
      ...(password !== undefined && { password }),
      email: reader.read('bootstrap_admin_email'),
    },
  };
}

/** With the built-in provider the first administrator is one of the platform too (hub contract 1). */
function platformAdminEmails(reader: ConfigReader, mayEmbed: boolean): string[] {
  const given = reader.read('platform_admin_emails') ?? [];
  const first = keepsBuiltInProvider(reader, mayEmbed) ? [reader.read('bootstrap_admin_email')] : [];
  return [...given, ...first].map(emailKey);
}

function deepFreeze<T extends object>(value: T): T {
  for (const child of Object.values(value) as unknown[]) {
    if (typeof child === 'object' && child !== null) deepFreeze(child);
  }
  return Object.freeze(value);
}
