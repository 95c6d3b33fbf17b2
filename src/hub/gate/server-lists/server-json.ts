import { isPackage } from '@mcp-hub/analyzer/package-names';
import { CODE_HOSTS } from '@mcp-hub/sources/code-hosts';
import { printable } from '../../../common/values/text.js';
import { isSha256Digest, hexOf } from '../../../common/values/sha256-digest.js';
import type { Decided } from '../catalog-decisions/decided.js';
import { packageCommand } from '../managed-settings/package-command.js';
import { newestVersion } from '../managed-settings/starts.js';
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
  const repository = repositoryOf(entry);
  const description = printable(server.description.trim(), MAX_DESCRIPTION);
  return {
    $schema: SERVER_SCHEMA,
    name,
    description: description === '' ? printable(name, MAX_DESCRIPTION) : description,
    version: label,
    ...(repository !== undefined && { repository }),
    ...(started.length > 0 && { packages: started }),
    ...(remotes.length > 0 && { remotes }),
  };
}

/** Where the source is; undefined if that is not known as an address of the web. */
function repositoryOf({
  server: { repoUrl, repoKey, sourcePath },
}: ListedVersion): ServerRepository | undefined {
  const [host = '', ...path] = repoKey.split('/');
  const url = webAddress(repoUrl) ?? webAddress(`https://${repoKey}`);
  if (url === undefined || host === '' || path.length === 0) return undefined;
  return {
    url,
    source: CODE_HOSTS.find((each) => each.host === host)?.kind ?? host,
    ...(isCleanPath(sourcePath) && { subfolder: sourcePath }),
  };
}

/** The address as it is, if browsers open it and it names nobody. */
function webAddress(text: string): string | undefined {
  if (!/^https?:\/\/[^\s/?#]\S*$/i.test(text) || !URL.canParse(text)) return undefined;
  const { username, password } = new URL(text);
  return username === '' && password === '' ? text : undefined;
}

const isCleanPath = (path: string): boolean =>
  !path.includes('\\') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');

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
  if (packages.has(version.id) && packageCommand(source) !== undefined && isPackage(source)) {
    found.push({
      registryType: source.kind,
      identifier: source.name,
      version: source.version,
      runtimeHint: source.kind === 'npm' ? 'npx' : 'uvx',
      transport: STDIO,
    });
  }
  for (const { target } of images) found.push({ registryType: 'oci', identifier: target, transport: STDIO });
  // The bundle of a version that the registry has made no MCP bundle of opens in no client.
  const mcpb = bundle?.mcpbDigest ?? null;
  if (bundle !== null && mcpb !== null && isSha256Digest(mcpb)) {
    found.push({
      registryType: 'mcpb',
      identifier: `${publicUrl}/v1/org/${bundle.org}/artifacts/${mcpb}/mcpb`,
      version: entry.label,
      fileSha256: hexOf(mcpb),
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
