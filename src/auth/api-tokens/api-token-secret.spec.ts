import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  hashTokenSecret,
  isTokenSecret,
  newTokenCredential,
  parseTokenCredential,
} from './api-token-secret.js';

const ID = `mcp_${'a2'.repeat(10)}`;
const SECRET = `sk_${'A-z_0'.repeat(8)}xyz`;

describe('parseTokenCredential', () => {
  it.each([
    ['nothing', ''],
    ['no secret', `${ID}:`],
    ['no identifier', `:${SECRET}`],
    ['no colon', `${ID}${SECRET}`],
    ['the halves in reverse order', `${SECRET}:${ID}`],
    ['an identifier of another form', `mcp_${'a'.repeat(19)}:${SECRET}`],
    ['an identifier in capitals', `${ID.toUpperCase()}:${SECRET}`],
    ['characters outside of base32', `mcp_${'01'.repeat(10)}:${SECRET}`],
    ['a secret that is too short', `${ID}:${SECRET.slice(0, -1)}`],
    ['a secret that is too long', `${ID}:${SECRET}A`],
    ['a padded secret', `${ID}:${SECRET}=`],
    ['base64 that is not base64url', `${ID}:sk_${'+/'.repeat(21)}A`],
    ['a space before', ` ${ID}:${SECRET}`],
    ['a line break at the end', `${ID}:${SECRET}\n`],
    ['a second colon', `${ID}:${SECRET}:x`],
    ['NUL', `${ID}:${SECRET}\u0000`],
  ])('does not parse %s as a credential', (_what, text) => {
    expect(parseTokenCredential(text)).toBeUndefined();
  });

  it('splits an identifier and its secret', () => {
    expect(parseTokenCredential(`${ID}:${SECRET}`)).toEqual({ tokenId: ID, secret: SECRET });
  });
});

describe('newTokenCredential', () => {
  const made = Array.from({ length: 2000 }, newTokenCredential);

  it('has the documented form: mcp_ and 20 base32, sk_ and 43 base64url', () => {
    for (const { tokenId, secret } of made) {
      expect(tokenId).toMatch(/^mcp_[a-z2-7]{20}$/);
      expect(secret).toMatch(/^sk_[A-Za-z0-9_-]{43}$/);
      expect(Buffer.from(secret.slice(3), 'base64url')).toHaveLength(32);
      expect(parseTokenCredential(`${tokenId}:${secret}`)).toEqual({ tokenId, secret });
    }
  });

  it('never repeats, and uses every letter at every position', () => {
    expect(new Set(made.map(({ tokenId }) => tokenId)).size).toBe(made.length);
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(made.length);
    for (let index = 4; index < 24; index += 1) {
      // 2000 draws miss one of 32 letters with a probability of less than 10^-25.
      expect(new Set(made.map(({ tokenId }) => tokenId[index])).size).toBe(32);
    }
  });
});

describe('isTokenSecret', () => {
  it('matches the secret whose SHA-256 is stored, and no other', () => {
    const stored = createHash('sha256').update(SECRET).digest();
    expect(hashTokenSecret(SECRET).equals(stored)).toBe(true);
    expect(isTokenSecret(SECRET, stored)).toBe(true);
    fc.assert(
      fc.property(fc.string(), (other) => {
        expect(isTokenSecret(other, stored)).toBe(other === SECRET);
      }),
    );
  });

  it('does not match the stored hash itself, nor the secret in another case', () => {
    const stored = hashTokenSecret(SECRET);
    for (const text of [stored.toString('hex'), stored.toString('base64url'), SECRET.toLowerCase(), '']) {
      expect(isTokenSecret(text, stored)).toBe(false);
    }
  });

  it('matches a stored hash that the driver returns as plain bytes', () => {
    expect(isTokenSecret(SECRET, new Uint8Array(hashTokenSecret(SECRET)))).toBe(true);
  });
});
