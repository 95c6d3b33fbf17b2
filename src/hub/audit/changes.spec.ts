import { describe, expect, it } from '@jest/globals';
import { changesBetween } from './changes.js';

describe('changesBetween', () => {
  it.each([
    ['nothing that is asked', { name: 'a' }, {}],
    ['what is so already', { name: 'a', size: 1 }, { name: 'a' }],
    ['what is undefined', { name: 'a' }, { name: undefined }],
    ['lists and objects that are alike', { tags: ['a'], at: { x: 1 } }, { tags: ['a'], at: { x: 1 } }],
  ])('finds none for %s', (_what, before, asked) => {
    expect(changesBetween(before, asked)).toBeUndefined();
  });

  it('names what was and what is to be of what differs, and of nothing else', () => {
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
