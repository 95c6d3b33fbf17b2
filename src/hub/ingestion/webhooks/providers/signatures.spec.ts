import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { WebhookProviderName } from './webhook-provider.js';
import { WEBHOOK_PROVIDER_NAMES, WEBHOOK_PROVIDERS } from './webhook-providers.js';

const NOW = 1_900_000_000;
const SECRET = 'It\u2019s a secret';
const BODY = Buffer.from('Hello, World!');
const hmac = (text: string): string => createHmac('sha256', SECRET).update(text).digest('hex');

/** Undefined if the value is no signature at all. */
const holds = (name: WebhookProviderName, value: string, secret = SECRET, body = BODY): boolean | undefined =>
  WEBHOOK_PROVIDERS[name].signature.checkOf(value, NOW)?.(body, secret);

describe('the signature of', () => {
  // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries
  it('GitHub matches the example of its documentation', () => {
    const header = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    const secret = "It's a Secret to Everybody";
    expect(holds('github', header, secret)).toBe(true);
    expect(holds('github', header, secret, Buffer.from('Hello, World'))).toBe(false);
  });

  it('Stripe is valid for 300 seconds before and after its timestamp', () => {
    const at = (time: number): boolean | undefined =>
      holds('stripe', `t=${time},v1=${hmac(`${time}.${BODY.toString()}`)}`);
    expect([NOW - 300, NOW, NOW + 300].map(at)).toEqual([true, true, true]);
    expect([NOW - 301, NOW + 301, 0].map(at)).toEqual([undefined, undefined, undefined]);
  });

  it('GitLab is the token, which may contain non-ASCII characters', () => {
    const sent = Buffer.from(SECRET).toString('latin1');
    expect(holds('gitlab', sent)).toBe(true);
    expect(holds('gitlab', `${sent} `)).toBe(false);
    expect(holds('gitlab', '')).toBeUndefined();
  });

  it.each(WEBHOOK_PROVIDER_NAMES)('%s accepts no other header and never throws', (name) => {
    const text = fc.oneof(
      fc.string(),
      fc.string().map((s) => `sha256=${s}`),
      fc.string().map((s) => `t=${NOW},v1=${s}`),
    );
    fc.assert(
      fc.property(text, (value) => {
        expect(holds(name, value) ?? false).toBe(false);
      }),
    );
  });
});
