import { describe, expect, it } from '@jest/globals';
import { itemsOf, matchedServers } from './policy-targets.ts';

describe('the servers that a policy matches', () => {
  it.each([
    ['SCORE', 'min:70', 'servers with a score below 70'],
    ['CERT_LEVEL', 'min:1', 'servers that are not certified'],
    ['CERT_LEVEL', 'min:2', 'servers below certification level 2'],
    ['SEVERITY', 'max:none', 'servers with any open finding'],
    ['CLASS', 'A,B,L', 'servers with findings of class A, B or L'],
    ['ORIGIN', 'community', 'community servers'],
    ['AGE', 'min:7', 'versions younger than 7 days'],
    ['PROTOCOL_VERSION', 'min:2025-11-25', 'servers that speak no version of MCP from 2025-11-25 on'],
    ['SURFACE', 'unchanged', 'versions whose tools, prompts, resources or texts changed'],
    ['SURFACE', 'declared', 'MCP bundles whose manifest names other tools or prompts than the code has'],
  ])('of %s %s are %j', (type, value, text) => {
    expect(matchedServers(type, value)).toBe(text);
  });

  it('leaves out empty items of a list', () => {
    expect(itemsOf(' MIT, ,ISC,')).toEqual(['MIT', 'ISC']);
  });
});
