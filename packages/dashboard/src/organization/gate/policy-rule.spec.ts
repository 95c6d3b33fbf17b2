import { describe, expect, it } from '@jest/globals';
import { itemsOf, matchedServers } from './policy-rule.ts';

describe('the servers that a policy matches', () => {
  it.each([
    ['SCORE', 'min:70', 'servers with a score below 70'],
    ['CERT_LEVEL', 'min:1', 'servers that are not certified'],
    ['CERT_LEVEL', 'min:2', 'servers below certification level 2'],
    ['SEVERITY', 'max:none', 'servers with any open finding'],
    ['CLASS', 'A,B,L', 'servers with findings of class A, B or L'],
    ['ORIGIN', 'community', 'community servers'],
    ['AGE', 'min:7', 'versions younger than 7 days'],
  ])('of %s %s are %j', (type, value, text) => {
    expect(matchedServers(type, value)).toBe(text);
  });

  it('leaves out empty items of a list', () => {
    expect(itemsOf(' MIT, ,ISC,')).toEqual(['MIT', 'ISC']);
  });
});
