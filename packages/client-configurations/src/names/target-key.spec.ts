import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { addressKey, imageKey } from './target-key.js';

const DIGEST = `sha256:${'0a'.repeat(32)}`;

describe('imageKey', () => {
  it.each([
    [`acme/files@${DIGEST}`, `acme/files@${DIGEST}`],
    [
      `oci:ghcr.io/acme/files@${DIGEST.toUpperCase().replace('SHA256', 'sha256')}`,
      `ghcr.io/acme/files@${DIGEST}`,
    ],
    [`localhost:5000/files@${DIGEST}`, `localhost:5000/files@${DIGEST}`],
  ])('%s is %s', (text, key) => {
    expect(imageKey(text)).toBe(key);
  });

  it.each([
    'acme/files',
    'acme/files:1.0',
    `acme/files:1.0@${DIGEST}`,
    `-v@${DIGEST}`,
    `Acme/files@${DIGEST}`,
    `a b@${DIGEST}`,
    DIGEST,
  ])('%s is none', (text) => {
    expect(imageKey(text)).toBeUndefined();
  });
});

describe('addressKey', () => {
  it.each([
    ['https://mcp.example.com', 'https://mcp.example.com/'],
    ['HTTPS://MCP.Example.com:443/a?b=c', 'https://mcp.example.com/a?b=c'],
    ['https://mcp.example.com/a/../b', 'https://mcp.example.com/b'],
  ])('%s is %s', (text, key) => {
    expect(addressKey(text)).toBe(key);
  });

  it('is the same again, and has no wildcard, variable or user', () => {
    const text = fc.oneof(
      fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true }),
      fc.string(),
    );
    fc.assert(
      fc.property(text, fc.constantFrom('', '*', '${X}', ' ', '#', '@evil', '\n'), (url, more) => {
        const key = addressKey(url + more);
        if (key === undefined) return;
        expect(addressKey(key)).toBe(key);
        expect(key).toMatch(/^https:\/\/[^*{}$#\s\\]+$/);
        expect(new URL(key).username).toBe('');
      }),
    );
  });
});
