import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import { manifestOf, packagePath, publish, publishRequest } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { eventually } from '../../support/stored-artifacts.js';
import { Wire } from '../../support/wire.js';
import { expectRefused } from '../../support/refusals.js';
import { storedOrganizations } from '../../support/stored-versions.js';
import { publishText, publishTextWith, resolve } from '../../support/version-requests.js';

const ID = 'refused/files';
const VALID = JSON.stringify(publishRequest(ID, '1.0.0'));
const PUBLISH = 'POST /v1/org/{org}/mcps/{name}/publish';

let admin: Actor;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
});

const expectNothingStored = async (): Promise<void> => {
  expect(await storedOrganizations(t, 'refused')).toEqual([]);
};

describe(`${PUBLISH}: 400 for a body that is not a JSON object`, () => {
  it.each([
    ['cut off', VALID.slice(0, -1)],
    ['followed by something', `${VALID}x`],
    ['two objects', VALID + VALID],
    ['with a trailing comma', `${VALID.slice(0, -1)},}`],
    ['with a comment', `/* */${VALID}`],
    ['with single quotes', "{'version':'1.0.0'}"],
    ['with NaN', '{"bundle_size_bytes":NaN}'],
    ['with a raw control character', '{"version":"1.0.0\n"}'],
    ['with a broken escape', String.raw`{"version":"\u12"}`],
    ['only an opening brace', '{'],
    ['only spaces', '   '],
    ['null', 'null'],
    ['true', 'true'],
    ['a number', '1'],
    ['1e400', '1e400'],
    ['a string', '"text"'],
    ['an empty array', '[]'],
    ['an array of requests', `[${VALID}]`],
    ['XML', '<request/>'],
    ['a form', 'version=1.0.0'],
  ])('refuses %s', async (_what, text) => {
    expectRefused(await publishText(admin, ID, text), 400, 'body');
    await expectNothingStored();
  });

  it('refuses a request without a body', async () => {
    expectRefused(await admin.post(`${packagePath(ID)}/publish`), 400, 'version');
    await expectNothingStored();
  });
});

describe(`${PUBLISH}: 400 for nesting deeper than 64 levels`, () => {
  // The request and the manifest are the first two levels.
  const nested = (levels: number): string => '['.repeat(levels - 2) + ']'.repeat(levels - 2);
  const withDepth = (id: string, levels: number): string =>
    publishTextWith(id, '1.0.0', { manifest_json: manifestOf(id, '1.0.0', { extra: '@' }) }, nested(levels));

  it.each([65, 100_000])('refuses %d levels', async (levels) => {
    expectRefused(await publishText(admin, ID, withDepth(ID, levels)), 400, 'body');
    await expectNothingStored();
  });

  it('refuses 100000 nested objects in an unknown field', async () => {
    const text = `{"unknown":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)},${VALID.slice(1)}`;
    expectRefused(await publishText(admin, ID, text), 400, 'body');
    await expectNothingStored();
  });

  it('refuses 100000 unclosed brackets', async () => {
    expectRefused(await publishText(admin, ID, '['.repeat(100_000)), 400, 'body');
  });

  it('accepts 64 levels', async () => {
    expect((await publishText(admin, 'accepted/deep', withDepth('accepted/deep', 64))).status).toBe(200);
  });
});

describe(`${PUBLISH}: 400 for a manifest of too many values, naming it`, () => {
  const keys = (count: number): object =>
    Object.fromEntries(Array.from({ length: count }, (_unused, index) => [`key-${index}`, index]));
  const withExtra = (id: string, extra: unknown): string =>
    JSON.stringify(publishRequest(id, '1.0.0', { manifest_json: manifestOf(id, '1.0.0', { extra }) }));

  it.each([
    ['90000 keys', keys(90_000)],
    ['10000 keys', keys(10_000)],
    ['90000 items', Array.from({ length: 90_000 }, () => 0)],
    ['10000 empty lists', Array.from({ length: 10_000 }, () => [])],
    ['4000 lists of two', Array.from({ length: 4000 }, () => [0, 0])],
  ])('refuses %s', async (_what, extra) => {
    expectRefused(await publishText(admin, ID, withExtra(ID, extra)), 400, 'manifest_json');
    await expectNothingStored();
  });

  it('refuses so many values in any field, naming it', async () => {
    const text = JSON.stringify({ ...publishRequest(ID, '1.0.0'), unknown: keys(30_000) });
    expectRefused(await publishText(admin, ID, text), 400, 'unknown');
    const tags = Array.from({ length: 30_000 }, (_unused, index) => `tag ${index}`);
    expectRefused(await publish(admin, ID, '1.0.0', { tags }), 400, 'tags');
    await expectNothingStored();
  });

  it('accepts 9900 keys', async () => {
    const text = withExtra('accepted/keys', keys(9_900));
    expect((await publishText(admin, 'accepted/keys', text)).status).toBe(200);
  });
});

describe(`${PUBLISH}: 415 for another media type or encoding`, () => {
  it.each([
    'text/plain',
    'text/json',
    'application/octet-stream',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/vnd.api+json',
    'application/jsonp',
    'application',
    '*/*',
  ])('refuses Content-Type %s', async (type) => {
    expectRefused(await publishText(admin, ID, VALID, { 'content-type': type }), 415, 'Content-Type');
    await expectNothingStored();
  });

  it('refuses a body without a Content-Type', async () => {
    // For bytes, fetch sets no type itself.
    expectRefused(await publishText(admin, ID, new TextEncoder().encode(VALID), {}), 415, 'Content-Type');
    await expectNothingStored();
  });

  it('refuses a charset other than Unicode', async () => {
    const headers = { 'content-type': 'application/json; charset=iso-8859-1' };
    expectRefused(await publishText(admin, ID, VALID, headers), 415);
    await expectNothingStored();
  });

  it.each(['gzip', 'GZIP', 'deflate', 'br', 'zstd', 'unheard-of'])(
    'refuses Content-Encoding %s',
    async (encoding) => {
      const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
      const answer = await publishText(admin, ID, new Uint8Array(gzipSync(VALID)), headers);
      expectRefused(answer, 415, 'Content-Encoding');
      await expectNothingStored();
    },
  );

  it('refuses compressed bytes that claim to be JSON', async () => {
    expectRefused(await publishText(admin, ID, new Uint8Array(gzipSync(VALID))), 400, 'body');
    await expectNothingStored();
  });

  it.each([
    { 'content-type': 'application/json; charset=utf-8' },
    { 'content-type': 'APPLICATION/JSON' },
    { 'content-type': 'application/json', 'content-encoding': 'identity' },
  ])('accepts %j', async (headers) => {
    const id = `accepted/type-${JSON.stringify(headers).length}`;
    const text = JSON.stringify(publishRequest(id, '1.0.0'));
    expect((await publishText(admin, id, text, headers)).status).toBe(200);
  });
});

describe(`${PUBLISH}: 413 above limits.manifest_bytes`, () => {
  const LIMIT = 2000;
  const ENVELOPE = 256 * 1024;
  let small: TestApp;
  let publisher: Actor;
  beforeAll(async () => {
    small = await startTestApp({ LIMITS_MANIFEST_BYTES: String(LIMIT) });
    publisher = await small.actors.admin();
  });
  afterAll(() => small.close());

  /** A manifest whose canonical form has exactly this many bytes. */
  const manifestOfBytes = (id: string, bytes: number): object => {
    const empty = JSON.stringify(manifestOf(id, '1.0.0', { padding: '' }));
    return manifestOf(id, '1.0.0', { padding: 'p'.repeat(bytes - Buffer.byteLength(empty)) });
  };
  const expectNone = async (): Promise<void> => {
    expect(await storedOrganizations(small, 'large')).toEqual([]);
  };

  it('refuses a manifest of one byte more', async () => {
    const change = { manifest_json: manifestOfBytes('large/files', LIMIT + 1) };
    expectRefused(await publish(publisher, 'large/files', '1.0.0', change), 413);
    await expectNone();
  });

  it('counts bytes, not characters', async () => {
    const manifest = manifestOf('large/files', '1.0.0', { padding: '€'.repeat(LIMIT / 2) });
    expect(JSON.stringify(manifest).length).toBeLessThan(LIMIT);
    expectRefused(await publish(publisher, 'large/files', '1.0.0', { manifest_json: manifest }), 413);
    await expectNone();
  });

  it('counts the canonical form, which can be longer than the request', async () => {
    // Four characters as sent, twenty-one in canonical form.
    const manifest = manifestOf('large/files', '1.0.0', { numbers: '@' });
    const numbers = `[${Array.from({ length: 100 }, () => '1e20').join(',')}]`;
    const text = publishTextWith('large/files', '1.0.0', { manifest_json: manifest }, numbers);
    expect(text.length).toBeLessThan(LIMIT);
    expectRefused(await publishText(publisher, 'large/files', text), 413);
    await expectNone();
  });

  it('refuses a body larger than any valid request', async () => {
    const text = ' '.repeat(LIMIT + ENVELOPE) + VALID;
    expectRefused(await publishText(publisher, 'large/files', text), 413);
    await expectNone();
  });

  it('refuses a body that grows beyond the limit without a Content-Length', async () => {
    const wire = await Wire.to(small);
    wire.start('POST', `${packagePath('large/files')}/publish`, {
      ...publisher.credentials,
      'Content-Type': 'application/json',
      'Transfer-Encoding': 'chunked',
    });
    for (let sent = 0; sent <= LIMIT + ENVELOPE; sent += 4096) wire.chunk(Buffer.alloc(4096, ' '));
    wire.chunk(Buffer.alloc(0));
    expectRefused(await wire.answer(), 413);
    wire.cut();
    await expectNone();
  });

  it('refuses an unauthorized caller before checking the size', async () => {
    const anonymous = small.actors.anonymous;
    expectRefused(await publishText(anonymous, 'large/files', ' '.repeat(LIMIT + ENVELOPE) + VALID), 401);
  });

  it('accepts a manifest of exactly the limit', async () => {
    const change = { manifest_json: manifestOfBytes('exact/files', LIMIT) };
    expect((await publish(publisher, 'exact/files', '1.0.0', change)).status).toBe(200);
    const { body } = await resolve(publisher, 'exact/files', '1.0.0');
    expect((await publisher.get(body.resolved.manifest.url as string)).bytes).toHaveLength(LIMIT);
  });

  it('accepts a manifest above the limit only because of whitespace', async () => {
    const text = JSON.stringify(publishRequest('exact/spaced', '1.0.0'), null, 10).padEnd(LIMIT * 10);
    expect((await publishText(publisher, 'exact/spaced', text)).status).toBe(200);
  });
});

describe(`${PUBLISH}: memory that large bodies share`, () => {
  const MIB = 1024 * 1024;
  const LARGE = 10 * MIB;
  const path = `${packagePath('refused/large')}/publish`;
  const json = { 'Content-Type': 'application/json' };

  /** Announces a large body and sends this many bytes of it. */
  const start = async (sent: number): Promise<Wire> =>
    (await Wire.to(t))
      .start('POST', path, { ...admin.credentials, ...json, 'Content-Length': LARGE })
      .send(new Uint8Array(sent).fill(0x20));

  const larger = (id: string, length: number): string =>
    JSON.stringify(publishRequest(id, '1.0.0')).padEnd(length, ' ');

  it('is bounded: one body too many is 503, while small ones are accepted', async () => {
    const wires = await Promise.all(Array.from({ length: 7 }, () => start(LARGE - 1)));
    const answers = wires.map((wire) => wire.answer());
    // Which one is refused depends on the order of arrival.
    const refused = await Promise.race(answers);
    expect(refused.status).toBe(503);
    expect(refused.body.error.code).toBe('unavailable');
    expect(refused.headers.get('retry-after')).toBe('2');
    expect((await publish(admin, 'memory/small', '1.0.0')).status).toBe(200);

    // The others keep their reservations and are read to their ends.
    for (const wire of wires) wire.send(' ');
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([400, 400, 400, 400, 400, 400, 503]);
    for (const wire of wires) wire.cut();
    await expectNothingStored();
  });

  it('is released by finished and aborted requests', async () => {
    for (let round = 0; round < 3; round += 1) {
      const wires = await Promise.all(Array.from({ length: 6 }, () => start(LARGE - 1)));
      for (const wire of wires) wire.cut();
    }
    await eventually(async () => {
      const answer = await publishText(admin, 'memory/large', larger('memory/large', LARGE));
      return answer.status === 200;
    });
  });

  it('counts received bytes, not announced ones', async () => {
    const held = await Promise.all(Array.from({ length: 12 }, () => start(100)));
    const chunked = { ...admin.credentials, ...json, 'Transfer-Encoding': 'chunked' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const wire = (await Wire.to(t)).start('POST', path, chunked);
        return wire.chunk(Buffer.from('{}')).chunk(new Uint8Array()).answer();
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(400));
    const large = await publishText(admin, 'memory/announced', larger('memory/announced', 3 * MIB));
    expect(large.status).toBe(200);
    for (const wire of held) wire.cut();
  });
});
