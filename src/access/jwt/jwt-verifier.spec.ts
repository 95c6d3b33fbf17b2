import { beforeEach, describe, expect, it } from '@jest/globals';
import { generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { ApiError } from '../../common/errors/api-error.js';
import { JwtVerifier } from './jwt-verifier.js';

const ISSUER = 'https://idp.test/';
const AUDIENCE = 'the tests';
const START = 1_700_000_000;

let now: number;
let asked: number;
let keys: Map<string, CryptoKey>;
let signing: CryptoKey;
let verifier: JwtVerifier;

beforeEach(async () => {
  const pair = await generateKeyPair('EdDSA');
  signing = pair.privateKey;
  keys = new Map([['one', pair.publicKey]]);
  now = START;
  asked = 0;
  verifier = new JwtVerifier(
    {
      algorithms: ['EdDSA'],
      issuer: ISSUER,
      audience: AUDIENCE,
      audienceMayBeList: true,
      keyOf: ({ kid }) => {
        asked += 1;
        return Promise.resolve(keys.get(String(kid)));
      },
    },
    () => now * 1000,
  );
});

const aToken = (claims: Record<string, unknown> = {}): Promise<string> =>
  new SignJWT({ iss: ISSUER, aud: AUDIENCE, exp: START + 60, ...claims })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'one' })
    .sign(signing);

/** Why a token is refused; undefined for one that holds. */
async function refusalOf(token: string): Promise<unknown> {
  try {
    await verifier.verify(token);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.details['reason'];
    throw error;
  }
}

describe('a JWT that was verified before', () => {
  it('holds again, with the same claims', async () => {
    const token = await aToken({ sub: 'alice' });
    const first = await verifier.verify(token);
    expect(first).toMatchObject({ sub: 'alice' });
    expect(await verifier.verify(token)).toEqual(first);
    expect(asked).toBe(2);
  });

  it('does not hold when its time is over, from the very second on', async () => {
    const token = await aToken();
    expect(await refusalOf(token)).toBeUndefined();
    now = START + 59;
    expect(await refusalOf(token)).toBeUndefined();
    now = START + 60;
    expect(await refusalOf(token)).toBe('expired');
  });

  it('does not hold when a clock that was wrong is before its time again', async () => {
    const token = await aToken({ nbf: START });
    expect(await refusalOf(token)).toBeUndefined();
    now = START - 1;
    expect(await refusalOf(token)).toBe('not_yet_valid');
  });

  it('does not hold when its key is withdrawn, or another one has its name', async () => {
    const token = await aToken();
    expect(await refusalOf(token)).toBeUndefined();
    const [key] = [...keys.values()];
    keys.delete('one');
    expect(await refusalOf(token)).toBe('invalid');
    keys.set('one', (await generateKeyPair('EdDSA')).publicKey);
    expect(await refusalOf(token)).toBe('invalid');
    if (key !== undefined) keys.set('one', key);
    expect(await refusalOf(token)).toBeUndefined();
  });

  it('says nothing of one that is like it but for a character', async () => {
    const token = await aToken();
    expect(await refusalOf(token)).toBeUndefined();
    const last = token.at(-3) === 'A' ? 'B' : 'A';
    expect(await refusalOf(token.slice(0, -3) + last + token.slice(-2))).toBe('invalid');
  });

  it('is forgotten when a thousand others have come since, and verified anew', async () => {
    const token = await aToken();
    expect(await refusalOf(token)).toBeUndefined();
    for (let n = 0; n < 1000; n += 1) await verifier.verify(await aToken({ jti: String(n) }));
    asked = 0;
    expect(await refusalOf(token)).toBeUndefined();
    expect(asked).toBe(1);
  });
});

describe('a JWT that does not hold', () => {
  it('does not hold the second time either', async () => {
    const token = await aToken({ aud: 'others' });
    expect(await refusalOf(token)).toBe('wrong_audience');
    expect(await refusalOf(token)).toBe('wrong_audience');
  });

  it('gives no reason to whoever has not the key', async () => {
    signing = (await generateKeyPair('EdDSA')).privateKey;
    for (const claims of [{ exp: START - 1 }, { iss: 'elsewhere' }, { aud: 'others' }, { nbf: START + 9 }]) {
      expect(await refusalOf(await aToken(claims))).toBe('invalid');
    }
  });
});
