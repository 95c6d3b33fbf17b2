import { createHmac } from 'node:crypto';
import type { IdpSettings } from './app-config.js';
import type { ConfigKeyName } from './config-keys.js';
import type { ConfigReader } from './config-reader.js';
import type { SecretSource } from './generated-secret.js';
import { PROVIDER_PATH, publicUrlOf } from './public-url.js';

const BUILT_IN_CLIENT = 'mcp-hub';

/** Whether the provider that is built in is the one of the hub's users. */
export const keepsBuiltInProvider = (reader: ConfigReader, mayEmbed: boolean): boolean =>
  mayEmbed && reader.read('auth.mode') === 'oss' && reader.read('idp.domain') === undefined;

/** Faults of the settings of the hub's identity provider, which belong together. */
export function checkIdp(reader: ConfigReader, mayEmbed: boolean): void {
  const requireWith = (name: ConfigKeyName, other: ConfigKeyName): void => {
    if (reader.read(other) !== undefined && reader.read(name) === undefined) {
      reader.fault(name, `be set with ${other}`);
    }
  };
  // Nobody's tokens are for everybody: an audience belongs to a provider.
  requireWith('idp.audience', 'idp.domain');
  if (!keepsBuiltInProvider(reader, mayEmbed)) requireWith('idp.domain', 'idp.audience');
  requireWith('idp.domain', 'idp.client_id');
  requireWith('idp.client_secret', 'idp.client_id');
  requireWith('idp.client_id', 'idp.client_secret');
  const audience = reader.read('idp.audience');
  if (audience !== undefined && audience === (reader.read('idp.client_id') ?? BUILT_IN_CLIENT)) {
    reader.fault('idp.audience', 'not be the client id: ID tokens would be taken for access tokens');
  }
  const callbackUrl = reader.read('idp.callback_url');
  // Cookies of the sign-in are those of the public URL.
  if (
    callbackUrl !== undefined &&
    reader.read('public_url') !== undefined &&
    callbackUrl !== ownCallback(reader)
  ) {
    reader.fault('idp.callback_url', 'be <public_url>/auth/callback, exactly');
  }
}

/** Undefined: the hub knows no user. */
export function idpSettings(
  reader: ConfigReader,
  secretOf: SecretSource,
  mayEmbed: boolean,
): IdpSettings | undefined {
  const issuer = reader.read('idp.domain');
  if (issuer !== undefined) return foreignIdp(reader, secretOf, issuer);
  return keepsBuiltInProvider(reader, mayEmbed) ? builtInIdp(reader, secretOf) : undefined;
}

function foreignIdp(reader: ConfigReader, secretOf: SecretSource, issuer: string): IdpSettings {
  const audience = reader.read('idp.audience') ?? '';
  const id = reader.read('idp.client_id');
  const secret = reader.read('idp.client_secret');
  if (id === undefined || secret === undefined) return { issuer, audience };
  const sessionSecret = sessionSecretOf(reader, secretOf);
  return { issuer, audience, client: { id, secret, callbackUrl: callbackOf(reader), sessionSecret } };
}

function builtInIdp(reader: ConfigReader, secretOf: SecretSource): IdpSettings {
  const sessionSecret = sessionSecretOf(reader, secretOf);
  // Both ends are this program: nobody needs to be told.
  const secret = createHmac('sha256', sessionSecret)
    .update('client of the built-in provider')
    .digest('base64url');
  return {
    issuer: `${publicUrlOf(reader)}${PROVIDER_PATH}`,
    audience: reader.read('idp.audience') ?? publicUrlOf(reader),
    client: { id: BUILT_IN_CLIENT, secret, callbackUrl: callbackOf(reader), sessionSecret },
    builtInKey: secretOf('idp.signing_key'),
  };
}

const ownCallback = (reader: ConfigReader): string => `${publicUrlOf(reader)}/auth/callback`;

const callbackOf = (reader: ConfigReader): string => reader.read('idp.callback_url') ?? ownCallback(reader);

const sessionSecretOf = (reader: ConfigReader, secretOf: SecretSource): string =>
  reader.read('session_secret') ?? secretOf('session_secret');
