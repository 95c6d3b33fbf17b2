import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Readiness } from '../../../src/common/operation/readiness.js';
import { ARTIFACT_STORE, type ArtifactStore } from '../../../src/storage/artifacts/artifact-store.js';
import { UnitOfWork } from '../../../src/storage/database/unit-of-work.js';
import type { ApiResponse } from '../../support/api-client.js';
import { expectRefused } from '../../support/refusals.js';
import { eventually } from '../../support/stored-artifacts.js';
import { useTestApp } from '../../support/suite.js';

const CACHE = process.env['TEST_REDIS_URL'] === undefined ? 'not_configured' : 'ok';
const WELL = { database: 'ok', cache: CACHE, storage: 'ok' };

const t = await useTestApp();
const store = t.app.get<ArtifactStore>(ARTIFACT_STORE);
const database = t.app.get(UnitOfWork);
afterEach(async () => {
  jest.restoreAllMocks();
  await until('ready');
});

const ask = (path: string): Promise<ApiResponse> => t.actors.anonymous.get(path);

/** The first response with this status: responses are shared for a second. */
async function until(status: string): Promise<ApiResponse> {
  let answer = await ask('/readyz');
  await eventually(async () => (answer = await ask('/readyz')).body.status === status);
  return answer;
}

const never = new Promise<never>(() => undefined);

describe.each(['/healthz', '/health'])('GET %s', (path) => {
  it('is 200 {status: "ok"}, whatever has failed', async () => {
    jest.spyOn(database, 'rows').mockRejectedValue(new Error('away'));
    const { status, body } = await ask(path);
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ok' } });
  });
});

describe.each(['/readyz', '/ready'])('GET %s', (path) => {
  it('is 200 with checks of database, cache and storage, without credentials or a rate limit', async () => {
    const { status, body, headers } = await ask(path);
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ready', checks: WELL } });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.has('x-ratelimit-limit')).toBe(false);
  });

  it('supports no other method', async () => {
    expect((await t.actors.anonymous.send('POST', path, { json: {} })).status).toBe(405);
    expect((await t.actors.anonymous.head(path)).status).toBe(200);
  });

  it('is 503 with status, checks and the error, while the process stops', async () => {
    const now = jest.spyOn(t.app.get(Readiness), 'now', 'get').mockReturnValue('stopping');
    const answer = await ask(path);
    expectRefused(answer, 503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.body).toMatchObject({
      status: 'stopping',
      checks: WELL,
      message: 'the service is stopping; try again',
    });
    now.mockRestore();
  });
});

describe('a check', () => {
  it('is run once for many requests within a second', async () => {
    const check = jest.spyOn(store, 'check');
    const rows = jest.spyOn(database, 'rows');
    // Earlier shared results have expired.
    await eventually(async () => (await ask('/readyz')).status === 200 && check.mock.calls.length === 1);
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('/ready')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(check.mock.calls.length).toBeLessThanOrEqual(2);
    expect(rows.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it.each([
    ['fails', () => Promise.reject(new Error('away'))],
    ['does not answer', () => never],
  ])('of a database that %s makes the service unavailable: 503', async (_what, rows) => {
    jest.spyOn(database, 'rows').mockImplementation(rows);
    const answer = await until('unavailable');
    expectRefused(answer, 503);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(answer.body.checks).toEqual({ ...WELL, database: 'failed' });
    expect(answer.text).not.toContain('away');
  });

  it.each([
    ['fails', () => Promise.reject(new Error('away'))],
    ['does not answer', () => never],
  ])('of a storage that %s is reported, while requests are still served', async (_what, check) => {
    jest.spyOn(store, 'check').mockImplementation(check);
    const { status, body } = await until('degraded');
    expect({ status, checks: body.checks }).toEqual({ status: 200, checks: { ...WELL, storage: 'failed' } });
  });

  it('that takes too long is aborted', async () => {
    let reported: unknown;
    jest.spyOn(store, 'check').mockImplementation((signal) => {
      signal.addEventListener('abort', () => (reported = signal.reason));
      return never;
    });
    await until('degraded');
    expect(reported).toMatchObject({ message: 'no answer within 2000 ms' });
  });
});
