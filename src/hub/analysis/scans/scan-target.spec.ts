import { describe, expect, it } from '@jest/globals';
import { pageOf, scanTargetOf, targetKey } from './scan-target.js';

const HOSTS = ['github.com', 'gitlab.com', 'bitbucket.org'];
const read = (text: string) => scanTargetOf(text, HOSTS);

describe('scanTargetOf refuses', () => {
  it.each([
    '',
    ' ',
    'x'.repeat(3000),
    'file:///etc/passwd',
    'ftp://github.com/a/b',
    'http://127.0.0.1/a/b',
    'https://localhost/a/b',
    'https://internal.example.com/a/b',
    'https://user:secret@github.com/a/b',
    'https://github.com/a',
    'https://github.com/-oProxyCommand=x/b',
    'https://evil.com/github.com/a/b',
    'https://github.com.evil.com/a/b',
    'https://www.npmjs.com/~somebody',
    'https://www.npmjs.com/package/..%2f..',
    'https://pypi.org/simple/',
    'npm:../../x',
    'npm:UPPER',
    'pypi:-x',
    'git+https://github.com:8443/a/b',
    '--upload-pack=x',
  ])('%j', (text) => {
    expect(read(text)).toBeUndefined();
  });
});

describe('scanTargetOf reads', () => {
  it.each([
    ['https://github.com/acme/files', 'repository:github.com/acme/files'],
    ['https://github.com/Acme/Files.git', 'repository:github.com/acme/files'],
    ['git@github.com:acme/files.git', 'repository:github.com/acme/files'],
    ['https://gitlab.com/group/sub/files', 'repository:gitlab.com/group/sub/files'],
    ['https://www.npmjs.com/package/@acme/files', 'npm:@acme/files@'],
    ['https://npmjs.com/package/files/v/1.2.3', 'npm:files@1.2.3'],
    ['https://pypi.org/project/My_Files/', 'pypi:my-files@'],
    ['https://pypi.org/project/files/1.0', 'pypi:files@1.0'],
    ['npm:@acme/files@1.2.3', 'npm:@acme/files@1.2.3'],
    ['@acme/files@latest', 'npm:@acme/files@'],
    ['files', 'npm:files@'],
    ['pypi:files==2.0', 'pypi:files@2.0'],
  ])('%s', (text, key) => {
    const target = read(text);
    expect(target && targetKey(target)).toBe(key);
  });

  it('has a page for each', () => {
    const pages = ['npm:@acme/files@1.2.3', 'pypi:files', 'https://github.com/acme/files'].map((text) => {
      const target = read(text);
      return target && pageOf(target);
    });
    expect(pages).toEqual([
      'https://www.npmjs.com/package/@acme/files',
      'https://pypi.org/project/files',
      'https://github.com/acme/files',
    ]);
  });
});
