import { isNpmName, isPypiName, normalizedPypiName, type PackageKind } from '@mcp-hub/analyzer/package-names';
import { HOSTS_BY_NAMESPACE } from '@mcp-hub/sources/code-hosts';
import { isMcpName } from './catalog-name.js';
import { repositoryKey } from './repository-key.js';
import { addressKey, imageKey } from './target-key.js';

/** The kinds of names under which people know a server. */
export const NAME_KINDS = [
  'catalog_name',
  'public_name',
  'npm_package',
  'pypi_package',
  'repository',
  'digest',
  'image',
  'remote',
] as const;
export type NameKind = (typeof NAME_KINDS)[number];

/** How the servers with a name are found. */
export type ServerLookup =
  /** By `owner/slug`, as a key. */
  | { readonly by: 'name'; readonly key: string }
  /** By where the bytes of a version came from: the package. */
  | { readonly by: 'package'; readonly key: string }
  /** The same, for a folder of a repository. */
  | { readonly by: 'repository'; readonly key: string; readonly path: string }
  /** By the repository that has a public name: also what else entries that vouch for it have. */
  | { readonly by: 'public'; readonly key: string }
  /** By the bytes of a version, `sha256:<hex>`. */
  | { readonly by: 'digest'; readonly key: string }
  /** By what the asking organization says of an image or an address (hub contract 37). */
  | { readonly by: 'image' | 'remote'; readonly key: string };

/** A name as it was understood. */
export interface ServerName {
  readonly as: NameKind;
  /** Null for names that the catalog has no servers for. */
  readonly lookup: ServerLookup | null;
}

const DIGEST = /^sha256:[0-9a-f]{64}$/i;
const IMAGE = /^(?:oci:|docker:)?\S+@sha256:[0-9a-f]{64}$/i;
const WITH_SCHEME = /^(?:(?:git\+)?(?:https?|ssh):\/\/|git@)/i;
// A folder of a repository: as code hosts show it, or after `#`.
const TREE = /^(.+?)\/(?:-\/)?(?:tree|src)\/[^/]+\/(.+)$/;

const NAMESPACES = [...HOSTS_BY_NAMESPACE.keys()].map((each) => each.replaceAll('.', String.raw`\.`));
const PUBLIC_NAME = new RegExp(`^(${NAMESPACES.join('|')})\\.([A-Za-z0-9-]+)/([A-Za-z0-9._-]+)$`, 'i');

/** Names in the catalog are compared without regard to case. */
const nameKey = (name: string): string => name.toLowerCase();

const pypiKey = (name: string): string => `pypi:${normalizedPypiName(name)}`;

/** The key of a package, like `mcp_source_key` in the database. */
export const packageKey = ({ kind, name }: { readonly kind: PackageKind; readonly name: string }): string =>
  kind === 'npm' ? `npm:${name}` : pypiKey(name);

/** The key of a folder of a repository, empty for the repository itself, like `mcp_source_key` in the database. */
export const folderKey = (path: string): string => `repository:${path}`;

function repository(text: string): ServerName {
  const [address = '', folder = ''] = text.split('#', 2);
  const [, shown = address, inTree = ''] = TREE.exec(address) ?? [];
  const path = (folder === '' ? inTree : folder).replace(/^\/+|\/+$/g, '');
  return { as: 'repository', lookup: { by: 'repository', key: repositoryKey(shown), path } };
}

function publicName(text: string): ServerName | undefined {
  const [, prefix = '', owner = '', repo = ''] = PUBLIC_NAME.exec(text) ?? [];
  const host = HOSTS_BY_NAMESPACE.get(prefix.toLowerCase());
  if (host === undefined) return undefined;
  const key = repositoryKey(`https://${host}/${owner}/${repo}`);
  return { as: 'public_name', lookup: { by: 'public', key } };
}

const npm = (name: string): ServerName => ({
  as: 'npm_package',
  lookup: isNpmName(name) ? { by: 'package', key: `npm:${name}` } : null,
});

const pypi = (name: string): ServerName => ({
  as: 'pypi_package',
  lookup: isPypiName(name) ? { by: 'package', key: pypiKey(name) } : null,
});

/**
 * Understands the name of a server, whichever way it is known (hub contract 35). Every text has exactly one meaning, so
 * that a verdict is never about another server than the one that starts. A bare word is a package of npm.
 * @param hosts the code hosts whose addresses are repositories, in lower case; others are addresses of running servers
 */
export function serverName(text: string, hosts: readonly string[]): ServerName {
  if (DIGEST.test(text)) return { as: 'digest', lookup: { by: 'digest', key: text.toLowerCase() } };
  const [, scheme = '', rest = ''] = /^(npm|pypi):(.*)$/is.exec(text) ?? [];
  if (scheme.toLowerCase() === 'npm') return npm(rest);
  if (scheme.toLowerCase() === 'pypi') return pypi(rest);
  if (WITH_SCHEME.test(text)) {
    const found = repository(text);
    const host = found.lookup?.key.split('/')[0] ?? '';
    return hosts.includes(host) ? found : stated('remote', addressKey(text));
  }
  const [host = ''] = text.split('/');
  if (IMAGE.test(text)) return stated('image', imageKey(text));
  const known = publicName(text);
  if (known !== undefined) return known;
  if (isMcpName(text)) return { as: 'catalog_name', lookup: { by: 'name', key: nameKey(text) } };
  if (hosts.includes(host.toLowerCase())) return repository(text);
  if (isNpmName(text)) return npm(text);
  return { as: 'catalog_name', lookup: dottedLookup(text) };
}

const stated = (by: 'image' | 'remote', key: string | undefined): ServerName => ({
  as: by,
  lookup: key === undefined ? null : { by, key },
});

/** Names of the official registry have no `_` before the slash (hub contract 37). */
export const dottedName = (name: string): string => {
  const [owner = '', slug = ''] = name.split('/');
  return `${owner.replaceAll('_', '.')}/${slug}`;
};

function dottedLookup(text: string): ServerLookup | null {
  const [owner = '', ...rest] = text.split('/');
  const name = [owner.replaceAll('.', '_'), ...rest].join('/');
  return !owner.includes('_') && isMcpName(name) ? { by: 'name', key: nameKey(name) } : null;
}

/** The public name of a repository, in the form of the official registry; null for folders and other hosts. */
export function publicNameOf(repoUrl: string, path: string): string | null {
  if (path !== '') return null;
  const [host, owner = '', repo = '', ...rest] = repositoryKey(repoUrl).split('/');
  const prefix = [...HOSTS_BY_NAMESPACE.keys()].find((each) => HOSTS_BY_NAMESPACE.get(each) === host);
  if (prefix === undefined || rest.length > 0) return null;
  // The spelling of the address is kept: clients compare names with regard to case.
  const at = repoUrl.toLowerCase().lastIndexOf(`${owner}/${repo}`);
  const spelled = at < 0 ? `${owner}/${repo}` : repoUrl.slice(at, at + owner.length + 1 + repo.length);
  const name = `${prefix}.${spelled}`;
  return PUBLIC_NAME.test(name) ? name : null;
}
