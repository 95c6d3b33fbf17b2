import { createHash } from 'node:crypto';
import { isNpmName, isPypiName, type PackageKind } from '@mcp-hub/analyzer/package-names';
import { isObject, withoutNulls } from '../../../common/values/json.js';
import { parseSemanticVersion } from '../../../common/values/semantic-version.js';

/** The source of an MCP other than its repository: a version of a package. */
export type McpSource =
  /** `name@version` */
  | { readonly npm: string }
  /** `name==version` */
  | { readonly pypi: string }
  /** The address of an MCP bundle and its digest: `https://host/path/name.mcpb#sha256:<hex>` */
  | { readonly mcpb: string };

/** A version of a package. */
export interface PackageVersion {
  readonly kind: PackageKind;
  readonly name: string;
  readonly version: string;
}

/** The rule in an error message. */
export const SOURCE_RULE =
  'must be {"npm": "name@version"} or {"pypi": "name==version"} with the exact version of a package, or ' +
  '{"mcpb": "https://host/path/name.mcpb#sha256:<digest>"} with the digest of an MCP bundle';

const SCHEME = /^(npm|pypi|mcpb):/;
const MCPB = /^(https:\/\/[^#?\s@]{1,2000}\.(?:mcpb|dxt))#sha256:([0-9a-f]{64})$/;
// PEP 440; the index knows which versions exist.
const PYPI_VERSION = /^[A-Za-z0-9][A-Za-z0-9.!+_-]{0,127}$/;

/** The stored form of a source, such as `npm:@acme/files@1.2.0`; undefined for an invalid value. */
export function storedSource(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const { npm, pypi, mcpb } = withoutNulls(value);
  if (mcpb !== undefined) {
    const isAlone = npm === undefined && pypi === undefined;
    return isAlone && typeof mcpb === 'string' && MCPB.test(mcpb) && URL.canParse(mcpb)
      ? `mcpb:${mcpb}`
      : undefined;
  }
  if (typeof npm === 'string' && pypi === undefined) return isNpm(npm) ? `npm:${npm}` : undefined;
  if (typeof pypi === 'string' && npm === undefined) return isPypi(pypi) ? `pypi:${pypi}` : undefined;
  return undefined;
}

/** A stored source in responses. */
export function mcpSource(stored: string | null): McpSource | null {
  if (stored === null) return null;
  const text = stored.replace(SCHEME, '');
  if (stored.startsWith('mcpb:')) return { mcpb: text };
  return stored.startsWith('pypi:') ? { pypi: text } : { npm: text };
}

/** The MCP bundle of a stored source; undefined for a package. */
export function mcpbOf(stored: string): { readonly url: string; readonly sha256: string } | undefined {
  const [, url = '', sha256 = ''] = stored.startsWith('mcpb:') ? (MCPB.exec(stored.slice(5)) ?? []) : [];
  return url === '' ? undefined : { url, sha256 };
}

/** The package of a stored source that is no MCP bundle. */
export function packageOf(stored: string): PackageVersion {
  const text = stored.replace(SCHEME, '');
  return stored.startsWith('pypi:')
    ? { kind: 'pypi', ...split(text, '==') }
    : { kind: 'npm', ...split(text, '@') };
}

/** What identifies the version of a package, which has no commit: the SHA-256 of its kind, name and version. */
export function commitOfPackage({ kind, name, version }: PackageVersion): string {
  return createHash('sha256').update(`${kind}:${name}@${version}`).digest('hex');
}

const isNpm = (text: string): boolean => {
  const { name, version } = split(text, '@');
  return isNpmName(name) && parseSemanticVersion(version) !== undefined;
};

const isPypi = (text: string): boolean => {
  const { name, version } = split(text, '==');
  return isPypiName(name) && PYPI_VERSION.test(version);
};

/** Both are empty without the separator, the last one counts. */
function split(text: string, separator: string): { readonly name: string; readonly version: string } {
  const at = text.lastIndexOf(separator);
  if (at < 1) return { name: '', version: '' };
  return { name: text.slice(0, at), version: text.slice(at + separator.length) };
}
