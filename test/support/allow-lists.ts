import { randomUUID } from 'node:crypto';
import type { ApiClient, ApiResponse } from './api-client.js';
import type { CiGate, VersionRow } from './ci-gate.js';

/** A short text that no other test has. */
export const unique = (): string => randomUUID().slice(0, 8);

export const npm = (name: string, version: string) => ({ kind: 'npm', name, version });
export const pypi = (name: string, version: string) => ({ kind: 'pypi', name, version });

/** A version of npm with its own commit. */
export const npmVersion = (name: string, version: string, more: Partial<VersionRow> = {}): VersionRow => ({
  commit: randomUUID().replaceAll('-', '').padEnd(40, '0'),
  semver: version,
  source: npm(name, version),
  ...more,
});

/** What the registry has of a version that the hub has published, with a command that starts a file of it. */
export const published = (org: string, name: string, version: string) => ({
  kind: 'new',
  org,
  name,
  version,
  manifest: { entrypoint: { command: ['node', 'dist/index.js'] } },
  bundle: { digest: `sha256:${'0a'.repeat(32)}` },
});

/** The path of an address of an allow list. */
export const pathOfList = (url: string): string => new URL(url).pathname;

/** Creates an allow list of an organization; returns the path of its address. */
export async function allowListOf(
  owner: ApiClient,
  orgId: string,
  environment = 'production',
): Promise<{ readonly id: string; readonly path: string; readonly url: string }> {
  const { status, body, text } = await owner.post(`/api/v1/orgs/${orgId}/allow-lists`, {
    name: 'Developers',
    environment,
  });
  if (status !== 201) throw new Error(text);
  return { id: body.id as string, url: body.url as string, path: pathOfList(body.url as string) };
}

/** Managed settings of an organization, parsed. */
export async function settingsOf(
  client: ApiClient,
  orgId: string,
  format = 'copilot',
  environment = 'production',
): Promise<ApiResponse> {
  return client.get(`/api/v1/orgs/${orgId}/managed-settings?environment=${environment}&format=${format}`);
}

/** A server of npm in the platform's catalog. */
export async function npmServer(
  gate: CiGate,
  versions: readonly string[] = ['1.0.0'],
  more: Partial<VersionRow> = {},
): Promise<{ readonly id: string; readonly name: string; readonly pkg: string }> {
  const [name, pkg] = [`acme-${unique()}/files`, `pkg-${unique()}`];
  const id = await gate.server(
    name,
    versions.map((version) => npmVersion(pkg, version, more)),
    { repoUrl: `https://github.com/acme/${unique()}` },
  );
  return { id, name, pkg };
}
