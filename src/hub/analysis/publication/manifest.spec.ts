import { describe, expect, it } from '@jest/globals';
import type { Distributable, ToolDetail } from '@mcp-hub/analyzer';
import { deriveManifest, type ManifestSubject } from './manifest.js';

const CERTIFICATION = {
  level: 2,
  global_score: 85,
  security_score: 90,
  supply_chain_score: 80,
  maturity_score: 70,
  snapshot_id: '7f0c1c52-6a0b-4a36-9d0e-0c6f1a3a5b11',
  snapshot_hash: `sha256:${'0'.repeat(64)}`,
  evaluated_at: '2026-01-31T12:00:00.000Z',
};

const NOT_DISTRIBUTABLE: Distributable = { is_distributable: false, runtime: 'unknown', entrypoint: '' };

const toolIn = (path: string): ToolDetail => ({
  name: 'read',
  description: null,
  dynamic_description: false,
  parameters: [],
  annotations: {},
  file_path: path,
  line: 1,
});

const subject = (change: Partial<ManifestSubject> = {}): ManifestSubject => ({
  packageId: 'acme/files',
  version: '1.2.0',
  description: '',
  identity: { ecosystem: 'npm', name: 'files', version: '1.2.0', license: 'MIT' },
  distributable: { is_distributable: true, runtime: 'node', entrypoint: 'dist/index.js' },
  surface: { transport: 'stdio', capabilities: ['file_write'], tool_details: [] },
  layout: new Set(['package.json', 'dist/index.js']),
  hasDependencies: false,
  certification: CERTIFICATION,
  ...change,
});

const runs = (runtime: 'node' | 'python' | 'go', entrypoint: string): Distributable => ({
  is_distributable: true,
  runtime,
  entrypoint,
});

describe('the manifest of a version', () => {
  it('has what clients need, and the verdict', () => {
    expect(deriveManifest(subject({ description: 'Reads files' }))).toEqual({
      manifest: {
        schema_version: 1,
        package: { id: 'acme/files', version: '1.2.0' },
        description: 'Reads files',
        license: 'MIT',
        runtime: { type: 'node', version: '>=20' },
        entrypoint: { command: ['node', 'dist/index.js'] },
        transport: 'stdio',
        permissions: { capabilities: ['file_write'] },
        certification: CERTIFICATION,
      },
      warnings: [],
    });
  });

  it.each<[string, Distributable, string[], string[]]>([
    [
      'a tarball of npm',
      runs('node', 'dist/index.js'),
      ['package/dist/index.js'],
      ['node', 'package/dist/index.js'],
    ],
    [
      'an archive of a code host with a nested copy',
      runs('node', 'index.js'),
      ['files-1a2b3c4/docs/example/index.js', 'files-1a2b3c4/index.js'],
      ['node', 'files-1a2b3c4/index.js'],
    ],
    [
      'a console script in the root',
      runs('python', 'files.server:main'),
      ['files/server.py'],
      [
        'python3',
        '-c',
        "import sys; sys.path.insert(0, '.'); from files.server import main; sys.exit(main())",
      ],
    ],
    [
      'a console script in src',
      runs('python', 'files:main'),
      ['files-1.0/src/files/__init__.py'],
      [
        'python3',
        '-c',
        "import sys; sys.path.insert(0, 'files-1.0/src'); from files import main; sys.exit(main())",
      ],
    ],
    [
      'a Go program',
      runs('go', 'cmd/server/main.go'),
      ['go.mod', 'cmd/server/main.go'],
      ['go', 'run', './cmd/server'],
    ],
    [
      'a Go program below a folder',
      runs('go', 'main.go'),
      ['files-1a2b3c4/go.mod', 'files-1a2b3c4/main.go'],
      ['go', '-C', 'files-1a2b3c4', 'run', './'],
    ],
  ])('starts %s', (_what, distributable, paths, command) => {
    const { manifest, warnings } = deriveManifest(subject({ distributable, layout: new Set(paths) }));
    expect(manifest).toMatchObject({ entrypoint: { command } });
    expect(warnings).toEqual([]);
  });

  it('starts the file that registers the tools if no manifest names a program, and says so', () => {
    const surface = { transport: 'stdio', capabilities: [], tool_details: [toolIn('server.py')] } as const;
    const layout = new Set(['server.py']);
    const derived = deriveManifest(subject({ distributable: NOT_DISTRIBUTABLE, surface, layout }));
    expect(derived.manifest).toMatchObject({
      runtime: { type: 'python' },
      entrypoint: { command: ['python3', 'server.py'] },
    });
    expect(derived.warnings).toEqual(['command_guessed']);
  });

  it.each<[string, Partial<ManifestSubject>, string[]]>([
    ['nothing can be started', { distributable: NOT_DISTRIBUTABLE }, ['no_command']],
    [
      'two files register tools',
      {
        distributable: NOT_DISTRIBUTABLE,
        layout: new Set(['a.js', 'b.js']),
        surface: { transport: 'stdio', capabilities: [], tool_details: [toolIn('a.js'), toolIn('b.js')] },
      },
      ['no_command'],
    ],
    [
      'the program is TypeScript',
      { distributable: runs('node', 'index.ts'), layout: new Set(['index.ts']) },
      ['no_command'],
    ],
    ['the program is not in the bundle', { layout: new Set(['other.js']) }, ['no_command']],
    [
      'the name of the file could be read as an option or code',
      { distributable: runs('node', '-e.js'), layout: new Set(['-e.js']) },
      ['no_command'],
    ],
    [
      'the console script is none',
      { distributable: runs('python', "x:main'"), layout: new Set(['x.py']) },
      ['no_command'],
    ],
    ['the bundle is a zip', { layout: undefined }, ['bundle_not_gzip_tar', 'no_command']],
    ['dependencies are missing', { hasDependencies: true }, ['dependencies_not_bundled']],
    [
      'dependencies are there',
      { hasDependencies: true, layout: new Set(['dist/index.js', 'node_modules/zod/index.js']) },
      [],
    ],
  ])('warns when %s', (_what, change, expected) => {
    const { manifest, warnings } = deriveManifest(subject(change));
    expect(warnings).toEqual(expected);
    expect(manifest['runtime']).toMatchObject({ type: expect.any(String), version: expect.any(String) });
  });
});
