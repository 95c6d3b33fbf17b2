import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { repositoryKey } from './repository-key.js';

describe('repositoryKey', () => {
  it.each([
    'https://github.com/acme/files',
    'https://github.com/acme/files/',
    'https://github.com/acme/files.git',
    'https://github.com/acme/files.git/',
    'http://github.com/acme/files',
    'HTTPS://GitHub.com/Acme/Files.GIT',
    'https://www.github.com/acme/files',
    'https://github.com:443/acme/files',
    'https://github.com./acme/files',
    'https://github.com//acme//files',
    'https://user@github.com/acme/files.git',
    'https://user:word@github.com/acme/files.git',
    'https://github.com/acme/files?tab=readme#top',
    'git+https://github.com/acme/files.git',
    'git://github.com/acme/files.git',
    'ssh://git@github.com/acme/files.git',
    'ssh://git@github.com:2222/acme/files.git',
    'git+ssh://git@github.com/acme/files.git',
    'git@github.com:acme/files.git',
    'git@github.com:acme/files',
    'git@github.com:/acme/files.git',
    'github.com:acme/files.git',
    'github.com/acme/files',
    ' https://github.com/acme/files\n',
  ])('of %j is github.com/acme/files', (address) => {
    expect(repositoryKey(address)).toBe('github.com/acme/files');
  });

  it.each([
    ['https://gitlab.com/acme/tools/files.git', 'gitlab.com/acme/tools/files'],
    ['git@gitlab.com:acme/tools/files.git', 'gitlab.com/acme/tools/files'],
    ['http://git.internal:3000/acme/files', 'git.internal:3000/acme/files'],
    ['git.internal:3000/acme/files', 'git.internal:3000/acme/files'],
    ['https://github.com/acme/.github', 'github.com/acme/.github'],
    ['https://github.com', 'github.com'],
    ['', ''],
    ['https://[', 'https:/['],
  ])('of %j is %j', (address, key) => {
    expect(repositoryKey(address)).toBe(key);
  });

  it('differs for different repositories', () => {
    const keys = ['acme/files', 'acme/files2', 'acme2/files', 'acme/files.github'].map((path) =>
      repositoryKey(`https://github.com/${path}`),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('is always lower case without leading or trailing slashes', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withQueryParameters: true })),
        (address) => {
          const key = repositoryKey(address);
          expect(key).toBe(key.toLowerCase());
          expect(key).not.toMatch(/^\/.|\/$/);
        },
      ),
    );
  });
});
