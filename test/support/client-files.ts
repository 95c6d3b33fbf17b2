import type { SettingsFormat } from '@mcp-hub/client-configurations';
import { npmVersion, published, pypi } from './allow-lists.js';
import { CiGate, commitOf } from './ci-gate.js';

const IMAGE = `ghcr.io/acme/images@sha256:${'0b'.repeat(32)}`;

/** A version that its publisher sent to the registry, with what the hub knows of its manifest. */
const registryVersion = (digit: string, name: string, manifest?: { startsBundle: boolean }) => {
  const source = {
    kind: 'registry',
    org: 'acme',
    name,
    version: '1.0.0',
    bundle_digest: `sha256:${`0${digit}`.repeat(32)}`,
  };
  return {
    commit: commitOf(digit),
    semver: '1.0.0',
    source,
    ...(manifest !== undefined && {
      published: { kind: 'existing', org: 'acme', name, version: '1.0.0', ...manifest },
    }),
  };
};

/** A catalog with a server of each kind, and an organization with policies about it. */
export class ClientFiles {
  private constructor(
    readonly gate: CiGate,
    readonly org: Awaited<ReturnType<CiGate['withPolicies']>>,
  ) {}

  static async start(): Promise<ClientFiles> {
    const gate = await CiGate.start();
    const org = await gate.withPolicies(
      { target_type: 'MCP', target_value: 'evil/*' },
      { target_type: 'SCORE', target_value: 'min:50' },
    );
    await gate.server('acme/files', [
      npmVersion('@acme/files', '1.0.0'),
      npmVersion('@acme/files', '1.1.0', { published: published('acme', 'files', '1.1.0') }),
      npmVersion('@acme/files', '1.2.0', { score: 20 }),
    ]);
    await gate.server('acme/python', [{ commit: commitOf('1'), source: pypi('acme.python', '2.0.post1') }]);
    await gate.server('acme/my_tools', [registryVersion('2', 'my_tools', { startsBundle: true })]);
    await gate.server('acme/foreign', [registryVersion('3', 'foreign', { startsBundle: false })]);
    await gate.server('acme/unknown', [registryVersion('4', 'unknown')]);
    await gate.server('acme/bare', [
      {
        ...registryVersion('7', 'bare', { startsBundle: true }),
        warnings: ['command_guessed', 'dependencies_not_bundled'],
      },
    ]);
    await gate.server('evil/files', [npmVersion('evil-files', '1.0.0')]);
    const images = await gate.server('acme/images', [{ commit: commitOf('5'), semver: '3.0.0' }]);
    const remote = await gate.server('acme/remote', [{ commit: commitOf('6'), semver: '4.0.0' }]);
    const stated = await gate.server('acme/stated', [npmVersion('acme-stated', '5.0.0')]);
    for (const [id, json] of [
      [images, { images: [IMAGE] }],
      [remote, { urls: ['https://mcp.example.com/mcp'] }],
      [
        stated,
        {
          commands: [
            ['mcp-hub', 'run', 'npm:acme-stated@{version}', '--', '/srv/data (1)'],
            ['mcp-hub', 'run', 'npm:acme-other@{version}'],
            ['smcp', 'run', 'npm:acme-stated@{version}'],
            ['cmd', '/c', 'mcp-hub', '--quiet', 'run', 'npm:acme-stated@{version}'],
          ],
        },
      ],
    ] as const) {
      const { status, text } = await org.owner.send('PUT', `/api/v1/orgs/${org.id}/mcps/${id}/launch`, {
        json,
      });
      if (status !== 200) throw new Error(text);
    }

    return new ClientFiles(gate, org);
  }

  close(): Promise<void> {
    return this.gate.close();
  }

  /** The file of a client. */
  async text(format: SettingsFormat, launcher = ''): Promise<string> {
    const query = `format=${format}${launcher === '' ? '' : `&launcher=${launcher}`}`;
    const path = `/api/v1/orgs/${this.org.id}/managed-settings?${query}`;
    const { status, text } = await this.org.client.get(path);
    if (status !== 200) throw new Error(text);
    return text;
  }

  async parsed<T>(format: SettingsFormat, launcher?: string): Promise<T> {
    return JSON.parse(await this.text(format, launcher)) as T;
  }
}

/** All commands that the policies allow, as users of Linux and macOS write them. */
export const ALLOWED: readonly (readonly string[])[] = [
  ['mcp-hub', 'run', 'acme/files@1.1.0'],
  ['smcp', 'run', 'acme/files@1.1.0'],
  ['mcp-hub', 'run', 'npm:@acme/files@1.1.0'],
  ['mcp-hub', 'run', 'npm:@acme/files@1.0.0'],
  ['npx', '-y', '@acme/files@1.1.0'],
  ['npx', '-y', '@acme/files@1.0.0'],
  ['mcp-hub', 'run', 'pypi:acme.python==2.0.post1'],
  ['uvx', 'acme.python==2.0.post1'],
  ['mcp-hub', 'run', 'acme/my_tools@1.0.0'],
  ['smcp', 'run', 'acme/my_tools@1.0.0'],
  ['docker', 'run', '-i', '--rm', IMAGE],
  ['mcp-hub', 'run', 'npm:acme-stated@5.0.0', '--', '/srv/data (1)'],
  ['mcp-hub', 'run', 'npm:acme-stated@5.0.0'],
  ['npx', '-y', 'acme-stated@5.0.0'],
];

/** What clients that go by names start: the newest allowed version of each server, in its best way. */
export const NAMED: Readonly<Record<string, readonly string[]>> = {
  acme_files: ['mcp-hub', 'run', 'acme/files@1.1.0'],
  acme_images: ['docker', 'run', '-i', '--rm', IMAGE],
  acme_my_tools: ['mcp-hub', 'run', 'acme/my_tools@1.0.0'],
  acme_python: ['mcp-hub', 'run', 'pypi:acme.python==2.0.post1'],
  acme_stated: ['mcp-hub', 'run', 'npm:acme-stated@5.0.0', '--', '/srv/data (1)'],
};
/** Where a server runs elsewhere. */
export const ADDRESS = 'https://mcp.example.com/mcp';
