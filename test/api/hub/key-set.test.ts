import { createPublicKey, generateKeyPairSync, verify, type JsonWebKey } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { HubSigner } from '../../../src/hub/signing/hub-signer.js';
import { verifiedPayload, type DsseEnvelope } from '../../../src/hub/signing/dsse.js';
import { ed25519PublicJwk } from '../../../src/common/values/ed25519.js';
import { useTestApp } from '../../support/suite.js';

const current = generateKeyPairSync('ed25519');
const old = generateKeyPairSync('ed25519');
const PAYLOAD = Buffer.from('{"_type":"https://in-toto.io/Statement/v1"}');
const TYPE = 'application/vnd.in-toto+json';

const t = await useTestApp({
  HUB_SIGNING_KEY: current.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  HUB_SIGNING_OLD_KEYS: old.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
});

const keys = async (): Promise<(JsonWebKey & { kid: string })[]> => {
  const { body } = await t.actors.anonymous.get('/.well-known/jwks.json');
  return body.keys as (JsonWebKey & { kid: string })[];
};

/** As the DSSE specification describes it, with nothing of the product. */
function verifyByHand(envelope: DsseEnvelope, known: readonly (JsonWebKey & { kid: string })[]): boolean {
  const payload = Buffer.from(envelope.payload, 'base64');
  const header = `DSSEv1 ${envelope.payloadType.length} ${envelope.payloadType} ${payload.length} `;
  return envelope.signatures.some(({ keyid, sig }) => {
    const key = known.find(({ kid }) => kid === keyid);
    return (
      key !== undefined &&
      verify(
        null,
        Buffer.concat([Buffer.from(header), payload]),
        createPublicKey({ key, format: 'jwk' }),
        Buffer.from(sig, 'base64'),
      )
    );
  });
}

describe('GET /.well-known/jwks.json', () => {
  it('shows the current key and the old ones to anyone, and no private one', async () => {
    const { status, headers, body, text } = await t.actors.anonymous.get('/.well-known/jwks.json');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(headers.get('cache-control')).toBe('public, max-age=3600');
    expect(body).toEqual({ keys: [ed25519PublicJwk(current.publicKey), ed25519PublicJwk(old.publicKey)] });
    expect(text).not.toContain('"d"');
  });

  it('is 304 for a client that has the keys', async () => {
    const { headers } = await t.actors.anonymous.get('/.well-known/jwks.json');
    const again = await t.actors.anonymous.send('GET', '/.well-known/jwks.json', {
      headers: { 'if-none-match': headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('verifies what the hub signs', async () => {
    const envelope = t.app.get(HubSigner).envelope(TYPE, PAYLOAD);
    expect(verifyByHand(envelope, await keys())).toBe(true);
    expect(t.app.get(HubSigner).envelope(TYPE, PAYLOAD)).toEqual(envelope);
  });

  it('verifies what an old key signed', async () => {
    const signing = { key: { ...ed25519PublicJwk(old.publicKey), d: old.privateKey.export({ format: 'jwk' }).d ?? '' } };
    const envelope = new HubSigner({ signing: { ...signing, oldKeys: [] } }).envelope(TYPE, PAYLOAD);
    expect(verifyByHand(envelope, await keys())).toBe(true);
  });

  it.each([
    ['another document', { payload: Buffer.from('{}').toString('base64') }],
    ['another type', { payloadType: 'text/plain' }],
    ['another key', { signatures: [{ keyid: ed25519PublicJwk(old.publicKey).kid, sig: 'AAAA' }] }],
    ['no signature', { signatures: [] }],
  ])('does not verify %s', async (_what, change) => {
    const envelope = { ...t.app.get(HubSigner).envelope(TYPE, PAYLOAD), ...change };
    expect(verifyByHand(envelope, await keys())).toBe(false);
    expect(verifiedPayload(envelope, t.app.get(HubSigner).publicKeys)).toBeUndefined();
  });
});

describe('a signature', () => {
  it('is accepted by the hub itself', () => {
    const signer = t.app.get(HubSigner);
    expect(verifiedPayload(signer.envelope(TYPE, PAYLOAD), signer.publicKeys)).toEqual(PAYLOAD);
  });

  it.each([undefined, null, {}, { payload: 'ä', payloadType: TYPE, signatures: [] }, []])(
    'is not found in %j',
    (envelope) => {
      expect(verifiedPayload(envelope, t.app.get(HubSigner).publicKeys)).toBeUndefined();
    },
  );
});
