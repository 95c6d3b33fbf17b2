import { describe, expect, it } from '@jest/globals';
import { clientConfigurations, quoted, startsOf } from './client-configurations.ts';
import type { Snapshot } from './mcp.queries.ts';

type Server = Parameters<typeof startsOf>[1];

const server = (changes: object): Server => ({ name: 'a/b', ...changes }) as unknown as Server;
const snapshot = (runtime: string, entrypoint: string): Snapshot =>
  ({ distributable: { is_distributable: true, runtime, entrypoint } }) as Snapshot;

describe('startsOf', () => {
  it('starts exactly the version that was analyzed', () => {
    const packages = [
      { registryType: 'npm', identifier: '@acme/files', version: '1.2.0' },
      { registryType: 'pypi', identifier: 'files', version: '1.2.0' },
      { registryType: 'oci', identifier: 'ghcr.io/acme/files@sha256:00' },
      { registryType: 'mcpb', identifier: 'https://hub.example.com/bundle' },
    ];
    expect(startsOf('files', server({ packages }), snapshot('node', './dist/index.js'))).toEqual([
      { label: 'From npm', command: ['npx', '-y', '@acme/files@1.2.0'] },
      { label: 'From PyPI', command: ['uvx', 'files==1.2.0'] },
      { label: 'As a container', command: ['docker', 'run', '-i', '--rm', 'ghcr.io/acme/files@sha256:00'] },
      { label: 'From this registry, unpacked', command: ['node', '/absolute/path/to/files/dist/index.js'] },
    ]);
    expect(startsOf('files', null, snapshot('unknown', ''))).toEqual([]);
  });
});

describe('clientConfigurations', () => {
  const of = (client: string, start: Parameters<typeof clientConfigurations>[1]) =>
    clientConfigurations('my.files', start).find((each) => each.client === client)?.text ?? '';

  it('has the command of each client', () => {
    const start = { label: '', command: ['npx', '-y', '@acme/files@1.2.0'] } as const;
    const entry = { command: 'npx', args: ['-y', '@acme/files@1.2.0'] };
    expect(of('Claude Code', start)).toBe('claude mcp add my_files -- npx -y @acme/files@1.2.0');
    expect(JSON.parse(of('Claude Desktop', start))).toEqual({ mcpServers: { my_files: entry } });
    expect(JSON.parse(of('VS Code', start))).toEqual({ servers: { my_files: { type: 'stdio', ...entry } } });
    expect(JSON.parse(of('Cursor', start))).toEqual({ mcpServers: { my_files: entry } });
    expect(JSON.parse(of('Copilot CLI', start))).toEqual({
      mcpServers: { my_files: { type: 'local', ...entry, tools: ['*'] } },
    });
  });

  it('has the address of what runs elsewhere', () => {
    const start = { label: '', url: 'https://mcp.example.com/mcp' };
    expect(of('Claude Code', start)).toBe(
      'claude mcp add --transport http my_files https://mcp.example.com/mcp',
    );
    expect(JSON.parse(of('VS Code', start))).toEqual({
      servers: { my_files: { type: 'http', url: 'https://mcp.example.com/mcp' } },
    });
  });
});

describe('quoted', () => {
  it.each([
    ['files@1.2.0', 'files@1.2.0'],
    ['a b', `'a b'`],
    [`a'; rm -rf ~`, `'a'\\''; rm -rf ~'`],
    ['$(id)', `'$(id)'`],
    ['', `''`],
  ])('%j is %s', (word, expected) => {
    expect(quoted(word)).toBe(expected);
  });
});
