import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { entropyOf, isOtherForm, isPlaceholder, isWordy, looksRandom } from './strength.js';
import { growth, IN_PROPORTION, repeated } from '../../test/support/growth.js';

describe('entropyOf', () => {
  it.each([
    ['aaaa', 0],
    ['abab', 1],
    ['abcd', 2],
  ])('%s', (text, bits) => {
    expect(entropyOf(text)).toBeCloseTo(bits);
  });
});

describe('a placeholder', () => {
  it.each([
    'your-api-key',
    'YOUR_TOKEN',
    'sk-your-key-here',
    'changeme',
    'change-me-now',
    'xxxxxxxxxxxx',
    '<token>',
    '${API_KEY}',
    '{{ secret }}',
    '%(password)s',
    'example-key-1234',
    'AKIAIOSFODNN7EXAMPLE',
    'test-token-1',
    'dummy_key_9f8a7b',
    'placeholder',
    'abc123',
    '1234567890abcdef',
    '0000000000',
    'insert-key-here',
    'redacted',
    'sk-...',
    '****',
  ])('%s', (text) => {
    expect(isPlaceholder(text)).toBe(true);
  });

  it.each([
    'wG7hQz2Lr9Xt',
    'p8VxJr2+KdTqYw6ZmLbN4/hGcEuF0sAo7RiXtC3B',
    'Heide-Torf-1874!kran',
    'mcpx-4d1Yq8RkZ0vTn6LsWb3E',
  ])('is not %s', (text) => {
    expect(isPlaceholder(text)).toBe(false);
  });
});

describe('a random text', () => {
  it.each([
    'wG7hQz2Lr9Xt',
    'skc_7fQ2mZr9Lw4XbT0uHn6VyE3jPd8Ka1Gs',
    'p0rtal-Xw3!kd82-Zr71qLh',
    '9f86d081884c7d659a2feaa0c55ad015',
    '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
    'Vq9-tLm2xRw7Zk',
    'h2vX9sQkT4mZ1rLw8yBnE6uJd0pGaC3fWi5oRtUeVxM=',
  ])('%s', (text) => {
    expect(looksRandom(text)).toBe(true);
  });

  it.each([
    'access_token',
    'client-secret-basic',
    'gpt-4o-mini',
    'text-embedding-3-small',
    'claude-3-5-sonnet-20241022',
    'us-east-1',
    'oauth2',
    'Authorization',
    'resourceVersion',
    'my-service-account',
    'aaaaaaaaaaaaaaaa',
    'short1A',
    'eth_getTransactionByHash',
  ])('is not %s', (text) => {
    expect(looksRandom(text)).toBe(false);
  });
});

describe('a long text', () => {
  it.each(['<', '<a ', '{a', '%a', 'a', 'aB3', '-'])('of %j is classified in linear time', (unit) => {
    const judge = (length: number): void => {
      const text = repeated(unit, length);
      isPlaceholder(text);
      isOtherForm(text);
      looksRandom(text);
    };
    expect(growth(judge, 250_000)).toBeLessThan(IN_PROPORTION);
  });

  it('has at most the entropy of its alphabet', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', minLength: 1 }), (text) => {
        const bits = entropyOf(text);
        expect(bits).toBeGreaterThanOrEqual(-1e-9);
        expect(bits).toBeLessThanOrEqual(Math.log2(new Set(text).size) + 1e-9);
      }),
    );
  });
});

describe('other forms', () => {
  it.each([
    'https://api.vendor.com/v1',
    './keys/private.pem',
    '/etc/ssl/key',
    'API_KEY',
    'config.json',
    'application/json',
    'me@vendor.com',
    '1.20.3',
    '2026-01-31',
    '#33aaff',
    'Enter your password',
    'process.env.TOKEN',
    '[a-z0-9]{32}',
    'sha256-47DEQpj8HBSa',
  ])('%s', (text) => {
    expect(isOtherForm(text)).toBe(true);
  });

  it('isWordy recognizes texts made of words', () => {
    expect(isWordy('next-page_token.v2')).toBe(true);
    expect(isWordy('kd82-Zr71qLh')).toBe(false);
  });
});
