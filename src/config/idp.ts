import { createHmac } from 'node:crypto';
import { emailKey } from '../common/values/email-address.js';
import { confidential, optional } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import type { SecretSource } from './generated-secret.js';
import { exposesSessions, HTTP_KEYS, publicUrlOf } from './http.js';
import { UNLESS_EMBEDDED } from './operation.js';
import { REGISTRY_AUTH_KEYS } from './registry-auth.js';
import { baseUrl, emails, idpDomain, secret, text, type ValueParser } from './value-parsers.js';

/** Path of the built-in OpenID provider, below the public URL. */
export const PROVIDER_PATH = '/oidc';

const BUILT_IN_CLIENT = 'mcp-hub';

const callbackUrl: ValueParser<string> = (given) => {
  const parsed = baseUrl('https', 'http')(given);
  if ('must' in parsed) return parsed;
  return given.endsWith('/auth/callback')
    ? { value: given }
    : { must: 'end in /auth/callback, without a slash' };
};

export const IDP_KEYS = {
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
      'Secret that encrypts the cookies of unfinished sign-ins and the refresh tokens of sessions; the same for all servers. A new one ends sessions with a refresh token within an hour.',
    ),
  ),
  platform_admin_emails: optional(
    emails,
    'none',
    'Verified e-mail addresses whose users become platform administrators with their first request or sign-in, separated by commas. The role is given once: who is demoted later stays so.',
  ),
};

/** The hub as a client of the OpenID Connect provider, for sign-in with a browser. */
export interface IdpClientSettings {
  readonly id: string;
  readonly secret: string;
  /** Exactly as registered at the provider. */
  readonly callbackUrl: string;
  /** The audience to ask for; absent if none is configured. */
  readonly audience?: string;
  /** Encrypts the content of cookies. */
  readonly sessionSecret: string;
}

/** The OpenID Connect provider of the hub's users. */
export interface IdpSettings {
  /** The exact issuer. */
  readonly issuer: string;
  /** Claim `aud` of access tokens for the hub. */
  readonly audience: string;
  /** Absent: users authenticate only with JWTs. */
  readonly client?: IdpClientSettings;
  /** Present for the built-in provider: the seed of its Ed25519 key, as base64url. */
  readonly builtInKey?: string;
}

/** Whether the hub uses the built-in provider. */
const usesBuiltInProvider = (reader: ConfigReader, mayEmbed: boolean): boolean =>
  mayEmbed &&
  reader.of(REGISTRY_AUTH_KEYS).read('auth.mode') === 'oss' &&
  reader.of(IDP_KEYS).read('idp.domain') === undefined;

/** Checks that the settings of the hub's identity provider are consistent. */
export function checkIdp(reader: ConfigReader, mayEmbed: boolean): void {
  const { read, fault } = reader.of(IDP_KEYS);
  const requireWith = (name: keyof typeof IDP_KEYS, other: keyof typeof IDP_KEYS): void => {
    if (read(other) !== undefined && read(name) === undefined) fault(name, `be set with ${other}`);
  };
  if (!mayEmbed && read('idp.client_id') !== undefined && read('session_secret') === undefined) {
    fault('session_secret', UNLESS_EMBEDDED);
  }
  // A provider requires an audience, so that tokens for other audiences are refused.
  requireWith('idp.audience', 'idp.domain');
  if (!usesBuiltInProvider(reader, mayEmbed)) requireWith('idp.domain', 'idp.audience');
  requireWith('idp.domain', 'idp.client_id');
  const hasSessions = usesBuiltInProvider(reader, mayEmbed) || read('idp.client_id') !== undefined;
  if (hasSessions && exposesSessions(reader)) {
    reader
      .of(HTTP_KEYS)
      .fault(
        'public_url',
        'begin with https:// where people sign in; ALLOW_INSECURE_HTTP=true accepts http:// in a network that you trust',
      );
  }
  requireWith('idp.client_secret', 'idp.client_id');
  requireWith('idp.client_id', 'idp.client_secret');
  const audience = read('idp.audience');
  if (audience !== undefined && audience === (read('idp.client_id') ?? BUILT_IN_CLIENT)) {
    fault('idp.audience', 'not be the client id: ID tokens would be taken for access tokens');
  }
  const callback = read('idp.callback_url');
  const isPublicUrlSet = reader.of(HTTP_KEYS).read('public_url') !== undefined;
  // The cookies of the sign-in are bound to the public URL.
  if (callback !== undefined && isPublicUrlSet && callback !== ownCallback(reader)) {
    fault('idp.callback_url', 'be <public_url>/auth/callback, exactly');
  }
}

/** Undefined: the hub has no users. */
export function idpSettings(
  reader: ConfigReader,
  secretOf: SecretSource,
  mayEmbed: boolean,
): IdpSettings | undefined {
  const issuer = reader.of(IDP_KEYS).read('idp.domain');
  if (issuer !== undefined) return foreignIdp(reader, secretOf, issuer);
  return usesBuiltInProvider(reader, mayEmbed) ? builtInIdp(reader, secretOf) : undefined;
}

function foreignIdp(reader: ConfigReader, secretOf: SecretSource, issuer: string): IdpSettings {
  const { read } = reader.of(IDP_KEYS);
  const audience = read('idp.audience') ?? '';
  const id = read('idp.client_id');
  const clientSecret = read('idp.client_secret');
  if (id === undefined || clientSecret === undefined) return { issuer, audience };
  const sessionSecret = sessionSecretOf(reader, secretOf);
  return {
    issuer,
    audience,
    client: { id, secret: clientSecret, callbackUrl: callbackOf(reader), audience, sessionSecret },
  };
}

function builtInIdp(reader: ConfigReader, secretOf: SecretSource): IdpSettings {
  const sessionSecret = sessionSecretOf(reader, secretOf);
  const audience = reader.of(IDP_KEYS).read('idp.audience');
  // Both ends are the servers of this installation, so what they share can be derived.
  const derived = (purpose: string): string =>
    createHmac('sha256', sessionSecret).update(purpose).digest('base64url');
  const isShared = reader.of(IDP_KEYS).read('session_secret') !== undefined;
  return {
    issuer: `${publicUrlOf(reader)}${PROVIDER_PATH}`,
    audience: audience ?? publicUrlOf(reader),
    client: {
      id: BUILT_IN_CLIENT,
      secret: derived('client of the built-in provider'),
      callbackUrl: callbackOf(reader),
      ...(audience !== undefined && { audience }),
      sessionSecret,
    },
    builtInKey: isShared ? derived('key of the built-in provider') : secretOf('idp.signing_key'),
  };
}

/** Addresses of the platform administrators, in lower case. */
export const platformAdminEmails = (reader: ConfigReader): string[] =>
  (reader.of(IDP_KEYS).read('platform_admin_emails') ?? []).map(emailKey);

const ownCallback = (reader: ConfigReader): string => `${publicUrlOf(reader)}/auth/callback`;

const callbackOf = (reader: ConfigReader): string =>
  reader.of(IDP_KEYS).read('idp.callback_url') ?? ownCallback(reader);

const sessionSecretOf = (reader: ConfigReader, secretOf: SecretSource): string =>
  reader.of(IDP_KEYS).read('session_secret') ?? secretOf('session_secret');
