import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ed25519PrivateJwk, ed25519PublicJwk } from '../common/values/ed25519.js';
import { ConfigError } from './config-error.js';
import { ConfigReader } from './config-reader.js';
import { checkSigning, signingSettings, SIGNING_KEYS, type SigningSettings } from './signing.js';
import { uploadUrlKey } from './upload-urls.js';

const pair = generateKeyPairSync('ed25519');
const others = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
const pem = (key: KeyObject, type: 'pkcs8' | 'spki'): string =>
  key.export({ type, format: 'pem' }).toString();
const SEED = Buffer.alloc(32, 7).toString('base64url');

const readerOf = (variables: Readonly<Record<string, string>>): ConfigReader =>
  new ConfigReader(SIGNING_KEYS, { CONFIG_FILE: '/dev/null', ...variables });

const settingsOf = (variables: Readonly<Record<string, string>>): SigningSettings =>
  signingSettings(readerOf(variables), () => SEED);

describe('the key that signs attestations', () => {
  it.each([
    ['PEM', pem(pair.privateKey, 'pkcs8')],
    ['PEM in one line', pem(pair.privateKey, 'pkcs8').replaceAll('\n', '\\n')],
    ['a JWK', JSON.stringify(pair.privateKey.export({ format: 'jwk' }))],
  ])('is read from %s', (_form, text) => {
    expect(settingsOf({ HUB_SIGNING_KEY: text }).key).toEqual(ed25519PrivateJwk(pair.privateKey));
  });

  it('is otherwise made from the generated secret, always the same', () => {
    expect(settingsOf({})).toEqual(settingsOf({}));
    expect(() => signingSettings(readerOf({}), () => 'damaged')).toThrow(ConfigError);
  });

  it('must be set in production', () => {
    const reader = readerOf({});
    checkSigning(reader, true);
    expect(reader.faults).toEqual([]);
    checkSigning(reader, false);
    expect(reader.faults).toEqual([expect.stringMatching(/^hub_signing_key .*must be set in production/)]);
  });

  it('is refused when it is public, or of another type, without repeating it', () => {
    for (const text of [pem(pair.publicKey, 'spki'), 'hunter2']) {
      const { faults } = readerOf({ HUB_SIGNING_KEY: text });
      expect(faults).toEqual([expect.stringMatching(/must be a private Ed25519 key/)]);
      expect(faults.join()).not.toContain(text.slice(0, 7));
    }
  });
});

describe('earlier keys', () => {
  const publicKeys = others.map(({ publicKey }) => publicKey);
  const expected = publicKeys.map(ed25519PublicJwk);

  it.each([
    ['PEM', publicKeys.map((key) => pem(key, 'spki')).join('')],
    ['a JWKS', JSON.stringify({ keys: publicKeys.map((key) => key.export({ format: 'jwk' })) })],
  ])('are read from %s', (_form, text) => {
    expect(settingsOf({ HUB_SIGNING_OLD_KEYS: text }).oldKeys).toEqual(expected);
  });

  it.each([
    ['private ones', pem(pair.privateKey, 'pkcs8')],
    ['an empty JWKS', '{"keys":[]}'],
    ['text between them', `${pem(pair.publicKey, 'spki')}hunter2`],
    ['broken JSON', '{"keys":'],
    ['too many', pem(pair.publicKey, 'spki').repeat(13)],
  ])('are refused if they are %s', (_what, text) => {
    const { faults } = readerOf({ HUB_SIGNING_OLD_KEYS: text });
    expect(faults).toEqual([expect.stringMatching(/must be 1 to 12 public Ed25519 keys/)]);
  });
});

describe('the key that signs upload URLs', () => {
  it('is derived from the key that signs attestations, which servers share, and does not reveal it', () => {
    const configured = (key: KeyObject) => settingsOf({ HUB_SIGNING_KEY: pem(key, 'pkcs8') });
    const settings = configured(pair.privateKey);
    const [other] = others;
    expect(uploadUrlKey(settings)).toMatch(/^[\w-]{43}$/);
    expect(uploadUrlKey(settings)).toBe(uploadUrlKey(configured(pair.privateKey)));
    expect(uploadUrlKey(settings)).not.toBe(uploadUrlKey(configured(other?.privateKey ?? pair.privateKey)));
    expect(uploadUrlKey(settings)).not.toBe(settings.key.d);
  });
});
