import { describe, expect, it } from '@jest/globals';
import { storable } from './storable.js';

describe('JSON for the database', () => {
  it('has U+FFFD instead of NUL and lone surrogates, in texts and keys at any depth', () => {
    const value = { a: ['x\u0000y', { '\ud800': '\udc00!' }] };
    expect(storable(value)).toEqual({ a: ['x\ufffdy', { '\ufffd': '\ufffd!' }] });
  });

  it('is otherwise the same', () => {
    const value = { text: 'a 😀 \\u0000', number: 1.5, none: null, yes: true, list: [], absent: undefined };
    expect(storable(value)).toStrictEqual(value);
  });
});
