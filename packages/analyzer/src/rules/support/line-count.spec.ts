import { describe, expect, it } from '@jest/globals';
import { linesInOrder } from './line-count.js';

describe('the lines of indexes in a text', () => {
  it.each([
    ['', [0], [1]],
    ['abc', [0, 2, 9], [1, 1, 1]],
    ['\n\na\nb', [0, 1, 2, 2, 3, 4], [1, 2, 3, 3, 3, 4]],
  ])('%j', (text, indexes, expected) => {
    expect(indexes.map(linesInOrder(text))).toEqual(expected);
  });
});
