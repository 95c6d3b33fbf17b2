import { describe, expect, it } from '@jest/globals';
import { memoByNode } from './memo.js';

describe('memoByNode', () => {
  it('computes each result once, even undefined', () => {
    const asked: object[] = [];
    const [one, other] = [{}, {}];
    const find = memoByNode((node: object) => {
      asked.push(node);
      return node === one ? 'found' : undefined;
    });
    expect([one, other, one, other].map(find)).toEqual(['found', undefined, 'found', undefined]);
    expect(asked).toEqual([one, other]);
  });
});
