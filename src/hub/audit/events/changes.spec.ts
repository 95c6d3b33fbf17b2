import { describe, expect, it } from '@jest/globals';
import { changesBetween } from './changes.js';

describe('changesBetween', () => {
  it.each([
    ['an empty change', { name: 'a' }, {}],
    ['equal values', { name: 'a', size: 1 }, { name: 'a' }],
    ['undefined values', { name: 'a' }, { name: undefined }],
    ['equal arrays and objects', { tags: ['a'], at: { x: 1 } }, { tags: ['a'], at: { x: 1 } }],
  ])('is undefined for %s', (_what, before, change) => {
    expect(changesBetween(before, change)).toBeUndefined();
  });

  it('has the old and new values of the changed fields only', () => {
    const before = { name: 'a', size: 1, tags: ['a'], category: null };
    expect(changesBetween(before, { name: 'b', size: 1, tags: ['a', 'b'], category: null })).toEqual({
      name: { from: 'a', to: 'b' },
      tags: { from: ['a'], to: ['a', 'b'] },
    });
    expect(changesBetween(before, { category: 'c', name: null })).toEqual({
      category: { from: null, to: 'c' },
      name: { from: 'a', to: null },
    });
  });
});
