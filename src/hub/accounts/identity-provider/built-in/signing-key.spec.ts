import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { importJWK, jwtVerify, SignJWT } from 'jose';
import { SIGNING_ALGORITHM, SigningKey } from './signing-key.js';

describe('SigningKey', () => {
  it('verifies its own signatures, and derives the same key every time', async () => {
    const key = new SigningKey(randomBytes(32).toString('base64url'));
    const token = await new SignJWT({ sub: 'alice' })
      .setProtectedHeader({ alg: SIGNING_ALGORITHM })
      .sign(await importJWK(key.jwk, SIGNING_ALGORITHM));
    const verifier = await key.verifier();
    expect((await jwtVerify(token, verifier)).payload.sub).toBe('alice');
    expect(await key.verifier()).toBe(verifier);
  });

  it.each([
    ['short', randomBytes(31)],
    ['long', randomBytes(33)],
  ])('rejects a seed that is too %s', (_what, bytes) => {
    expect(() => new SigningKey(bytes.toString('base64url'))).toThrow('idp.signing_key is damaged');
  });
});
