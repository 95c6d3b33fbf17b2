import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { ed25519PublicJwk } from '../../../../src/common/values/ed25519.js';
import { HubSigner } from '../../../../src/hub/platform/signing/hub-signer.js';
import { isSignedBy, type Envelope, type PublishedKey } from '../../../support/dsse.js';
import { useTestApp } from '../../../support/suite.js';

const KEYS = '/.well-known/jwks.json';
const TYPE = 'application/vnd.in-toto+json';
const PAYLOAD = Buffer.from('{"_type":"https://in-toto.io/Statement/v1"}');

const current = generateKeyPairSync('ed25519');
const old = generateKeyPairSync('ed25519');
const unknown = generateKeyPairSync('ed25519');
const privatePem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicPem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

const t = await useTestApp({
  HUB_SIGNING_KEY: privatePem(current.privateKey),
  // A key that is current and old, or old twice, is published once.
  HUB_SIGNING_OLD_KEYS: [old, current, old].map(({ publicKey }) => publicPem(publicKey)).join(''),
});

const publishedKeys = async (): Promise<PublishedKey[]> => {
  const { body } = await t.actors.anonymous.get(KEYS);
  return body.keys as PublishedKey[];
};

const envelope = (): Envelope => t.app.get(HubSigner, { strict: false }).envelope(TYPE, PAYLOAD);

const signedWith = (key: KeyObject): Envelope => {
  const jwk = { ...ed25519PublicJwk(key), d: key.export({ format: 'jwk' }).d ?? '' };
  return new HubSigner({ signing: { key: jwk, oldKeys: [] } }).envelope(TYPE, PAYLOAD);
};

describe('GET /.well-known/jwks.json', () => {
  it('refuses other methods', async () => {
    const { status } = await t.actors.anonymous.post(KEYS, {});
    expect([404, 405]).toContain(status);
  });

  it('shows the current key and then the old ones to anyone, and no private key', async () => {
    const { status, headers, body, text } = await t.actors.anonymous.get(KEYS);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    expect(body).toEqual({ keys: [ed25519PublicJwk(current.publicKey), ed25519PublicJwk(old.publicKey)] });
    expect(text).not.toContain('"d"');
  });

  it('is 304 for a client that has the keys', async () => {
    const { headers } = await t.actors.anonymous.get(KEYS);
    const etag = headers.get('etag') ?? '';
    const again = await t.actors.anonymous.send('GET', KEYS, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    const other = await t.actors.anonymous.send('GET', KEYS, { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });
});

describe('a signature of the hub', () => {
  it.each<[string, Partial<Envelope>]>([
    ['another document', { payload: Buffer.from('{}').toString('base64') }],
    ['another type', { payloadType: 'text/plain' }],
    ['another key', { signatures: signedWith(unknown.privateKey).signatures }],
    ['a forged key id', { signatures: [{ keyid: ed25519PublicJwk(old.publicKey).kid, sig: 'AAAA' }] }],
  ])('is not valid for %s', async (_what, change) => {
    expect(isSignedBy({ ...envelope(), ...change }, await publishedKeys())).toBe(false);
  });

  it('is valid with the published key, and the same each time', async () => {
    expect(isSignedBy(envelope(), await publishedKeys())).toBe(true);
    expect(envelope()).toEqual(envelope());
  });

  it('of an old key is still valid', async () => {
    expect(isSignedBy(signedWith(old.privateKey), await publishedKeys())).toBe(true);
  });
});
