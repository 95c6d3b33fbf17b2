import {
  ed25519OfSeed,
  ed25519PrivateJwk,
  ed25519PublicJwk,
  readEd25519PrivateKey,
  readEd25519PublicKey,
  type Ed25519PrivateJwk,
  type Ed25519PublicJwk,
} from '../common/values/ed25519.js';
import { ConfigError } from './config-error.js';
import { confidential, optional } from './config-key.js';
import type { ConfigReader } from './config-reader.js';
import type { SecretSource } from './generated-secret.js';
import { UNLESS_EMBEDDED } from './operation.js';
import type { ValueParser } from './value-parsers.js';

// Enough for a rotation each month of a year.
const MAX_OLD_KEYS = 12;

// Variables in files of compose and systemd have one line.
const withLineBreaks = (text: string): string => text.replaceAll('\\n', '\n');

const signingKey: ValueParser<Ed25519PrivateJwk> = (text) => {
  const key = readEd25519PrivateKey(withLineBreaks(text));
  return key === undefined
    ? { must: 'be a private Ed25519 key, in PEM (PKCS #8) or as a JWK' }
    : { value: ed25519PrivateJwk(key) };
};

const PEM_KEY = /-----BEGIN [A-Z ]+-----[^-]*-----END [A-Z ]+-----/g;

/** PEM blocks one after the other, a JWK, or a JWKS with `keys`. */
function keyTextsIn(text: string): string[] {
  const given = withLineBreaks(text).trim();
  if (!given.startsWith('{')) {
    const blocks = given.match(PEM_KEY) ?? [];
    return given.replaceAll(PEM_KEY, '').trim() === '' ? blocks : [];
  }
  const { keys } = JSON.parse(given) as { keys?: unknown };
  return Array.isArray(keys) ? keys.map((key) => JSON.stringify(key)) : [given];
}

const oldKeys: ValueParser<readonly Ed25519PublicJwk[]> = (text) => {
  const must = `be 1 to ${MAX_OLD_KEYS} public Ed25519 keys, in PEM one after the other or as a JWKS`;
  try {
    const keys = keyTextsIn(text).map(readEd25519PublicKey);
    if (keys.length === 0 || keys.length > MAX_OLD_KEYS) return { must };
    return { value: keys.map((key) => ed25519PublicJwk(key ?? fail())) };
  } catch {
    return { must };
  }
};

function fail(): never {
  throw new Error('a key cannot be read');
}

const SIGNING_KEY = 'hub_signing_key';

export const SIGNING_KEYS = {
  [SIGNING_KEY]: confidential(
    optional(
      signingKey,
      'generated into data_dir',
      'Key with which the hub signs attestations; the same for all servers. Its public half is at `/.well-known/jwks.json`.',
    ),
  ),
  hub_signing_old_keys: optional(
    oldKeys,
    'none',
    'Public halves of earlier signing keys, which stay published so that what they signed can be verified.',
  ),
};

/** The keys of the hub's attestations. */
export interface SigningSettings {
  readonly key: Ed25519PrivateJwk;
  /** Only for verification. */
  readonly oldKeys: readonly Ed25519PublicJwk[];
}

/** @param mayEmbed whether a generated key is acceptable */
export function checkSigning(reader: ConfigReader, mayEmbed: boolean): void {
  const { read, fault } = reader.of(SIGNING_KEYS);
  if (!mayEmbed && read(SIGNING_KEY) === undefined) fault(SIGNING_KEY, UNLESS_EMBEDDED);
}

/** @throws ConfigError when the generated key is damaged */
export function signingSettings(reader: ConfigReader, secretOf: SecretSource): SigningSettings {
  const { read } = reader.of(SIGNING_KEYS);
  return { key: read(SIGNING_KEY) ?? generatedKey(secretOf), oldKeys: read('hub_signing_old_keys') ?? [] };
}

function generatedKey(secretOf: SecretSource): Ed25519PrivateJwk {
  const key = ed25519OfSeed(secretOf(SIGNING_KEY));
  if (key !== undefined) return ed25519PrivateJwk(key);
  throw new ConfigError([
    `${SIGNING_KEY}: the generated secret in data_dir is damaged; restore or delete its file`,
  ]);
}
