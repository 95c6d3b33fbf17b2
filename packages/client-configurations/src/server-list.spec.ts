import { describe, expect, it } from '@jest/globals';
import { readServerList } from './server-list.js';

const DIGEST = `sha256:${'0'.repeat(64)}`;
const COMMIT = 'a'.repeat(40);

const launchOf = (line: string) => readServerList('list', line)[0]?.launch;

describe('readServerList', () => {
  it.each([
    ['acme/files@1.2.0', 'acme/files', '1.2.0'],
    ['acme/files   1.2.0', 'acme/files', '1.2.0'],
    ['acme/files commit-0123456-20260101', 'acme/files', 'commit-0123456-20260101'],
    ['io.github.owner/repo@1.2.0', 'io.github.owner/repo', '1.2.0'],
    ['npm:@scope/name@1.2.3', 'npm:@scope/name', '1.2.3'],
    ['npm:@scope/name 1.2.3', 'npm:@scope/name', '1.2.3'],
    ['pypi:name==1.2.3', 'pypi:name', '1.2.3'],
    ['pypi:name@1.2.3', 'pypi:name', '1.2.3'],
    [`https://github.com/owner/repo@${COMMIT}`, 'https://github.com/owner/repo', COMMIT],
    [`https://github.com/owner/repo.git ${COMMIT}`, 'https://github.com/owner/repo', COMMIT],
    [`https://github.com/owner/repo#src/files@${COMMIT}`, 'https://github.com/owner/repo#src/files', COMMIT],
    [
      `https://github.com/owner/repo/tree/${COMMIT}/src/files`,
      'https://github.com/owner/repo#src/files',
      COMMIT,
    ],
    [DIGEST, DIGEST, 'latest'],
    [`ghcr.io/owner/image@${DIGEST}`, `ghcr.io/owner/image@${DIGEST}`, 'latest'],
    ['https://mcp.example.com/sse', 'https://mcp.example.com/sse', 'latest'],
  ])('reads %s', (line, name, version) => {
    const { pin, ...reference } = launchOf(line)?.references[0] ?? { pin: undefined };
    expect(reference).toMatchObject({ name, version });
    expect(pin).toEqual({ kind: 'exact' });
  });

  it.each([
    'acme/files',
    'acme/files@latest',
    'acme/files ^1.2',
    'npm:@scope/name',
    'pypi:name>=1',
    'https://github.com/owner/repo',
  ])('%s pins no version', (line) =>
    expect(launchOf(line)?.references).toMatchObject([{ version: 'latest', pin: { kind: 'none' } }]),
  );

  it.each([
    ['npm:owner/repo', /it is not a package/],
    ['npm:', /it is not a package/],
    ['pypi:./x', /it is not a package/],
    ['https://user:pw@mcp.example.com/sse', /user name or password/],
    ['git+ssh://x', /not the address of a repository/],
  ])('refuses %s', (line, reason) => {
    expect(launchOf(line)?.refused).toMatch(reason);
  });

  it('leaves out comments and empty lines, and keeps positions', () => {
    expect(readServerList('list', '# servers\r\n\r\n  a/b@1.0.0 # why\na/c@1.0.0\n')).toMatchObject([
      { name: 'a/b@1.0.0', region: { startLine: 3, startColumn: 3, endLine: 3, endColumn: 12 } },
      { name: 'a/c@1.0.0', region: { startLine: 4, startColumn: 1, endLine: 4, endColumn: 10 } },
    ]);
  });

  it('refuses a line that is no line of a list', () => {
    expect(() => readServerList('list', `a\n${'x'.repeat(5000)}`)).toThrow(
      'list:2:1: the line is longer than 4096',
    );
  });

  it.each([
    ['TOML', '[mcp_servers.jira]\ncommand = "npx"\n\n[mcp_servers.jira.env]\nTOKEN = "s3cret"\n'],
    ['TOML', 'token = "s3cret"\n'],
    ['YAML', 'extensions:\n  jira:\n    cmd: npx\n    envs:\n      TOKEN: s3cret\n'],
    ['YAML', '- name: s3cret\n'],
    ['YAML', `acme/files@1.0.0\n${' '.repeat(50_000)}token: s3cret`],
  ])('refuses %s as a whole, and shows nothing of it', (format, text) => {
    expect(() => readServerList('file', text)).toThrow(
      new Error(`file: looks like ${format}, which is not read, and is no list of servers`),
    );
  });
});
