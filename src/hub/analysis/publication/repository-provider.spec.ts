import { describe, expect, it } from '@jest/globals';
import { providerOf } from './repository-provider.js';

describe('providerOf', () => {
  it.each([
    ['https://github.com/acme/files', 'github'],
    ['https://gitlab.com/acme/tools/files.git', 'gitlab'],
    ['git@bitbucket.org:acme/files.git', 'bitbucket'],
    ['https://github.com/acme/gitlab.com', 'github'],
    ['https://gitlab.com.example.com/acme/files', 'github'],
  ])('of %s is %s', (url, provider) => expect(providerOf(url)).toBe(provider));
});
