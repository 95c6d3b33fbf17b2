import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClientFiles } from '../../../support/client-files.js';
import { allowListOf, npmVersion, unique } from '../../../support/allow-lists.js';
import { uniqueName } from '../../../support/ci-gate.js';
import { serverJsonFault } from '../../../support/server-json-schema.js';

let files: ClientFiles;
beforeAll(async () => {
  files = await ClientFiles.start();
});
afterAll(() => files.close());

interface Listed {
  readonly server: { readonly name: string; readonly repository?: object };
}

/** A server as the public list has it, with what the catalog has of its repository. */
async function listed(repo: { url: string; key: string; path?: string }, description = ''): Promise<Listed> {
  const { gate } = files;
  const name = uniqueName('repo');
  const id = await gate.server(name, [npmVersion(`pkg-${unique()}`, '1.0.0')], { path: repo.path ?? '' });
  await gate.t.rows('UPDATE mcp SET repo_url = $2, repo_key = $3, description = $4 WHERE id = $1', [
    id,
    repo.url,
    repo.key,
    description,
  ]);
  const address = `/v0.1/servers/${encodeURIComponent(name)}/versions/latest`;
  const { status, body } = await gate.actors.anonymous.get(address);
  expect([name, status]).toEqual([name, 200]);
  expect(serverJsonFault(body.server)).toBeUndefined();
  return body as Listed;
}

describe('server.json', () => {
  it.each([
    ['no repository', { url: '', key: '' }],
    ['an address that is none', { url: 'not a url', key: 'not a url' }],
    ['a host alone', { url: 'https://git.example.com', key: 'git.example.com' }],
    ['an ssh address without a host', { url: 'ssh:///files', key: '' }],
    ['a word', { url: 'files', key: 'files' }],
  ])('has no repository for %s', async (_case, repo) => {
    expect((await listed(repo)).server).not.toHaveProperty('repository');
  });

  it.each([
    [
      'https://github.com/Acme/Files',
      'github.com/acme/files',
      { url: 'https://github.com/Acme/Files', source: 'github' },
    ],
    [
      'git@github.com:Acme/Files.git',
      'github.com/acme/files',
      { url: 'https://github.com/acme/files', source: 'github' },
    ],
    [
      'https://user:secret@git.example.com/acme/files',
      'git.example.com/acme/files',
      { url: 'https://git.example.com/acme/files', source: 'git.example.com' },
    ],
    [
      'http://git.example.com:8080/acme/files',
      'git.example.com:8080/acme/files',
      { url: 'http://git.example.com:8080/acme/files', source: 'git.example.com:8080' },
    ],
  ])('%s is a repository that browsers open', async (url, key, repository) => {
    expect((await listed({ url, key })).server.repository).toEqual(repository);
  });

  it.each([
    ['src/files', { subfolder: 'src/files' }],
    ['', {}],
    ['../files', {}],
    ['/files', {}],
    ['src//files', {}],
    [String.raw`src\files`, {}],
  ])('the folder %j is a subfolder only if it is a clean path', async (path, expected) => {
    const { server } = await listed({ url: 'https://github.com/a/b', key: 'github.com/a/b', path });
    expect(server.repository).toEqual({ url: 'https://github.com/a/b', source: 'github', ...expected });
  });

  it.each(['', ' ', 'a'.repeat(500), 'two\nlines', '\u202e', '🙂'.repeat(120)])(
    'has a description of 1 to 100 characters for %j',
    async (description) => {
      await listed({ url: '', key: '' }, description);
    },
  );

  it('of all kinds of servers are valid, in both lists', async () => {
    const { path } = await allowListOf(files.org.owner, files.org.id);
    const kinds = new Set<string>();
    for (const base of ['', path]) {
      const query = 'limit=100&include_deleted=true';
      const { body } = await files.gate.actors.anonymous.get(`${base}/v0.1/servers?${query}`);
      const { servers } = body as {
        servers: { server: { packages?: { registryType: string }[]; remotes?: [] } }[];
      };
      expect(servers.length).toBeGreaterThan(5);
      for (const { server } of servers) {
        expect(serverJsonFault(server)).toBeUndefined();
        for (const { registryType } of server.packages ?? []) kinds.add(registryType);
        if (server.remotes !== undefined) kinds.add('remote');
      }
    }
    // MCP bundles have a test of their own.
    expect([...kinds].sort()).toEqual(['npm', 'oci', 'pypi', 'remote']);
  });
});
