import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createServer as createListener, type AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AdvisoryFetchJob } from '../../../../src/hub/analysis/advisories/advisory-fetch-job.js';
import { anAdvisory, exportOf, importAll } from '../../../support/advisories.js';
import { platformAdmin } from '../../../support/platform-admin.js';
import { useHub } from '../../../support/suite.js';

/** A server of an export. */
const server = createServer((req, res) => {
  requests.push(req.headers);
  answer(req.headers, (status, headers = {}, body = '') => res.writeHead(status, headers).end(body));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
afterAll(() => void server.close());

/** A listener that nothing may connect to. */
let connections = 0;
const other = createListener(() => {
  connections += 1;
}).listen(0, '127.0.0.1');
await once(other, 'listening');
afterAll(() => void other.close());
const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}/all.zip`;

type Respond = (status: number, headers?: Record<string, string>, body?: string | Buffer) => void;
let requests: IncomingHttpHeaders[] = [];
let answer: (headers: IncomingHttpHeaders, respond: Respond) => void;

const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm/all.zip`;
const { t, actors } = await useHub({ ADVISORIES_URL: address });
const admin = await platformAdmin(t, actors);

const run = (): Promise<void> => t.app.get(AdvisoryFetchJob).run(new AbortController().signal);

/** Makes the export due. */
const due = (): Promise<unknown> => t.rows('UPDATE advisory_source SET next_attempt_at = now()');

const list = async (): Promise<Record<string, unknown>> =>
  (await admin.get('/api/v1/admin/advisories')).body as Record<string, unknown>;

const serves =
  (records: readonly object[], etag = '"1"') =>
  (headers: IncomingHttpHeaders, respond: Respond): void => {
    if (headers['if-none-match'] === etag) respond(304);
    else respond(200, { etag }, exportOf(records));
  };

beforeEach(async () => {
  requests = [];
  await t.rows('TRUNCATE advisory_source CASCADE');
});

describe('GET /api/v1/admin/advisories', () => {
  it('answers 401 and 403 to everybody but platform administrators', async () => {
    expect((await actors.anonymous.get('/api/v1/admin/advisories')).status).toBe(401);
    expect((await (await actors.user()).get('/api/v1/admin/advisories')).status).toBe(403);
  });

  it('lists nothing before the first import', async () => {
    expect(await list()).toEqual({
      sources: [],
      ecosystems: [],
      newest_advisory: null,
      total: 0,
      limit: 20,
      offset: 0,
    });
  });

  it('lists sources with dates and numbers', async () => {
    await importAll(t, [anAdvisory('A', 'a'), anAdvisory('P', 'p', {}, 'PyPI')]);
    expect(await list()).toMatchObject({
      sources: [
        { name: 'import', is_fetched: false, advisories: 2, newest_advisory: '2026-01-31', failures: 0 },
      ],
      ecosystems: expect.arrayContaining(['npm', 'PyPI']) as unknown,
      newest_advisory: '2026-01-31',
      total: 1,
    });
  });
});

describe('ADVISORIES_URL', () => {
  it('is fetched once a day', async () => {
    answer = serves([anAdvisory('A', 'a')]);
    await run();
    await run();
    expect(requests).toHaveLength(1);
    expect((await list())['sources']).toMatchObject([
      { name: address, is_fetched: true, advisories: 1, last_error: null },
    ]);
  });

  it('is fetched by one of several servers', async () => {
    answer = serves([anAdvisory('A', 'a')]);
    await Promise.all([run(), run(), run()]);
    expect(requests).toHaveLength(1);
  });

  it('sends the ETag, and 304 changes nothing', async () => {
    answer = serves([anAdvisory('A', 'a')]);
    await run();
    const [before] = (await list())['sources'] as Record<string, unknown>[];
    await due();
    await run();
    expect(requests.map((headers) => headers['if-none-match'])).toEqual([undefined, '"1"']);
    const [after] = (await list())['sources'] as Record<string, unknown>[];
    expect(after).toMatchObject({ imported_at: before?.['imported_at'], advisories: 1, failures: 0 });
  });

  it.each<[string, typeof answer, RegExp]>([
    ['an error', (_headers, respond) => respond(500), /HTTP 500/],
    ['something else', (_headers, respond) => respond(200, {}, '<html>'), /neither JSON/],
    [
      'a part of the export',
      (_headers, respond) => respond(200, {}, exportOf([anAdvisory('A', 'a')]).subarray(0, 100)),
      /the zip is broken/,
    ],
    [
      'a redirect to a private address',
      (_headers, respond) => respond(302, { location: 'http://10.0.0.1/' }),
      /./,
    ],
    [
      'a redirect to another port of this machine',
      (_headers, respond) => respond(302, { location: elsewhere }),
      /is not the address of 127\.0\.0\.1 that is configured/,
    ],
  ])('keeps the stored advisories when it gets %s, and shows why', async (_what, broken, message) => {
    answer = serves([anAdvisory('A', 'a')]);
    await run();
    answer = broken;
    await due();
    await run();
    expect((await list())['sources']).toMatchObject([
      { advisories: 1, failures: 1, last_error: expect.stringMatching(message) as unknown },
    ]);
    answer = serves([anAdvisory('B', 'b')], '"2"');
    await due();
    await run();
    expect((await list())['sources']).toMatchObject([{ advisories: 1, failures: 0, last_error: null }]);
    expect(connections).toBe(0);
  });
});
