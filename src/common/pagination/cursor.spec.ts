import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decodeCursor, encodeCursor } from './cursor.js';

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('decodeCursor', () => {
  it.each([
    ['nothing', ''],
    ['no base64url', '!!!'],
    ['no JSON', Buffer.from('["a","b"').toString('base64url')],
    ['no array', encoded({ 0: 'a', 1: 'b', length: 2 })],
    ['a string', encoded('ab')],
    ['null', encoded(null)],
    ['too few parts', encoded(['a'])],
    ['too many parts', encoded(['a', 'b', 'c'])],
    ['a number among the parts', encoded(['a', 1])],
    ['null among the parts', encoded(['a', null])],
    ['a list among the parts', encoded(['a', ['b']])],
    ['NUL, which the database cannot store', encoded(['a', 'b\u0000'])],
    ['a part of more than 512 characters', encoded(['a', 'b'.repeat(513)])],
    ['hostile nesting', Buffer.from('['.repeat(50_000)).toString('base64url')],
  ])('rejects %s', (_what, cursor) => {
    expect(decodeCursor(cursor, 2)).toBeUndefined();
  });

  it('decodes the encoded key', () => {
    const part = fc.string({ unit: 'binary', maxLength: 64 }).filter((text) => !text.includes('\u0000'));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 4 }), (key) => {
        expect(decodeCursor(encodeCursor(key), key.length)).toEqual(key);
      }),
    );
  });

  it('returns a well-formed key or undefined for any text', () => {
    const forged = fc.oneof(
      fc.string(),
      fc.json().map((json) => Buffer.from(json).toString('base64url')),
    );
    fc.assert(
      fc.property(forged, fc.nat(3), (cursor, parts) => {
        const key = decodeCursor(cursor, parts);
        if (key === undefined) return;
        expect(key).toHaveLength(parts);
        expect(key.every((part) => typeof part === 'string')).toBe(true);
      }),
    );
  });
});

describe('encodeCursor', () => {
  it('needs no escaping in a URL', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (key) => {
        expect(encodeCursor(key)).toMatch(/^[A-Za-z0-9_-]+$/);
      }),
    );
  });
});
