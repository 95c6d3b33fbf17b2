import { describe, expect, it } from '@jest/globals';
import { perNode } from './per-node.js';

describe('what depends on a node alone', () => {
  it('is found once for each, also where it is nothing', () => {
    const asked: object[] = [];
    const [one, other] = [{}, {}];
    const find = perNode((node: object) => {
      asked.push(node);
      return node === one ? 'found' : undefined;
    });
    expect([one, other, one, other].map(find)).toEqual(['found', undefined, 'found', undefined]);
    expect(asked).toEqual([one, other]);
  });
});
