import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isRepositoryUrl } from './repository-url.js';

const TAKEN: Readonly<Record<string, readonly string[]>> = {
  'http, https, ssh and git': [
    'https://github.com/acme/files',
    'HTTPS://GitHub.com/acme/files.git',
    'http://git.internal:3000/acme/files',
    'git://example.com/acme/files.git',
    'ssh://gitlab.com/acme/files.git',
    'https://localhost',
    'https://example.com./page?tab=readme#top',
    `https://github.com/${'a'.repeat(2048 - 19)}`,
  ],
  'the user name git, for ssh only': [
    'ssh://git@gitlab.com:22/acme/files.git',
    'git@github.com:acme/files.git',
    'git@host:/srv/files.git',
  ],
  'IPv6 hosts': ['https://[2001:db8::1]:8443/acme/files', 'ssh://git@[::1]/files', 'git@[::1]:files.git'],
  'international host names in ASCII': [
    'https://xn--bcher-kva.example/acme',
    'ssh://git@xn--bcher-kva.example/acme',
  ],
  'paths that contain @, - and percent signs': [
    'https://host.example/@acme/a-b/c--',
    'https://host.example/100%25/f%C3%BCr',
    'https://host.example/a%2Fb',
  ],
  'queries without a credential': [
    'https://host.example/?ref=main&path=/src',
    'https://host.example/?monkey=1',
  ],
};

describe.each(Object.entries(TAKEN))('isRepositoryUrl takes %s', (_rule, urls) => {
  it.each(urls)('%s', (url) => expect(isRepositoryUrl(url)).toBe(true));
});

const REFUSED: Readonly<Record<string, readonly unknown[]>> = {
  'other schemes, and none': [
    '',
    ' ',
    'acme/files',
    'files',
    '/srv/files',
    'github.com/acme/files',
    'github.com:acme/files',
    'github:acme/files',
    'https:github.com/acme',
    'git+https://github.com/acme/files',
    'git+ssh://git@github.com/acme/files',
    'ext::sh -c id',
    'ext::sh',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'JavaScript://github.com/%0aalert(1)',
    'data:text/html,x',
    'vbscript:x@y:z',
    'git@host://github.com/x',
  ],
  'no host, or none that can be': [
    'https://',
    'https:///acme',
    'https://?',
    'https://[',
    'https://:443/acme',
    'https://[::1/acme',
    'https://[::g]/acme',
    'ssh:///acme',
    'ssh://git@/acme',
    'ssh://[fe80::1%25eth0]/acme',
    'git@:acme',
    'git@host:',
    'git@[::zz]:acme',
    'https://host:99999/acme',
    'https://host:-22/acme',
    'https://a..b/acme',
    'https://bücher.example/acme',
    'https://host%2eexample/acme',
  ],
  'user information': [
    'https://user@github.com/acme/files',
    'https://git@github.com/acme/files',
    'https://@github.com/acme/files',
    'https://:@github.com/acme/files',
    'https://user:ghp_secret@github.com/acme/files',
    'https://user%40github.com@evil.example/acme',
    'git://git@github.com/acme/files',
    'ssh://root@github.com/acme/files',
    'ssh://GIT@github.com/acme/files',
    'ssh://%67it@github.com/acme/files',
    'ssh://git:@github.com/acme/files',
    'ssh://git:word@github.com/acme/files',
    'ssh://git@evil@github.com/acme/files',
    'root@github.com:acme/files',
    'git:word@github.com:acme/files',
  ],
  'hosts that begin with -': [
    'ssh://-oProxyCommand=id/acme',
    'ssh://-oProxyCommand/acme',
    'ssh://git@-oProxyCommand=id/acme',
    'ssh://%2DoProxyCommand/acme',
    'ssh://%2doProxyCommand/acme',
    'ssh://%252DoProxyCommand/acme',
    'https://-host.example/acme',
    'https://a.-b.example/acme',
    'https://%2Dhost.example/acme',
    'https://\uff0dhost.example/acme',
    'git://-host/acme',
    'git@-oProxyCommand=id:acme',
    '-oProxyCommand=id',
    '--upload-pack=id',
  ],
  'path segments that begin with -': [
    'https://github.com/-oProxyCommand=id/files',
    'https://github.com/acme/-files',
    'https://github.com/acme/--upload-pack=id',
    'https://github.com/acme/%2Dfiles',
    'https://github.com/acme/%252dfiles',
    'https://github.com/acme/%25252dfiles',
    'https://github.com/acme%2F-files',
    'https://github.com/acme%2f%2dfiles',
    'https://github.com/acme//-files',
    'https://github.com/x/../-files',
    'https://github.com/-',
    'ssh://git@github.com/-files',
    'git@github.com:-files',
    'git@github.com:acme/-files',
    'git@github.com:/-files',
    'git@github.com:%2Dfiles',
  ],
  'backslashes and control characters': [
    'https:\\\\github.com\\acme',
    'https://github.com\\@evil.example/acme',
    'https://github.com/acme\\files',
    'https://github.com/acme%5Cfiles',
    'https://github.com/acme%255cfiles',
    'https://github.com/?q=%5C',
    'https://github.com/acme%00',
    'https://github.com/acme%0afiles',
    'https://github.com/acme%250afiles',
    'https://github.com/acme%7F',
    'https://github.com/acme%C2%85',
    'https://github.com/%E2%80%AEacme',
    'https://github.com/#%0d',
    'https://github.com/acme/files\n',
    'https://github.com/acme/files\u0000',
    'https://github.com/\u202eacme',
    '\u0001javascript:alert(1)',
    'java\u200bscript:alert(1)',
  ],
  'credentials in the query or the fragment': [
    'https://github.com/acme/files?access_token=x',
    'https://github.com/acme/files?private_token=x',
    'https://github.com/acme/files?accessToken=x',
    'https://github.com/acme/files?a=1&Token=x',
    'https://github.com/acme/files?a=1;password=x',
    'https://github.com/acme/files?%74oken=x',
    'https://github.com/acme/files?%2574oken=x',
    'https://github.com/acme/files?a=1%26token=x',
    'https://github.com/acme/files?apikey=x',
    'https://github.com/acme/files?api-key=x',
    'https://github.com/acme/files?key=x',
    'https://github.com/acme/files?signingKey=x',
    'https://github.com/acme/files?X-Amz-Signature=x',
    'https://github.com/acme/files?X-Amz-Credential=x',
    'https://github.com/acme/files?sig=x',
    'https://github.com/acme/files?client_secret=x',
    'https://github.com/acme/files?auth=x',
    'https://github.com/acme/files?q=ghp_0123456789abcdef',
    'https://github.com/acme/files?ghp_0123456789abcdef',
    'https://github.com/acme/files?q=glpat-0123456789',
    'https://github.com/acme/files?q=eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
    'https://github.com/acme/files?q=mcp_tk_0123456789',
    'https://github.com/acme/files#access_token=x',
    'ssh://git@github.com/acme/files?token=x',
  ],
  'other texts that are not URLs': [
    'https://"><script>alert(1)</script>',
    'https://github.com/acme files',
    ' https://github.com/acme/files',
    'https://github.com/acme%',
    'https://github.com/acme%zz',
    'https://github.com/acme%FF',
    `https://github.com/${'a'.repeat(2048)}`,
    null,
    7,
    ['https://github.com/acme/files'],
  ],
};

describe.each(Object.entries(REFUSED))('isRepositoryUrl refuses %s', (_rule, urls) => {
  it.each(urls)('%j', (url) => expect(isRepositoryUrl(url)).toBe(false));
});

describe('a URL that isRepositoryUrl takes', () => {
  it('has no segment that begins with "-" and no user except git, however it is percent-encoded', () => {
    const piece = fc.constantFrom(
      '-',
      '%2D',
      '%252d',
      'a',
      '/',
      '%2f',
      '@',
      ':',
      '.',
      'git',
      'git@',
      'user',
      '%',
      '?',
      '\\',
    );
    const scheme = fc.constantFrom('https://', 'ssh://', 'git://', 'git@', '');
    fc.assert(
      fc.property(scheme, fc.array(piece, { maxLength: 8 }), (start, pieces) => {
        const text = `${start}${pieces.join('')}`;
        if (!isRepositoryUrl(text)) return;
        const url = new URL(text.startsWith('git@') ? `ssh://${text.replace(':', '/')}` : text);
        expect(['', 'git']).toContain(url.username);
        expect(url.password).toBe('');
        if (url.username === 'git') expect(url.protocol).toBe('ssh:');
        let decoded = `${url.hostname}${url.pathname}`;
        for (let round = 0; round < 4; round += 1) {
          decoded = decoded.replace(/%2d/gi, '-').replace(/%2f/gi, '/').replace(/%25/g, '%');
        }
        expect(decoded).not.toMatch(/(^|\/)-/);
      }),
      { numRuns: 3000 },
    );
  });
});
