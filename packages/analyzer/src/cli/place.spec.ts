import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { placeOf } from './place.js';

describe('placeOf', () => {
  it('begins where npm run analyze was called, else in the folder of the process', () => {
    expect(placeOf('a', { npm_lifecycle_event: 'analyze', INIT_CWD: '/b/c' })).toBe('/b/c/a');
    expect(placeOf('/a', { npm_lifecycle_event: 'analyze', INIT_CWD: '/b/c' })).toBe('/a');
    expect(placeOf('a', { npm_lifecycle_event: 'test', INIT_CWD: '/b/c' })).toBe(resolve('a'));
    expect(placeOf('a', {})).toBe(resolve('a'));
  });

  it('refuses an empty path', () => {
    expect(() => placeOf('', {})).toThrow('the path is empty');
  });
});
