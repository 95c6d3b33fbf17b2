import { describe, expect, it } from '@jest/globals';
import { strictQuery } from './strict-query.js';

describe('strictQuery', () => {
  it.each([
    [null, {}],
    ['', {}],
    ['q=a+b%20c&limit=5', { q: 'a b c', limit: '5' }],
    ['q=%C3%A9', { q: 'é' }],
    ['q=é', { q: 'é' }],
    ['q=a&q=b', { q: ['a', 'b'] }],
    ['__proto__=a', JSON.parse('{"__proto__":"a"}')],
  ])('reads %j', (query, parameters) => {
    expect({ ...strictQuery(query) }).toEqual(parameters);
  });

  it.each(['q=%', 'q=%zz', 'q=%ff', '%ff=q', 'q=%c3', 'q=%ed%a0%80', 'other=100%'])(
    'refuses the malformed encoding of %s',
    (query) => {
      expect(() => strictQuery(query)).toThrow(URIError);
    },
  );
});
