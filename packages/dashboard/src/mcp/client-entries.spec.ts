import { describe, expect, it } from '@jest/globals';
import { clientConfigurations, startsOf } from './client-entries.ts';
import type { Snapshot } from './mcp.queries.ts';

type Server = Parameters<typeof startsOf>[1]['server'];

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
    const published = { package: 'acme/files', version: '1.2.0', warnings: [] };
    const of = (changes: Partial<Parameters<typeof startsOf>[1]>) =>
      startsOf('files', {
        server: server({ packages }),
        snapshot: snapshot('node', './dist/index.js'),
        published,
        ...changes,
      });
    expect(of({})).toEqual([
      { label: 'By mcp-hub, checked', command: ['mcp-hub', 'run', 'acme/files@1.2.0'] },
      { label: 'By mcp-hub, from the package', command: ['mcp-hub', 'run', 'npm:@acme/files@1.2.0'] },
      { label: 'By mcp-hub, from the package', command: ['mcp-hub', 'run', 'pypi:files==1.2.0'] },
      { label: 'From npm', command: ['npx', '-y', '@acme/files@1.2.0'] },
      { label: 'From PyPI', command: ['uvx', 'files==1.2.0'] },
      { label: 'As a container', command: ['docker', 'run', '-i', '--rm', 'ghcr.io/acme/files@sha256:00'] },
      { label: 'From this registry, by smcp', command: ['smcp', 'run', 'acme/files@1.2.0'] },
      { label: 'From this registry, unpacked', command: ['node', '/absolute/path/to/files/dist/index.js'] },
    ]);
    expect(of({ server: null, snapshot: snapshot('unknown', ''), published: undefined })).toEqual([]);
    const firstOf = (code: string) =>
      of({ published: { ...published, warnings: [{ code, message: '' }] } })[0]?.command;
    expect(firstOf('command_guessed')).toEqual(['mcp-hub', 'run', 'acme/files@1.2.0']);
    for (const code of ['no_command', 'dependencies_not_bundled', 'bundle_not_gzip_tar', 'runs_other_code']) {
      expect([code, firstOf(code)]).toEqual([code, ['mcp-hub', 'run', 'npm:@acme/files@1.2.0']]);
    }
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
