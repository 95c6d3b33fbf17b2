import { PackageURL } from 'packageurl-js';
import { packagingOf } from '../languages/index.js';
import type { Packaging } from '../languages/packaging.js';
import type { Ecosystem } from '../ir/language-names.js';
import { withoutKeys } from '../credentials/without-keys.js';

/** Splits a name into namespace and name. */
function parts({ namespaces }: Packaging, name: string): [namespace: string | undefined, name: string] {
  const slash = namespaces === 'none' ? -1 : name.lastIndexOf('/');
  return slash <= 0 ? [undefined, name] : [name.slice(0, slash), name.slice(slash + 1)];
}

/**
 * The package URL of a package in its registry (https://github.com/package-url/purl-spec). Undefined when the name is not valid
 * in one, or contains a credential: manifests may contain any text.
 */
export function purlOf(ecosystem: Ecosystem, name: string, version?: string): string | undefined {
  if (withoutKeys(`${name}@${version ?? ''}`) !== `${name}@${version ?? ''}`) return undefined;
  const packaging = packagingOf(ecosystem);
  const [namespace, last] = parts(packaging, name.toWellFormed());
  try {
    const known = version === undefined || version === '' ? undefined : version.toWellFormed();
    return new PackageURL(packaging.purlType, namespace, last, known, undefined, undefined).toString();
  } catch {
    return undefined;
  }
}
