import { describe, expect, it } from '@jest/globals';
import { Destinations } from './destinations.js';

const scopeOf = (destinations: Destinations, url: string): string => {
  try {
    return destinations.scopeOf(new URL(url));
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('Destinations', () => {
  it('lets only the configured origin be private; no other port or scheme of its host gets its credentials', () => {
    const destinations = new Destinations({ hosts: 'all', trusted: new Set(['http://npm.internal:4873']) });
    expect(scopeOf(destinations, 'http://npm.internal:4873/files')).toBe('any');
    expect(scopeOf(destinations, 'https://cdn.example.com/files')).toBe('public');
    for (const url of [
      'http://npm.internal/',
      'https://npm.internal/',
      'https://npm.internal:4873/',
      'http://user@npm.internal:4873/',
      'http://cdn.example.com/',
      'https://cdn.example.com:8443/',
    ])
      expect([url, scopeOf(destinations, url)]).toEqual([url, 'refused_address']);
  });

  it('refuses all hosts but those that are listed, and plain http except on loopback', () => {
    const hosts = new Set(['github.com', 'git.example.com:8443']);
    const destinations = new Destinations({ hosts });
    expect(scopeOf(destinations, 'https://github.com/acme')).toBe('public');
    expect(scopeOf(destinations, 'https://git.example.com:8443/acme')).toBe('public');
    for (const url of [
      'https://git.example.com/acme',
      'https://github.com:8443/acme',
      'https://api.github.com/acme',
      'http://github.com/acme',
      'ssh://github.com/acme',
    ])
      expect([url, scopeOf(destinations, url)]).toEqual([url, 'refused_address']);
    const development = new Destinations({ hosts, allowLoopback: true });
    expect(scopeOf(development, 'http://github.com/acme')).toBe('loopback');
    expect(scopeOf(development, 'https://github.com/acme')).toBe('public or loopback');
  });

  it('trusts no origin of other schemes, which are all the same', () => {
    const destinations = new Destinations({ hosts: 'all', trusted: new Set(['null']) });
    expect(scopeOf(destinations, 'file:///etc/passwd')).toBe('refused_address');
    expect(scopeOf(destinations, 'data:text/plain,x')).toBe('refused_address');
  });
});
