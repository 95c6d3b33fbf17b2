/** The names of packages at npm and PyPI: the rules of both registries, written once for the whole product. */

/** The registries of packages. */
export const PACKAGE_KINDS = ['npm', 'pypi'] as const;
export type PackageKind = (typeof PACKAGE_KINDS)[number];

/** Whether what has a kind is a package of a registry. */
export const isPackage = <T extends { readonly kind: string }>(
  source: T | null | undefined,
): source is Extract<T, { readonly kind: PackageKind }> =>
  source != null && (PACKAGE_KINDS as readonly string[]).includes(source.kind);

/** The length of a package name, a scope included (npm's limit). */
export const MAX_PACKAGE_NAME = 214;

const NPM_NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;
const OLD_NPM_NAME = /^(?:@[a-z0-9~_-][a-z0-9._~-]*\/)?[a-z0-9~_-][a-z0-9._~-]*$/i;
const SAFE_NPM_NAME = /^(?:@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*$/;

/** The source of a pattern for a name at PyPI (PEP 508). */
export const PYPI_NAME = '[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?';
const WHOLE_PYPI_NAME = new RegExp(`^${PYPI_NAME}$`);

const isShort = (name: string): boolean => name.length <= MAX_PACKAGE_NAME;

/** Whether npm accepts the name for a new package: lower case, characters of URLs, a scope or none. */
export const isNpmName = (name: string): boolean => isShort(name) && NPM_NAME.test(name);

/** Whether npm installs a package of this name, which may be older than the rule about lower case. */
export const isInstalledNpmName = (name: string): boolean => isShort(name) && OLD_NPM_NAME.test(name);

/** Whether a program that is given the name takes it for nothing but a package: no option starts like it. */
export const isNpmArgument = (name: string): boolean => isShort(name) && SAFE_NPM_NAME.test(name);

/** Whether a package at PyPI can have the name (PEP 508), which is never an option of a program. */
export const isPypiName = (name: string): boolean => isShort(name) && WHOLE_PYPI_NAME.test(name);

/** A name at PyPI as indexes compare it (PEP 503): lower case, and `-` for each run of `-`, `_` and `.`. */
export const normalizedPypiName = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-');
