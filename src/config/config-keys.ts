import { LOG_LEVELS } from '../common/logging/logger.js';
import { boolean, integer, oneOf, secret, text, url, type ValueParser } from './value-parsers.js';

/** One configuration key: how its text is read, what holds without it, and what it is for. */
export interface ConfigKey<T = unknown> {
  readonly parse: ValueParser<T>;
  /** Undefined when the product works without a value or derives one. */
  readonly fallback: T | undefined;
  /** How the documentation words the default where it is derived. */
  readonly fallbackNote?: string;
  readonly about: string;
}

const key = <T>(parse: ValueParser<T>, fallback: T, about: string): ConfigKey<T> & { fallback: T } => ({
  parse,
  fallback,
  about,
});

const optional = <T>(parse: ValueParser<T>, fallbackNote: string, about: string): ConfigKey<T> => ({
  parse,
  fallback: undefined,
  fallbackNote,
  about,
});

const MIB = 1024 * 1024;
const bytes = integer(1, 1024 * MIB);

/**
 * Every key that the product reads, in the order of the documentation. A YAML file holds them nested at their dots; the
 * environment variable of a key is its name in upper case with underscores for dots, and overrides the file.
 */
export const CONFIG_KEYS = {
  host: key(text, '127.0.0.1', 'Address to listen on.'),
  port: key(integer(0, 65535), 8080, 'TCP port to listen on; 0 takes a free one.'),
  public_url: optional(
    url('http', 'https'),
    'http://localhost:<port>',
    'Where clients reach the server; the only source of absolute URLs. A path prefix is allowed.',
  ),
  data_dir: key(text, './data', 'Folder of the embedded database, of artifacts and of generated secrets.'),
  database_url: optional(
    url('postgres', 'postgresql'),
    'embedded PostgreSQL in data_dir',
    'PostgreSQL 15 or newer.',
  ),
  database_pool_size: key(integer(1, 200), 10, 'Connections to the database; the embedded one has one.'),
  log_level: key(oneOf(...LOG_LEVELS), 'info', `How much is logged: ${LOG_LEVELS.join(', ')}.`),
  allow_embedded: key(
    boolean,
    false,
    'With NODE_ENV=production: accept the embedded database and generated secrets, for a single small machine.',
  ),
  'auth.mode': key(oneOf('oss'), 'oss', 'How callers are authenticated.'),
  'auth.oss.issuer': key(text, 'registry-oss', 'Claim iss of the JWTs that the registry issues.'),
  'auth.oss.audience': key(text, 'registry', 'Claim aud of the JWTs that the registry issues.'),
  'auth.oss.issuer_secret': optional(
    secret(32),
    'generated into data_dir',
    'Secret that signs JWTs (HS256); at least 32 bytes.',
  ),
  'auth.oss.token_ttl': key(integer(60, 86_400), 3600, 'Lifetime of a login JWT in seconds.'),
  'auth.oss.enable_basic': key(boolean, false, 'Accept HTTP Basic authentication on API requests.'),
  'public.read_catalog': key(boolean, false, 'Show public packages in the catalog without authentication.'),
  'public.download_artifacts': key(
    boolean,
    false,
    'Resolve and download published versions of public packages without authentication.',
  ),
  'storage.type': key(oneOf('filesystem'), 'filesystem', 'Where artifacts are stored.'),
  'limits.bundle_bytes': key(bytes, 100 * MIB, 'Largest bundle in bytes.'),
  'limits.manifest_bytes': key(bytes, 10 * MIB, 'Largest manifest in bytes.'),
  'limits.evidence_bytes': key(bytes, 50 * MIB, 'Largest evidence artifact in bytes.'),
  'limits.request_timeout': key(integer(1, 3600), 30, 'Seconds after which a request is cut off.'),
  bootstrap_admin_username: key(text, 'admin', 'First administrator, made when there is no user yet.'),
  bootstrap_admin_password: optional(
    secret(12),
    'generated and printed once',
    'Password of the first administrator; at least 12 bytes.',
  ),
  bootstrap_admin_email: key(text, 'admin@localhost', 'E-mail address of the first administrator.'),
} satisfies Readonly<Record<string, ConfigKey>>;

export type ConfigKeyName = keyof typeof CONFIG_KEYS;

/** What a key yields: without a fallback it may be absent. */
export type ConfigValue<K extends ConfigKeyName> =
  (typeof CONFIG_KEYS)[K] extends ConfigKey<infer T>
    ? undefined extends (typeof CONFIG_KEYS)[K]['fallback']
      ? T | undefined
      : T
    : never;

/** The environment variable of a key. */
export const environmentName = (name: string): string => name.replaceAll('.', '_').toUpperCase();
