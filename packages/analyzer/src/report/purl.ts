import { PackageURL } from 'packageurl-js';
import type { Ecosystem } from '../packages/package-facts.js';
import { withoutKeys } from '../credentials/without-keys.js';

const TYPES: Readonly<Record<Ecosystem, string>> = { npm: 'npm', PyPI: 'pypi', Go: 'golang' };

/** A name in its parts: npm's scope, the path of a Go module. */
function parts(ecosystem: Ecosystem, name: string): [namespace: string | undefined, name: string] {
  const slash = ecosystem === 'PyPI' ? -1 : name.lastIndexOf('/');
  return slash <= 0 ? [undefined, name] : [name.slice(0, slash), name.slice(slash + 1)];
}

/**
 * The package URL of a package in its registry (https://github.com/package-url/purl-spec). Undefined for what cannot be one,
 * or holds a credential: manifests may hold any text.
 */
export function purlOf(ecosystem: Ecosystem, name: string, version?: string): string | undefined {
  if (withoutKeys(`${name}@${version ?? ''}`) !== `${name}@${version ?? ''}`) return undefined;
  const [namespace, last] = parts(ecosystem, name.toWellFormed());
  try {
    const known = version === undefined || version === '' ? undefined : version.toWellFormed();
    return new PackageURL(TYPES[ecosystem], namespace, last, known, undefined, undefined).toString();
  } catch {
    return undefined;
  }
}
