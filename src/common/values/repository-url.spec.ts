import { describe, expect, it } from '@jest/globals';
import { isHttpsRepositoryUrl, isRepositoryUrl } from './repository-url.js';

describe('isRepositoryUrl', () => {
  it.each([
    'https://github.com/acme/files',
    'HTTPS://GitHub.com/acme/files.git',
    'http://git.internal:3000/acme/files',
    'https://user@bitbucket.org/acme/files.git#main',
    'ssh://git@gitlab.com:22/acme/files.git',
    'git://example.com/acme/files.git',
    'git+https://github.com/acme/files.git',
    'git@github.com:acme/files.git',
    'github.com/acme/files',
    'localhost/acme/files',
    'acme/files',
    'files',
    'x'.repeat(2048),
    `https://github.com/${'a'.repeat(2000)}`,
  ])('takes %s', (text) => expect(isRepositoryUrl(text)).toBe(true));

  it.each([
    '',
    ' ',
    'javascript:alert(1)',
    'JavaScript://github.com/%0aalert(1)',
    'data:text/html,<script>',
    'file:///etc/passwd',
    'vbscript:x@y:z',
    'https://',
    'https:///acme',
    'https://?',
    'https://[',
    'https://"><script>alert(1)</script>',
    'https://user:ghp_secret@github.com/acme/files',
    'https://github.com/\u202eacme',
    'github:acme/files',
    'https:github.com/acme',
    'https://github.com/acme files',
    ' https://github.com/acme/files',
    'https://github.com/acme/files\n',
    'https://github.com/acme/files\u0000',
    '\u0001javascript:alert(1)',
    'java\u200bscript:alert(1)',
    `https://github.com/${'a'.repeat(2048)}`,
    null,
    7,
  ])('refuses %j', (text) => expect(isRepositoryUrl(text)).toBe(false));
});

describe('isHttpsRepositoryUrl', () => {
  it.each(['https://github.com/acme/files', 'HTTPS://git.internal:3000/a.git'])('takes %s', (text) =>
    expect(isHttpsRepositoryUrl(text)).toBe(true),
  );

  it.each([
    'http://github.com/acme/files',
    'http://localhost/acme/files',
    'https://user@github.com/acme/files',
    'https://user:word@github.com/acme/files',
    'ssh://git@github.com/acme/files',
    'git@github.com:acme/files',
    'github.com/acme/files',
    'https://',
    'https:github.com/acme',
    'javascript:alert(1)',
    '',
    null,
    ['https://github.com/acme/files'],
  ])('refuses %j', (text) => expect(isHttpsRepositoryUrl(text)).toBe(false));
});
