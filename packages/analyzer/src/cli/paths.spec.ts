import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { resolvePath } from './paths.js';

describe('resolvePath', () => {
  it('resolves against the folder where npm run analyze was called, else against the working directory', () => {
    expect(resolvePath('a', { npm_lifecycle_event: 'analyze', INIT_CWD: '/b/c' })).toBe('/b/c/a');
    expect(resolvePath('/a', { npm_lifecycle_event: 'analyze', INIT_CWD: '/b/c' })).toBe('/a');
    expect(resolvePath('a', { npm_lifecycle_event: 'test', INIT_CWD: '/b/c' })).toBe(resolve('a'));
    expect(resolvePath('a', {})).toBe(resolve('a'));
  });

  it('refuses an empty path', () => {
    expect(() => resolvePath('', {})).toThrow('the path is empty');
  });
});
