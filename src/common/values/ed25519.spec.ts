import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  ed25519OfSeed,
  ed25519PrivateJwk,
  ed25519PublicJwk,
  readEd25519PrivateKey,
  readEd25519PublicKey,
} from './ed25519.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const pem = (key: typeof privateKey, type: 'pkcs8' | 'spki'): string =>
  key.export({ type, format: 'pem' }).toString();
const jwk = (key: typeof privateKey): string => JSON.stringify(key.export({ format: 'jwk' }));

describe('an Ed25519 key', () => {
  it('has the thumbprint of RFC 8037 as its id', () => {
    const example = readEd25519PublicKey(
      '{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}',
    );
    expect(example && ed25519PublicJwk(example).kid).toBe('kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k');
  });

  it.each([
    ['PEM', pem(privateKey, 'pkcs8')],
    ['a JWK', jwk(privateKey)],
  ])('is read from %s', (_form, text) => {
    const key = readEd25519PrivateKey(text);
    expect(key && ed25519PrivateJwk(key)).toEqual(ed25519PrivateJwk(privateKey));
  });

  it.each([
    ['PEM', pem(publicKey, 'spki')],
    ['a JWK', jwk(publicKey)],
  ])('is read from %s when it is public', (_form, text) => {
    const key = readEd25519PublicKey(text);
    expect(key && ed25519PublicJwk(key)).toEqual(ed25519PublicJwk(privateKey));
    expect(readEd25519PrivateKey(text)).toBeUndefined();
  });

  it.each([
    ['nothing', ''],
    ['another type of key', pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey, 'pkcs8')],
    ['a JSON list', '[]'],
    ['a broken JWK', '{"kty":"OKP","crv":"Ed25519","x":"AA","d":"AA"}'],
    ['other text', 'hunter2'],
  ])('is not read from %s', (_form, text) => {
    expect(readEd25519PrivateKey(text)).toBeUndefined();
  });

  it('is not taken for public when it is private', () => {
    expect(readEd25519PublicKey(pem(privateKey, 'pkcs8'))).toBeUndefined();
    expect(readEd25519PublicKey(jwk(privateKey))).toBeUndefined();
  });

  it('is made from a seed of 32 bytes only', () => {
    expect(ed25519OfSeed(Buffer.alloc(32, 1).toString('base64url'))?.asymmetricKeyType).toBe('ed25519');
    expect(ed25519OfSeed(Buffer.alloc(33, 1).toString('base64url'))).toBeUndefined();
  });
});
