import { generateKeyPairSync } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  FETCH_COOLDOWN_MS,
  FETCH_WAIT_MS,
  FIRST_FETCH_COOLDOWN_MS,
  KEYS_FRESH_MS,
  KEYS_MAX_AGE_MS,
  RemoteKeySet,
} from '../../src/auth/jwt/remote-key-set.js';
import { ed25519Key, FakeIdp, rsaKey } from '../support/fake-idp.js';

const first = rsaKey('first');
const second = ed25519Key('second');

let idp: FakeIdp;
let now: number;
let failures: unknown[];
let keys: RemoteKeySet;

beforeEach(async () => {
  idp = await FakeIdp.start([first]);
  now = 1_000_000;
  // A hanging fetch may fail after the end of its test.
  const own: unknown[] = [];
  failures = own;
  const log = { failed: (failure: object) => void own.push(failure), worked: () => undefined };
  keys = new RemoteKeySet({ url: idp.jwksUrl, failures: log, now: () => now });
});
afterEach(() => idp.close());

const has = async (algorithm: string, keyId?: string): Promise<boolean> =>
  (await keys.find(algorithm, keyId)) !== undefined;

const isUnavailable = { kind: 'unavailable' };

describe('RemoteKeySet: an unknown key', () => {
  it('causes one fetch for concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => has('RS256', 'unknown')));
    expect(answers).toEqual(Array(50).fill(false));
    expect(idp.fetches).toBe(1);
  });

  it('causes no other fetch within the cooldown, and one after it, whatever the number of requests', async () => {
    await has('RS256', 'first');
    now += FETCH_COOLDOWN_MS - 1;
    for (let asked = 0; asked < 20; asked += 1) await has('RS256', `unknown-${asked}`);
    expect(idp.fetches).toBe(1);
    now += 1;
    await Promise.all(Array.from({ length: 20 }, (_unused, index) => has('RS256', `unknown-${index}`)));
    expect(idp.fetches).toBe(2);
  });

  it('is found after the cooldown when the provider has published it', async () => {
    expect(await has('EdDSA', 'second')).toBe(false);
    idp.publish([first, second]);
    expect(await has('EdDSA', 'second')).toBe(false);
    now += FETCH_COOLDOWN_MS;
    expect(await has('EdDSA', 'second')).toBe(true);
    expect(await has('RS256', 'first')).toBe(true);
    expect(idp.fetches).toBe(2);
  });

  it('is not one of another algorithm', async () => {
    expect(await has('EdDSA', 'first')).toBe(false);
    expect(await has('HS256', 'first')).toBe(false);
  });
});

describe('RemoteKeySet: a failing provider', () => {
  it.each<[string, FakeIdp['failure']]>([
    ['answers 500', (res) => res.writeHead(500).end('{"keys":[]}')],
    ['answers no JSON', (res) => res.end('<html>')],
    ['answers something else', (res) => res.end('[]')],
    ['answers null', (res) => res.end('null')],
    ['returns a key set that is not a list', (res) => res.end('{"keys":{"kid":"first"}}')],
    ['sends an endless response', (res) => void res.write('{"keys":['.padEnd(600 * 1024, ' '))],
    ['closes the connection', (res) => res.destroy()],
  ])('keeps the last good keys when it %s', async (_what, failure) => {
    expect(await has('RS256', 'first')).toBe(true);
    idp.failure = failure;
    now += KEYS_MAX_AGE_MS + 1;
    expect(await has('RS256', 'first')).toBe(true);
    // Waits for the fetch in progress.
    expect(await has('RS256', 'unknown')).toBe(false);
    expect(idp.fetches).toBe(2);
    expect(failures).toHaveLength(1);
    expect(await has('RS256', 'first')).toBe(true);

    idp.failure = undefined;
    now += FETCH_COOLDOWN_MS;
    idp.publish([second]);
    expect(await has('EdDSA', 'second')).toBe(true);
    // A withdrawn key is no longer valid.
    expect(await has('RS256', 'first')).toBe(false);
  });

  it('does not delay known keys that are fresh while it hangs', async () => {
    expect(await has('RS256', 'first')).toBe(true);
    idp.failure = () => undefined;
    now += KEYS_FRESH_MS + 1;
    expect(await has('RS256', 'first')).toBe(true);
    expect(failures).toEqual([]);
  });

  it('is waited for once when the keys are old, but not again while it hangs', async () => {
    expect(await has('RS256', 'first')).toBe(true);
    idp.failure = () => undefined;
    now += KEYS_MAX_AGE_MS + 1;
    expect(await has('RS256', 'first')).toBe(true);
    expect(failures).toHaveLength(1);
    now += FETCH_COOLDOWN_MS;
    expect(await has('RS256', 'first')).toBe(true);
    // The next fetch has started, and nothing waits for it.
    expect(await has('RS256', 'first')).toBe(true);
    expect(failures).toHaveLength(1);
  });

  it.each([
    ['fresh', 0],
    ['to be renewed', KEYS_FRESH_MS + 1],
    ['old', KEYS_MAX_AGE_MS + 1],
  ])('delays no unknown key for 2 s when it hangs and the keys are %s', async (_age, age) => {
    expect(await has('RS256', 'first')).toBe(true);
    idp.failure = () => undefined;
    now += Math.max(age, FETCH_COOLDOWN_MS);
    const start = performance.now();
    expect(await has('RS256', 'unknown')).toBe(false);
    expect(performance.now() - start).toBeLessThan(2_000);
    // The fetch continues, and nothing else waits for it.
    expect(failures).toEqual([]);
    const later = performance.now();
    expect(await has('RS256', 'another')).toBe(false);
    expect(performance.now() - later).toBeLessThan(FETCH_WAIT_MS / 2);
  });

  it('is 503 as long as no fetch has succeeded, with few attempts, and recovers', async () => {
    idp.failure = (res) => res.writeHead(503).end();
    await expect(keys.find('RS256', 'first')).rejects.toMatchObject(isUnavailable);
    await expect(keys.find('RS256', 'first')).rejects.toMatchObject(isUnavailable);
    expect(idp.fetches).toBe(1);
    idp.failure = undefined;
    now += FIRST_FETCH_COOLDOWN_MS;
    expect(await has('RS256', 'first')).toBe(true);
  });
});

describe('RemoteKeySet: a key that the provider has withdrawn', () => {
  it.each<[string, readonly object[]]>([
    ['with all others', []],
    ['for another one', [second.jwk]],
    ['for one of another algorithm', [{ kty: 'EC', crv: 'P-256', kid: 'first' }]],
  ])('%s is invalid after ten minutes, even for the first request', async (_what, published) => {
    expect(await has('RS256', 'first')).toBe(true);
    idp.keys = published;
    now += KEYS_MAX_AGE_MS + 1;
    expect(await Promise.all([has('RS256', 'first'), has('RS256', 'first')])).toEqual([false, false]);
    expect(failures).toEqual([]);
  });

  it('is not fetched through a redirect', async () => {
    const elsewhere = await FakeIdp.start([second]);
    idp.failure = (res) => res.writeHead(302, { location: elsewhere.jwksUrl }).end();
    await expect(keys.find('EdDSA', 'second')).rejects.toMatchObject(isUnavailable);
    expect(elsewhere.fetches).toBe(0);
    await elsewhere.close();
  });
});

describe('RemoteKeySet: unusable keys', () => {
  const weak = rsaKey('weak', 1024);
  const { publicKey: ec } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { publicKey: ed448 } = generateKeyPairSync('ed448');

  it.each<[string, object]>([
    ['an RSA key of 1024 bits', weak.jwk],
    ['a key for encryption', { ...rsaKey('bad').jwk, use: 'enc' }],
    ['a key that may not verify', { ...rsaKey('bad').jwk, key_ops: ['encrypt'] }],
    ['an RSA key for PS256', { ...rsaKey('bad').jwk, alg: 'PS256' }],
    ['an RSA key for RS512', { ...rsaKey('bad').jwk, alg: 'RS512' }],
    ['an elliptic curve of NIST', { ...ec.export({ format: 'jwk' }), kid: 'bad' }],
    ['Ed448', { ...ed448.export({ format: 'jwk' }), kid: 'bad' }],
    ['a symmetric key', { kty: 'oct', k: 'c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0', kid: 'bad' }],
    ['a private key', { ...ed25519Key('bad').privateKey.export({ format: 'jwk' }), kid: 'bad' }],
    ['a key with parts missing', { kty: 'RSA', kid: 'bad', e: 'AQAB' }],
    ['no key at all', { kid: 'bad' }],
  ])('skips %s and keeps the others', async (_what, jwk) => {
    const { kid } = jwk as { kid: string };
    idp.keys = [null, 7, jwk, first.jwk] as object[];
    for (const algorithm of ['RS256', 'EdDSA', 'ES256', 'PS256', 'HS256', 'RS512']) {
      expect(await has(algorithm, kid)).toBe(false);
    }
    expect(await has('RS256', 'first')).toBe(true);
    expect(failures).toEqual([]);
  });
});

describe('RemoteKeySet: a token without a key id', () => {
  it('uses the only key of its algorithm', async () => {
    idp.publish([first, second]);
    expect(await has('RS256')).toBe(true);
    expect(await has('EdDSA')).toBe(true);
  });

  it('matches none when there are several, with or without ids', async () => {
    const { kid: _first, ...nameless } = first.jwk;
    const { kid: _third, ...another } = rsaKey('third').jwk;
    idp.keys = [nameless, another];
    expect(await has('RS256')).toBe(false);
    idp.publish([first, rsaKey('third')]);
    now += FETCH_COOLDOWN_MS;
    expect(await has('RS256')).toBe(false);
  });
});
