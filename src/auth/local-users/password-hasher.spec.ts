import { stat } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiError } from '../../common/errors/api-error.js';
import { PasswordHasher } from './password-hasher.js';

const PASSWORD = 'correct horse battery staple';

/** More than the queue holds. */
const TOO_MANY = 150;

const reasonOf = (result: PromiseSettledResult<unknown>): unknown =>
  result.status === 'rejected' ? result.reason : undefined;

const flood = (work: () => Promise<unknown>): Promise<PromiseSettledResult<unknown>[]> =>
  Promise.allSettled(Array.from({ length: TOO_MANY }, work));

let stored: string;
beforeAll(async () => {
  stored = await new PasswordHasher().hash(PASSWORD);
});

describe('PasswordHasher.verify', () => {
  it.each([
    ['another password', `${PASSWORD}!`],
    ['another case', PASSWORD.toUpperCase()],
    ['nothing', ''],
    ['the hash itself', 'the stored hash'],
  ])('refuses %s', async (what, password) => {
    const given = what === 'the hash itself' ? stored : password;
    expect(await new PasswordHasher().verify(stored, given)).toBe(false);
  });

  it('refuses everything when there is no user', async () => {
    const hasher = new PasswordHasher();
    expect(await hasher.verify(undefined, PASSWORD)).toBe(false);
    expect(await hasher.verify(undefined, '')).toBe(false);
  });

  it('accepts the password that was hashed', async () => {
    expect(await new PasswordHasher().verify(stored, PASSWORD)).toBe(true);
  });

  it('does as much work for an unknown user as for a wrong password', async () => {
    const hasher = new PasswordHasher();
    await hasher.verify(stored, PASSWORD);
    const fastest = async (hash: string | undefined): Promise<number> => {
      const times: number[] = [];
      for (let run = 0; run < 5; run += 1) {
        const startedAt = performance.now();
        await hasher.verify(hash, 'a wrong password');
        times.push(performance.now() - startedAt);
      }
      return Math.min(...times);
    };
    const [known, unknown] = [await fastest(stored), await fastest(undefined)];
    // The times differ widely only if one of them hashes nothing, which would be a hundred times faster.
    expect(unknown).toBeGreaterThan(known / 4);
    expect(known).toBeGreaterThan(unknown / 4);
  });

  it('fails on a malformed hash, and keeps working', async () => {
    const hasher = new PasswordHasher();
    const broken = await Promise.allSettled(
      Array.from({ length: 6 }, () => hasher.verify('no hash', PASSWORD)),
    );
    expect(broken.map(({ status }) => status)).toEqual(Array(6).fill('rejected'));
    expect(await hasher.verify(stored, PASSWORD)).toBe(true);
  });
});

describe('PasswordHasher.hash', () => {
  it('is Argon2id with the recommended cost, salted', async () => {
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await new PasswordHasher().hash(PASSWORD)).not.toBe(stored);
  });

  it('distinguishes long passwords that differ only at the end', async () => {
    const hasher = new PasswordHasher();
    const long = 'x'.repeat(1023);
    const hash = await hasher.hash(`${long}a`);
    expect(await hasher.verify(hash, `${long}b`)).toBe(false);
    expect(await hasher.verify(hash, `${long}a`)).toBe(true);
  });
});

describe('the work is bounded', () => {
  it('answers 503 when the queue is full, serves the queued ones, and keeps working', async () => {
    const hasher = new PasswordHasher();
    const results = await flood(() => hasher.hash(PASSWORD));
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(results.length - refused.length).toBeGreaterThanOrEqual(20);
    for (const reason of refused.map(reasonOf)) {
      expect(reason).toBeInstanceOf(ApiError);
      expect(reason).toMatchObject({
        kind: 'unavailable',
        headers: { 'Retry-After': expect.any(String) },
      });
    }
    // First come, first served: later callers displaced no queued ones.
    const firstRefusal = results.findIndex(({ status }) => status === 'rejected');
    expect(results.slice(firstRefusal).every(({ status }) => status === 'rejected')).toBe(true);
    expect(await hasher.verify(stored, PASSWORD)).toBe(true);
  });

  it('answers 503 to a flood of logins, right or wrong, and accepts logins again afterwards', async () => {
    const hasher = new PasswordHasher();
    let turn = 0;
    const results = await flood(() => hasher.verify((turn += 1) % 2 === 0 ? stored : undefined, PASSWORD));
    const refused = results.map(reasonOf).filter((reason) => reason !== undefined);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.every((reason) => reason instanceof ApiError && reason.kind === 'unavailable')).toBe(true);
    expect(await hasher.verify(stored, PASSWORD)).toBe(true);
  });

  it('accepts logins while another client floods it', async () => {
    const hasher = new PasswordHasher();
    await hasher.verify(stored, PASSWORD);
    let flooded = 0;
    const flooding = flood(async () => {
      await hasher.verify(stored, 'wrong', { client: 'flooding' });
      flooded += 1;
    });
    expect(await hasher.verify(stored, PASSWORD, { client: 'another' })).toBe(true);
    // It ran after those already running, not after the whole queue.
    expect(flooded).toBeLessThan(20);
    expect((await flooding).map(reasonOf)).toContainEqual(expect.objectContaining({ kind: 'unavailable' }));
  });

  it('accepts logins after a flood during the very first login', async () => {
    const hasher = new PasswordHasher();
    const busy = flood(() => hasher.hash(PASSWORD));
    await expect(hasher.verify(stored, PASSWORD)).rejects.toMatchObject({ kind: 'unavailable' });
    await busy;
    expect(await hasher.verify(stored, PASSWORD)).toBe(true);
  });

  it('drops cancelled logins from the queue, and serves those behind them', async () => {
    const hasher = new PasswordHasher();
    const busy = [hasher.hash(PASSWORD), hasher.hash(PASSWORD)];
    const gone = new AbortController();
    // A full queue of callers who cancel: later ones would be refused if their slots were kept.
    const leaving = Array.from({ length: 50 }, () =>
      hasher.verify(stored, PASSWORD, { signal: gone.signal }),
    );
    const outcomes = Promise.allSettled(leaving);
    const patient = hasher.verify(stored, PASSWORD);
    await Promise.all(busy);
    gone.abort(new Error('gone'));
    const reasons = (await outcomes).map(reasonOf).filter((reason) => reason !== undefined);
    expect(reasons.length).toBeGreaterThan(30);
    expect(reasons).toEqual(reasons.map(() => new Error('gone')));
    expect(await patient).toBe(true);
    await expect(hasher.verify(stored, PASSWORD, { signal: gone.signal })).rejects.toThrow('gone');
  });

  it('leaves threads for file access while hashes are queued', async () => {
    const hasher = new PasswordHasher();
    let finished = 0;
    const hashes = Array.from({ length: 24 }, async () => {
      await hasher.hash(PASSWORD);
      finished += 1;
    });
    await stat('.');
    const before = finished;
    await Promise.all(hashes);
    // Node runs both on four threads in FIFO order: unbounded hashes would finish before the file access.
    expect(before).toBeLessThan(12);
  });
});
