import { describe, expect, it } from '@jest/globals';
import { privateRegistry } from './registries.js';

describe('the address of a registry', () => {
  it.each(['https://npmjs.org/', 'https://mirror.of.npmjs.org/a', 'HTTPS://user:word@NPMJS.COM./a'])(
    'is public for %s',
    (address) => {
      expect(privateRegistry('npm', address)).toBeUndefined();
    },
  );

  it.each([
    'https://npmjs.org.example.net/',
    'https://notnpmjs.org/',
    'https://pypi.org/simple',
    'https://packages.example.net/npmjs.org',
    'not an address',
  ])('is private for %s', (address) => {
    expect(privateRegistry('npm', address)).toBe(address);
  });
});
