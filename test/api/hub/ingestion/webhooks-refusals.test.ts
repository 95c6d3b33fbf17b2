import { describe, expect, it } from '@jest/globals';
import type { ApiResponse } from '../../../support/api-client.js';
import { HOSTS, newMcp, push } from '../../../support/code-hosts.js';
import { HubActors } from '../../../support/hub-actors.js';
import { useHub } from '../../../support/suite.js';
import { startTestApp } from '../../../support/test-app.js';
import {
  deliver,
  deliverSigned,
  named,
  signed,
  webhookSettings,
  type Sender,
} from '../../../support/webhooks.js';

const { idp, t, actors } = await useHub(webhookSettings);

const send = (sender: Sender, event: string, text: string): Promise<ApiResponse> =>
  deliverSigned(actors.anonymous, sender, text, named(sender, event));
const stateOf = async (): Promise<unknown> => [
  await t.rows('SELECT count(*) FROM source_event'),
  await t.rows('SELECT * FROM webhook_delivery ORDER BY sender, delivery_id'),
  await t.rows('SELECT sum(length) FROM audit_chain'),
];

const mapped = (headers: Record<string, string>, change: (value: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value)]));

describe.each(HOSTS)('POST /api/v1/webhooks/%s', (host) => {
  describe('a request that fails verification answers 401 and changes nothing', () => {
    const flip = (headers: Record<string, string>): Record<string, string> =>
      Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          value.replace(/.$/, (c) => (c === '0' ? '1' : '0')),
        ]),
      );
    it.each<[string, (body: string) => Record<string, string>]>([
      ['without a signature', () => ({})],
      ['with an empty signature', (body) => mapped(signed(host, body), () => '')],
      ['with another signature', (body) => flip(signed(host, body))],
      ['with a signature that is cut', (body) => mapped(signed(host, body), (value) => value.slice(0, -2))],
      ['with two signatures', (body) => mapped(signed(host, body), (value) => `${value}, ${value}`)],
      ['signed by another secret', (body) => signed(host, body, { secret: 'another' })],
      ['signed by an empty secret', (body) => signed(host, body, { secret: '' })],
      ['with the headers of another sender', (body) => signed('stripe', body)],
      ['with a bearer token', () => ({ authorization: 'Bearer x' })],
    ])('%s', async (_what, headersOf) => {
      const path = await newMcp(t);
      const { event, body } = push(host, path);
      const text = JSON.stringify(body);
      const before = await stateOf();
      const answer = await deliver(actors.anonymous, host, text, {
        ...headersOf(text),
        ...named(host, event),
      });
      expect({ status: answer.status, code: answer.body.code }).toEqual({
        status: 401,
        code: 'UNAUTHORIZED',
      });
      expect(await stateOf()).toEqual(before);
    });

    it.each<[string, Record<string, string>]>([
      ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
      ['no media type', { 'content-type': 'text/plain' }],
      ['compressed', { 'content-encoding': 'gzip' }],
    ])('also when the body is %s', async (_what, headers) => {
      expect((await deliver(actors.anonymous, host, '{', headers)).status).toBe(401);
    });

    it('also when the body exceeds the maximum size', async () => {
      expect((await deliver(actors.anonymous, host, Buffer.alloc(6 * 1024 * 1024), {})).status).toBe(401);
    });
  });

  it('answers 415 for signed bytes with a media type other than JSON', async () => {
    const body = 'payload=%7B%7D';
    const headers = signed(host, body);
    for (const type of [
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'application/json; charset=utf-16' },
      { 'content-encoding': 'gzip' },
    ]) {
      expect((await deliver(actors.anonymous, host, body, { ...headers, ...type })).status).toBe(415);
    }
  });

  it.each<[string, string | Buffer]>([
    ['nothing', ''],
    ['no JSON', '{"ref":'],
    ['a list', '[]'],
    ['null', 'null'],
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d])],
    ['deep nesting', '{"a":'.repeat(70) + '1' + '}'.repeat(70)],
    ['excessive nesting', '['.repeat(200_000)],
    ['hundreds of thousands of values', `{"a":[${'1,'.repeat(150_000)}1]}`],
  ])('answers 400 for a signed body that is %s, and records nothing', async (_what, body) => {
    const before = await stateOf();
    const headers = { ...signed(host, body), ...named(host, 'push') };
    expect((await deliver(actors.anonymous, host, body, headers)).status).toBe(400);
    expect(await stateOf()).toEqual(before);
  });

  it('answers 413 for more than 5 MiB, and accepts exactly that', async () => {
    const bytes = (size: number): string => `{"a":"${'x'.repeat(size - 8)}"}`;
    const most = bytes(5 * 1024 * 1024);
    expect((await send(host, 'other', most)).status).toBe(202);
    expect((await send(host, 'other', `${most} `)).status).toBe(413);
  });
});

describe('the webhooks', () => {
  it('answer 401 to everything without a secret', async () => {
    const bare = await startTestApp(idp.settings);
    try {
      const { anonymous } = new HubActors(bare, idp);
      for (const sender of [...HOSTS, 'stripe'] as const) {
        for (const secret of ['', 'undefined']) {
          const headers = signed(sender, '{}', { secret });
          expect((await deliver(anonymous, sender, '{}', headers)).status).toBe(401);
        }
      }
    } finally {
      await bare.close();
    }
  });
});
