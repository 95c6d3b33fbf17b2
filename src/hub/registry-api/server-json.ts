import { printable } from '../../common/values/text.js';
import { isSha256Digest, hexOf } from '../../common/values/sha256-digest.js';
import type { Decided } from '../decisions/decided.js';
import { newestVersion, packageCommand } from '../managed-settings/starts.js';
import type { ListedVersion } from './list-index.js';
import type {
  ServerJson,
  ServerPackage,
  ServerRemote,
  ServerRepository,
  ServerResponse,
} from './registry-api.dto.js';

/** The schema of the documents, as the official registry publishes it. */
const SERVER_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';

/** The key of what a registry says about a server. */
const OFFICIAL = 'io.modelcontextprotocol.registry/official';

const MAX_DESCRIPTION = 100;
const STDIO = { type: 'stdio' } as const;
const HOSTS: Readonly<Record<string, string>> = {
  'github.com': 'github',
  'gitlab.com': 'gitlab',
  'bitbucket.org': 'bitbucket',
};

/**
 * A version in the format of the official registry.
 * @param packages the versions whose package may be started
 * @param publicUrl base URL of the bundles in the registry
 */
export function serverResponse(
  entry: ListedVersion,
  packages: Decided['packages'],
  publicUrl: string,
): ServerResponse {
  const { version, isDeleted, isLatest } = entry;
  return {
    server: serverJson(entry, packages, publicUrl),
    _meta: {
      [OFFICIAL]: {
        status: isDeleted ? 'deleted' : 'active',
        statusChangedAt: new Date(version.revokedAt ?? version.createdAt).toISOString(),
        publishedAt: new Date(version.createdAt).toISOString(),
        updatedAt: new Date(version.updatedAt).toISOString(),
        isLatest,
      },
    },
  };
}

function serverJson(entry: ListedVersion, packages: Decided['packages'], publicUrl: string): ServerJson {
  const { name, label, server, isDeleted } = entry;
  // A deleted version must not be started.
  const started = isDeleted ? [] : packagesOf(entry, packages, publicUrl);
  const remotes = isDeleted ? [] : remotesOf(entry);
  const description = printable(server.description.trim(), MAX_DESCRIPTION);
  return {
    $schema: SERVER_SCHEMA,
    name,
    description: description === '' ? printable(name, MAX_DESCRIPTION) : description,
    version: label,
    repository: repositoryOf(entry),
    ...(started.length > 0 && { packages: started }),
    ...(remotes.length > 0 && { remotes }),
  };
}

function repositoryOf({ server: { repoUrl, repoKey, sourcePath } }: ListedVersion): ServerRepository {
  const host = repoKey.split('/')[0] ?? '';
  return {
    url: /^https?:\/\//i.test(repoUrl) ? repoUrl : `https://${repoKey}`,
    source: HOSTS[host] ?? host,
    ...(sourcePath !== '' && { subfolder: sourcePath }),
  };
}

function packagesOf(
  entry: ListedVersion,
  packages: Decided['packages'],
  publicUrl: string,
): readonly ServerPackage[] {
  const { version, server } = entry;
  const { source, bundle } = version;
  const images = (server.launch?.targets ?? []).filter(
    ({ kind, versionId }) => kind === 'image' && versionId === version.id,
  );
  const found: ServerPackage[] = [];
  if (
    packages.has(version.id) &&
    packageCommand(source) !== undefined &&
    (source?.kind === 'npm' || source?.kind === 'pypi')
  ) {
    found.push({
      registryType: source.kind,
      identifier: source.name,
      version: source.version,
      runtimeHint: source.kind === 'npm' ? 'npx' : 'uvx',
      transport: STDIO,
    });
  }
  for (const { target } of images) found.push({ registryType: 'oci', identifier: target, transport: STDIO });
  if (bundle !== null && isSha256Digest(bundle.digest)) {
    found.push({
      registryType: 'mcpb',
      identifier: `${publicUrl}/v1/org/${bundle.org}/artifacts/${bundle.digest}/bundle`,
      version: entry.label,
      fileSha256: hexOf(bundle.digest),
      transport: STDIO,
    });
  }
  return found;
}

function remotesOf({ server, version }: ListedVersion): readonly ServerRemote[] {
  const isNewest = newestVersion(server) === version;
  return (server.launch?.targets ?? [])
    .filter(({ kind }) => kind === 'remote')
    .filter(({ versionId }) => versionId === version.id || (versionId === null && isNewest))
    .map(({ target }) => ({ type: 'streamable-http' as const, url: target }));
}
