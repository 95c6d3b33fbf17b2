import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isReturnTarget } from './return-target.js';

describe('a return target', () => {
  it.each([
    '/',
    '/orgs',
    '/tools/orgs?tab=1#top',
    '/a//b',
    '/%2F%2Fevil.example',
    '/@evil.example',
    '/a:b',
    '/..//x',
  ])('may be %s', (target) => expect(isReturnTarget(target)).toBe(true));

  it.each<unknown>([
    '',
    'orgs',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/a\\b',
    'https://evil.example/',
    'https:evil.example',
    'javascript:alert(1)',
    ' /orgs',
    '/\t/evil.example',
    '/\n/evil.example',
    '/x\r\nSet-Cookie: session=1',
    '/\u0000',
    '/ä',
    '/a b',
    `/${'x'.repeat(1024)}`,
    undefined,
    null,
    7,
    ['/orgs'],
  ])('is not %j', (target) => expect(isReturnTarget(target)).toBe(false));

  it('never leads a browser to another origin', () => {
    const texts = fc.string({
      unit: fc.constantFrom('/', '\\', '.', ':', '@', 'a', '?', '#', '%', '\t', ' '),
    });
    fc.assert(
      fc.property(texts, (text) => {
        if (!isReturnTarget(text)) return;
        expect(new URL(text, 'https://hub.example.com/auth/callback').origin).toBe('https://hub.example.com');
      }),
    );
  });
});
