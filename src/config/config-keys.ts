import { LOG_LEVELS } from '../common/logging/logger.js';
import { isPassword, isUsername, PASSWORD_RULE, USERNAME_RULE } from '../common/values/credentials.js';
import {
  baseUrl,
  boolean,
  emails,
  idpDomain,
  integer,
  mailbox,
  mailServer,
  matching,
  networks,
  oneOf,
  secret,
  text,
  url,
  webUrl,
  type ValueParser,
} from './value-parsers.js';

/** One configuration key: how its text is read, what holds without it, and what it is for. */
export interface ConfigKey<T = unknown> {
  readonly parse: ValueParser<T>;
  /** Undefined when the product works without a value or derives one. */
  readonly fallback: T | undefined;
  /** How the documentation words the default where it is derived. */
  readonly fallbackNote?: string;
  readonly about: string;
  /** The value may be kept in a file that the variable `<NAME>_FILE` names. */
  readonly isSecret?: boolean;
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

const confidential = <K extends ConfigKey>(key: K): K => ({ ...key, isSecret: true });

// Behind an ingress that takes the path off, they could mean either (ADR 14).
const OWN_PATHS = /^\/(v1|api|auth|oidc|docs|healthz?|readyz?)(\/|$)/i;

const publicUrl: ValueParser<string> = (given) => {
  const parsed = baseUrl('http', 'https')(given);
  if ('must' in parsed || !OWN_PATHS.test(new URL(parsed.value).pathname)) return parsed;
  return {
    must: 'not have a path of the server’s own: /v1, /api, /auth, /oidc, /docs, /healthz, /health, /readyz, /ready',
  };
};

const callbackUrl: ValueParser<string> = (given) => {
  const parsed = baseUrl('https', 'http')(given);
  if ('must' in parsed) return parsed;
  return given.endsWith('/auth/callback')
    ? { value: given }
    : { must: 'end in /auth/callback, without a slash' };
};

const requests = integer(1, 1_000_000);

const isRedisPrefix = (text: string): boolean => /^[\w-]{1,64}$/.test(text);

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
    publicUrl,
    'http://localhost:<port>',
    'Where clients reach the server; the only source of absolute URLs. A path prefix is allowed.',
  ),
  trust_proxy: optional(networks, 'none', 'Addresses of the ingress, whose X-Forwarded-For is trusted.'),
  data_dir: key(text, './data', 'Folder of the embedded database, of artifacts and of generated secrets.'),
  database_url: confidential(
    optional(url('postgres', 'postgresql'), 'embedded PostgreSQL in data_dir', 'PostgreSQL 15 or newer.'),
  ),
  database_pool_size: key(
    integer(1, 200),
    10,
    'Connections to the database; the embedded one always has one.',
  ),
  database_migrate: key(
    boolean,
    true,
    'Migrate the database at the start; otherwise run the command migrate.',
  ),
  redis_url: confidential(
    optional(
      url('redis', 'rediss'),
      'none: each server has its own timer and counts requests separately',
      'Redis 7 or newer, through which several servers share recurring jobs and count requests together; rediss:// uses TLS.',
    ),
  ),
  redis_prefix: key(
    matching(isRedisPrefix, 'must be 1 to 64 letters, digits, underscores or hyphens'),
    'mcp-hub',
    'Prefix of every key in Redis; installations that share a Redis need different ones.',
  ),
  metrics_port: optional(
    integer(0, 65535),
    'no metrics',
    'TCP port of Prometheus metrics, at /metrics; not for the public.',
  ),
  metrics_host: key(text, '127.0.0.1', 'Address to serve the metrics on.'),
  read_only: key(boolean, false, 'Refuse all changes with 503.'),
  log_level: key(oneOf(...LOG_LEVELS), 'info', 'Lowest level that is logged.'),
  allow_embedded: key(
    boolean,
    false,
    'With NODE_ENV=production: accept the embedded database, the built-in identity provider and generated secrets, for a single small machine.',
  ),
  'auth.mode': key(
    oneOf('oss', 'enterprise'),
    'oss',
    'Who keeps the users. `oss`: the registry, which issues JWTs itself. `enterprise`: an identity provider.',
  ),
  'auth.oss.issuer': key(text, 'registry-oss', 'Claim iss of the JWTs that the registry issues.'),
  'auth.oss.audience': key(text, 'registry', 'Claim aud of the JWTs that the registry issues.'),
  'auth.oss.issuer_secret': confidential(
    optional(secret(32), 'generated into data_dir', 'Secret that signs JWTs (HS256).'),
  ),
  'auth.oss.token_ttl': key(integer(60, 86_400), 3600, 'Lifetime of a login JWT in seconds.'),
  'auth.oss.enable_basic': key(boolean, false, 'Accept HTTP Basic authentication on API requests.'),
  'auth.enterprise.jwks_url': optional(
    webUrl,
    'required in enterprise mode',
    'Where the identity provider publishes its keys (JWKS).',
  ),
  'auth.enterprise.issuer': optional(
    text,
    'required in enterprise mode',
    'Claim iss of its JWTs, exactly, with any trailing slash.',
  ),
  'auth.enterprise.audience': optional(
    text,
    'required in enterprise mode',
    'Claim aud of its JWTs, or one of them.',
  ),
  'idp.domain': optional(
    idpDomain,
    'in oss mode the built-in provider, whose accounts are the local users',
    'OpenID Connect provider of the hub’s users: a host name, or a URL for development.',
  ),
  'idp.audience': optional(
    text,
    'required with idp.domain; public_url with the built-in provider',
    'Claim aud of the access tokens for the hub.',
  ),
  'idp.client_id': optional(
    text,
    'no sign-in with a browser',
    'Client id of the hub at the provider; needed to sign in with a browser.',
  ),
  'idp.client_secret': confidential(optional(text, 'required with idp.client_id', 'Secret of that client.')),
  'idp.callback_url': optional(
    callbackUrl,
    '<public_url>/auth/callback',
    'Where the provider sends browsers back to: exactly one of the allowed callback URLs of the client.',
  ),
  session_secret: confidential(
    optional(
      secret(32),
      'generated into data_dir',
      'Secret that encrypts the cookies of unfinished sign-ins; the same for all servers.',
    ),
  ),
  platform_admin_emails: optional(
    emails,
    'none',
    'Verified e-mail addresses whose users become platform administrators with their first request or sign-in, separated by commas.',
  ),
  smtp_url: confidential(
    optional(
      mailServer,
      'no mails',
      'Mail server that sends invitations: smtp://host:587 or smtps://host:465, with user:password@ before the host if it needs them. These are sent over TLS only.',
    ),
  ),
  smtp_from: optional(
    mailbox,
    'required with smtp_url',
    'Sender of the mails: an address, or Name <address>.',
  ),
  'rate_limit.anonymous': key(requests, 15, 'Requests a minute from one address without credentials.'),
  'rate_limit.free': key(requests, 30, 'Requests a minute of a user on the free plan.'),
  'rate_limit.pro': key(requests, 300, 'Requests a minute on the PRO plan.'),
  'rate_limit.enterprise': key(
    requests,
    5000,
    'Requests a minute on the Enterprise plan, where the organization has no limit of its own.',
  ),
  'webhook.github_secret': confidential(
    optional(
      text,
      'everything is refused',
      'Secret of the webhooks that GitHub sends to `/api/v1/webhooks/github`.',
    ),
  ),
  'webhook.gitlab_token': confidential(
    optional(
      text,
      'everything is refused',
      'Secret token of the webhooks that GitLab sends to `/api/v1/webhooks/gitlab`.',
    ),
  ),
  'webhook.bitbucket_secret': confidential(
    optional(
      text,
      'everything is refused',
      'Secret of the webhooks that Bitbucket sends to `/api/v1/webhooks/bitbucket`.',
    ),
  ),
  'webhook.stripe_secret': confidential(
    optional(
      text,
      'everything is refused',
      'Signing secret of the webhooks that Stripe sends to `/api/v1/webhooks/stripe`.',
    ),
  ),
  'public.read_catalog': key(boolean, false, 'Show public packages in the catalog without authentication.'),
  'public.download_artifacts': key(
    boolean,
    false,
    'Resolve and download published versions of public packages without authentication.',
  ),
  'storage.type': key(
    oneOf('filesystem', 's3'),
    'filesystem',
    'Where artifacts are stored: in `data_dir`, or in an S3-compatible object store.',
  ),
  'storage.s3.bucket': optional(text, 'required with s3', 'Bucket of the artifacts; it must exist.'),
  'storage.s3.region': key(text, 'us-east-1', 'Region of the bucket.'),
  'storage.s3.endpoint': optional(
    baseUrl('https', 'http'),
    'that of Amazon S3 in the region',
    'Address of another S3-compatible store.',
  ),
  'storage.s3.public_endpoint': optional(
    baseUrl('https', 'http'),
    'storage.s3.endpoint',
    'Address under which clients reach the store, for presigned URLs.',
  ),
  'storage.s3.force_path_style': key(boolean, false, 'Name the bucket in the path instead of the host.'),
  'storage.s3.access_key_id': optional(
    text,
    'the role of the machine or container',
    'Access key of the store; set it together with its secret.',
  ),
  'storage.s3.secret_access_key': confidential(
    optional(text, 'the role of the machine or container', 'Secret of the access key.'),
  ),
  'storage.presign.enabled': key(
    boolean,
    true,
    'With s3: clients upload and download by presigned URLs; otherwise all bytes go through the registry.',
  ),
  'storage.presign.expires_in': key(integer(1, 604_800), 900, 'Seconds for which a presigned URL is valid.'),
  'limits.bundle_bytes': key(bytes, 100 * MIB, 'Largest bundle in bytes.'),
  'limits.manifest_bytes': key(bytes, 10 * MIB, 'Largest manifest in bytes.'),
  'limits.evidence_bytes': key(bytes, 50 * MIB, 'Largest evidence artifact in bytes.'),
  'limits.request_timeout': key(integer(1, 3600), 30, 'Seconds after which a request is aborted.'),
  shutdown_drain_seconds: key(
    integer(0, 300),
    0,
    'Seconds after SIGTERM in which requests are served while /readyz answers 503, so that load balancers can stop sending requests. 5 in the container image.',
  ),
  bootstrap_admin_username: key(
    matching(isUsername, USERNAME_RULE),
    'admin',
    'First administrator, created when there is no user yet.',
  ),
  bootstrap_admin_password: confidential(
    optional(
      matching(isPassword, PASSWORD_RULE),
      'generated and printed once',
      'Password of the first administrator.',
    ),
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

/** The environment variable that names the file of a secret. */
export const secretFileName = (name: string): string => `${environmentName(name)}_FILE`;
