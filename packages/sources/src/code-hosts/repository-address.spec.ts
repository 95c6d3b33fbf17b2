import { describe, expect, it } from '@jest/globals';
import { CODE_HOSTS, parseCodeHost } from './code-host.js';
import { repositoryAddress } from './repository-address.js';

const addressOf = (url: string): string => {
  const { origin, repository } = repositoryAddress(url, CODE_HOSTS);
  return `${origin}/${repository}`;
};
const codeOf = (url: string): unknown => {
  try {
    return addressOf(url);
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('repositoryAddress', () => {
  it.each([
    'file:///etc/passwd',
    'file://github.com/acme/files',
    'ftp://github.com/acme/files',
    'ext::sh -c id',
    '/acme/files',
    'github.com/acme/files',
    'https://user@github.com/acme/files',
    'https://user:word@github.com/acme/files',
    'ssh://root@github.com/acme/files',
    'https://github.com\\@127.0.0.1/acme/files',
    'https://github.com/acme',
    'https://github.com/acme/files/tree/main/server',
    'https://github.com/acme/..%2f..%2fx',
    'https://github.com/acme/-files',
    'https://github.com/acme/fi les',
    'https://gitlab.com/acme/files/-/tree/main',
    'https://bitbucket.org/acme/files/src/main',
    'https://',
    '',
  ])('refuses %s', (url) => {
    expect(codeOf(url)).toBe('invalid');
  });

  it.each([
    'https://127.0.0.1/acme/files',
    'https://[::1]/acme/files',
    'https://2130706433/acme/files',
    'https://example.com/acme/files',
    'https://github.com.example.com/acme/files',
    'https://github.com:8443/acme/files',
    'https://evilgithub.com/acme/files',
    'git@example.com:acme/files',
  ])('refuses %s, which is on no known host', (url) => {
    expect(codeOf(url)).toBe('refused_address');
  });

  it('does not repeat credentials in its message', () => {
    expect(() => addressOf('https://user:hunter2@github.com/acme/files')).toThrow(/^((?!hunter2).)*$/);
    expect(() => addressOf('ftp://user:hunter2@github.com/acme/files')).toThrow(/^((?!hunter2).)*$/);
  });

  it.each([
    'https://github.com/acme/files',
    'https://github.com/acme/files/',
    'https://github.com/acme/files.git',
    'http://github.com/acme/files',
    'http://github.com:80/acme/files',
    'https://github.com:443/acme/files',
    'https://www.github.com/acme/files',
    'https://GitHub.com./acme/files',
    'https://github.com//acme//files',
    'https://github.com/acme/files?tab=readme#top',
    'git+https://github.com/acme/files.git',
    'git://github.com/acme/files.git',
    'ssh://git@github.com/acme/files.git',
    'ssh://git@github.com:2222/acme/files.git',
    'git@github.com:acme/files.git',
    'git@github.com:acme/files',
  ])('reads %s', (url) => {
    expect(addressOf(url)).toBe('https://github.com/acme/files');
  });

  it('keeps the groups of GitLab', () => {
    expect(addressOf('https://gitlab.com/acme/tools/mcp/files.git')).toBe(
      'https://gitlab.com/acme/tools/mcp/files',
    );
  });
});

describe('parseCodeHost', () => {
  it.each([
    '',
    'example.com',
    'svn:example.com',
    'gitlab:',
    'gitlab:a b',
    'gitlab:https://x',
    'gitlab:x:99999',
  ])('refuses %s', (text) => {
    expect(() => parseCodeHost(text)).toThrow('a code host must be github.com');
  });

  it('reads the known hosts, and the kind of others', () => {
    expect(parseCodeHost('gitlab.com')).toEqual({ kind: 'gitlab', host: 'gitlab.com' });
    expect(parseCodeHost('gitlab:git.example.com:8443')).toEqual({
      kind: 'gitlab',
      host: 'git.example.com:8443',
    });
    expect(parseCodeHost('github:git.corp.example:8443+private')).toEqual({
      kind: 'github',
      host: 'git.corp.example:8443',
      isPrivate: true,
    });
  });
});
