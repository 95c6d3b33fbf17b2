import { confidential, key, optional } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import type { SecretSource } from './generated-secret.js';
import { UNLESS_EMBEDDED } from './operation.js';
import { boolean, integer, oneOf, secret, text, webUrl } from './value-parsers.js';

export const REGISTRY_AUTH_KEYS = {
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
};

/** `auth.mode: oss`: the registry keeps users and issues its own JWTs. */
export interface OssSettings {
  readonly mode: 'oss';
  readonly issuer: string;
  readonly audience: string;
  readonly issuerSecret: string;
  /** Seconds. */
  readonly tokenTtl: number;
  readonly enableBasic: boolean;
}

/** `auth.mode: enterprise`: an identity provider keeps users and issues the JWTs. */
export interface EnterpriseSettings {
  readonly mode: 'enterprise';
  readonly jwksUrl: string;
  readonly issuer: string;
  readonly audience: string;
}

/** Checks the settings of the configured mode. @param mayEmbed whether a generated secret is acceptable */
export function checkRegistryAuth(reader: ConfigReader, mayEmbed: boolean): void {
  const { read, fault } = reader.of(REGISTRY_AUTH_KEYS);
  if (read('auth.mode') === 'oss') {
    const name = 'auth.oss.issuer_secret';
    if (!mayEmbed && read(name) === undefined) fault(name, UNLESS_EMBEDDED);
    return;
  }
  for (const setting of ['jwks_url', 'issuer', 'audience'] as const) {
    const name = `auth.enterprise.${setting}` as const;
    if (read(name) === undefined) fault(name, 'be set with auth.mode enterprise');
  }
}

export function registryAuthSettings(
  reader: ConfigReader,
  secretOf: SecretSource,
): OssSettings | EnterpriseSettings {
  const { read } = reader.of(REGISTRY_AUTH_KEYS);
  if (read('auth.mode') === 'enterprise') {
    return {
      mode: 'enterprise',
      jwksUrl: read('auth.enterprise.jwks_url') ?? '',
      issuer: read('auth.enterprise.issuer') ?? '',
      audience: read('auth.enterprise.audience') ?? '',
    };
  }
  const name = 'auth.oss.issuer_secret';
  return {
    mode: 'oss',
    issuer: read('auth.oss.issuer'),
    audience: read('auth.oss.audience'),
    issuerSecret: read(name) ?? secretOf(name),
    tokenTtl: read('auth.oss.token_ttl'),
    enableBasic: read('auth.oss.enable_basic'),
  };
}
