import { createHash } from 'node:crypto';
import { isObject, withoutNulls } from '../../common/values/json.js';
import { parseSemanticVersion } from '../../common/values/semantic-version.js';

/** The source of an MCP other than its repository: a version of a package. */
export type McpSource =
  /** `name@version` */
  | { readonly npm: string }
  /** `name==version` */
  | { readonly pypi: string };

/** A version of a package. */
export interface PackageVersion {
  readonly kind: 'npm' | 'pypi';
  readonly name: string;
  readonly version: string;
}

/** The rule in an error message. */
export const SOURCE_RULE =
  'must be {"npm": "name@version"} or {"pypi": "name==version"} with the exact version of a package';

const SCHEME = /^(npm|pypi):/;
const NPM_NAME = /^(@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
// PEP 508 and PEP 440; the index knows which versions exist.
const PYPI_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const PYPI_VERSION = /^[A-Za-z0-9][A-Za-z0-9.!+_-]{0,127}$/;
// The limit of npm.
const NAME_LENGTH = 214;

/** The stored form of a source, such as `npm:@acme/files@1.2.0`; undefined for an invalid value. */
export function storedSource(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const { npm, pypi } = withoutNulls(value);
  if (typeof npm === 'string' && pypi === undefined) return isNpm(npm) ? `npm:${npm}` : undefined;
  if (typeof pypi === 'string' && npm === undefined) return isPypi(pypi) ? `pypi:${pypi}` : undefined;
  return undefined;
}

/** A stored source in responses. */
export function mcpSource(stored: string | null): McpSource | null {
  if (stored === null) return null;
  const text = stored.replace(SCHEME, '');
  return stored.startsWith('pypi:') ? { pypi: text } : { npm: text };
}

/** The package of a stored source. */
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
  return name.length <= NAME_LENGTH && NPM_NAME.test(name) && parseSemanticVersion(version) !== undefined;
};

const isPypi = (text: string): boolean => {
  const { name, version } = split(text, '==');
  return name.length <= NAME_LENGTH && PYPI_NAME.test(name) && PYPI_VERSION.test(version);
};

/** Both are empty without the separator, the last one counts. */
function split(text: string, separator: string): { readonly name: string; readonly version: string } {
  const at = text.lastIndexOf(separator);
  if (at < 1) return { name: '', version: '' };
  return { name: text.slice(0, at), version: text.slice(at + separator.length) };
}
