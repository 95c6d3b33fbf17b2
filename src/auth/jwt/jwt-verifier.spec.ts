import { beforeEach, describe, expect, it } from '@jest/globals';
import { generateKeyPair, SignJWT, type CryptoKey } from 'jose';
import { ApiError } from '../../common/errors/api-error.js';
import { JwtVerifier } from './jwt-verifier.js';

const ISSUER = 'https://idp.test/';
const AUDIENCE = 'the tests';
const START = 1_700_000_000;

let now: number;
let asked: number;
let faults: object[];
let keys: Map<string, CryptoKey>;
let signing: CryptoKey;
let verifier: JwtVerifier;

beforeEach(async () => {
  const pair = await generateKeyPair('EdDSA');
  signing = pair.privateKey;
  keys = new Map([['one', pair.publicKey]]);
  now = START;
  asked = 0;
  faults = [];
  verifier = new JwtVerifier(
    {
      algorithms: ['EdDSA'],
      issuer: ISSUER,
      audience: AUDIENCE,
      audienceMayBeList: true,
      leeway: 60,
      keyOf: ({ kid }) => {
        asked += 1;
        return Promise.resolve(keys.get(String(kid)));
      },
    },
    { failed: (fields: object) => void faults.push(fields) },
    () => now * 1000,
  );
});

const aToken = (claims: Record<string, unknown> = {}): Promise<string> =>
  new SignJWT({ iss: ISSUER, aud: AUDIENCE, exp: START + 60, ...claims })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'one' })
    .sign(signing);

/** Why a token is refused; undefined for a valid one. */
async function refusalOf(token: string): Promise<unknown> {
  try {
    await verifier.verify(token);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.details['reason'];
    throw error;
  }
}

describe('a JWT in the cache', () => {
  it('is valid again, with the same claims', async () => {
    const token = await aToken({ sub: 'alice' });
    const first = await verifier.verify(token);
    expect(first).toMatchObject({ sub: 'alice' });
    expect(await verifier.verify(token)).toEqual(first);
    expect(asked).toBe(2);
  });

  it('is invalid from the second of its expiry on', async () => {
    const token = await aToken();
    expect(await refusalOf(token)).toBeUndefined();
    now = START + 59;
    expect(await refusalOf(token)).toBeUndefined();
    now = START + 60;
    expect(await refusalOf(token)).toBe('expired');
  });

  it('is invalid when the clock is set back before its not-before time', async () => {
    const token = await aToken({ nbf: START });
    expect(await refusalOf(token)).toBeUndefined();
    now = START - 61;
    expect(await refusalOf(token)).toBe('not_yet_valid');
  });

  it('is invalid when its key is withdrawn or replaced under the same key id', async () => {
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

  it('does not validate a token that differs in one character', async () => {
    const token = await aToken();
    expect(await refusalOf(token)).toBeUndefined();
    const last = token.at(-3) === 'A' ? 'B' : 'A';
    expect(await refusalOf(token.slice(0, -3) + last + token.slice(-2))).toBe('invalid');
  });

  it('is evicted after a thousand others, and verified again', async () => {
    const token = await aToken();
    expect(await refusalOf(token)).toBeUndefined();
    for (let n = 0; n < 1000; n += 1) await verifier.verify(await aToken({ jti: String(n) }));
    asked = 0;
    expect(await refusalOf(token)).toBeUndefined();
    expect(asked).toBe(1);
  });
});

describe('an invalid JWT', () => {
  it('is invalid the second time too', async () => {
    const token = await aToken({ aud: 'others' });
    expect(await refusalOf(token)).toBe('wrong_audience');
    expect(await refusalOf(token)).toBe('wrong_audience');
  });

  it.each(['nbf', 'iat'])(
    'may have %s 60 seconds in the future, no more, and the log says so',
    async (claim) => {
      expect(await refusalOf(await aToken({ [claim]: START + 60 }))).toBeUndefined();
      expect(faults).toEqual([]);
      expect(await refusalOf(await aToken({ [claim]: START + 61 }))).toBe('not_yet_valid');
      expect(faults).toEqual([{ claim, ahead_seconds: 61, leeway_seconds: 60 }]);
    },
  );

  it('is refused for its times before its issuer, and for that before its audience', async () => {
    const wrong = { iss: 'elsewhere', aud: 'others' };
    expect(await refusalOf(await aToken({ ...wrong, exp: START }))).toBe('expired');
    expect(await refusalOf(await aToken({ ...wrong, nbf: START + 99 }))).toBe('not_yet_valid');
    expect(await refusalOf(await aToken(wrong))).toBe('wrong_issuer');
    expect(await refusalOf(await aToken({ aud: ['others'] }))).toBe('wrong_audience');
  });

  it('reveals no reason to a caller without the key', async () => {
    signing = (await generateKeyPair('EdDSA')).privateKey;
    for (const claims of [{ exp: START - 1 }, { iss: 'elsewhere' }, { aud: 'others' }, { nbf: START + 9 }]) {
      expect(await refusalOf(await aToken(claims))).toBe('invalid');
    }
  });
});
