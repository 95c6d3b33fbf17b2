import semver from 'semver';
import { archiveName, gitReference, hostedReference } from '../../../packages/package-archives.js';
import { privateRegistry } from '../../../packages/registries.js';
import type {
  DeclaredDependency,
  DependencySource,
  Lockfile,
  ResolvedDependency,
} from '../../../packages/package-facts.js';

const GIT = /^(?:git[+:@]|(?:github|gitlab|bitbucket|gist):)/;
const GIT_REPOSITORY =
  /^https?:\/\/[^/]+\/[^#?]+\.git(?:[#?]|$)|^https?:\/\/(?:www\.)?github\.com\/[^/]+\/[^/]+(?:#|$)/;
const SHORT_GITHUB = /^[A-Za-z0-9][\w.-]*\/[\w.-]+(?:#.*)?$/;
const LOCAL = /^(?:file:|link:|portal:|workspace:|\.{0,2}\/|~\/|\.{1,2}$|[A-Za-z]:[\\/])/;
const MAX_RANGE_LENGTH = 500;
const ALIAS = /^npm:((?:@[^/]+\/)?[^@]+)(?:@(.*))?$/;

/** The source of a dependency, by its range: `^1.0.0`, `github:a/b`, `https://…`, `file:../a`. */
export function npmSource(range: string): DependencySource {
  const spec = range.trim();
  if (GIT.test(spec) || GIT_REPOSITORY.test(spec)) return 'git';
  if (/^https?:/.test(spec)) return 'http';
  if (LOCAL.test(spec)) return 'file';
  return SHORT_GITHUB.test(spec) ? 'git' : 'registry';
}

/** The source of a package, by the URL in a lockfile. Registry URLs have `/-/` or `/download/` before the file name. */
export function resolvedSource(resolved: string): DependencySource {
  if (!/^https?:/.test(resolved)) return npmSource(resolved);
  if (resolved.startsWith('https://codeload.github.com/') || GIT_REPOSITORY.test(resolved)) return 'git';
  return /^https?:\/\/[^/]+\/(?:[^?#]*\/)?(?:-|download)\/[^?#]/.test(resolved) ? 'registry' : 'http';
}

/** The parts of an alias, `npm:other@^1`; without a name for yarn's `npm:^1`, which is a range alone. */
function aliasIn(range: string): { readonly name?: string; readonly range: string } | undefined {
  const written = range.trim();
  const match = written.length > MAX_RANGE_LENGTH ? null : ALIAS.exec(written);
  if (match === null) return undefined;
  const [, name = '', inner] = match;
  const isRange = inner === undefined && !/^[a-z@]/iu.test(name) && semver.validRange(name, true) !== null;
  return isRange ? { range: name } : { name, range: inner ?? '' };
}

/** The real package name: `npm:other@^1` is an alias for another package. */
export const realName = (name: string, range: string): string => aliasIn(range)?.name ?? name;

const PATCHED = /^patch:(?:@[^/@]+\/)?[^@]+@([^#]+)/u;

/** A range without what is before it: an alias, the protocol of a registry, or that of a patch, which has it inside. */
export function rangeIn(range: string): string {
  const written = range.trim();
  const [, patched] = written.length > MAX_RANGE_LENGTH ? [] : (PATCHED.exec(written) ?? []);
  const inner = patched === undefined ? written : decoded(patched);
  return aliasIn(inner)?.range ?? inner;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A package by the location of its tarball. */
interface Tarball {
  /** With its scope, which only the address of a registry has. */
  readonly name: string;
  readonly version: string;
}

/** The address of a registry's tarball: `…/@scope/name/-/name-1.2.3.tgz`. */
const OF_REGISTRY = /\/((?:@[^/]+\/)?[^/@]+)\/-\/(?:@[^/]+\/)?([^/]+)\.(?:tgz|tar\.gz)$/u;
const TARBALL = /\.(?:tgz|tar\.gz|tar)$/u;

/** The version in the name of a tarball, if the name of the package is before it. */
function versionIn(file: string, name: string): string | undefined {
  const bare = name.slice(name.lastIndexOf('/') + 1);
  const flat = name.replace(/^@/u, '').replace('/', '-');
  for (const start of [`${bare}-`, `${flat}-`])
    if (file.startsWith(start)) {
      const version = semver.valid(file.slice(start.length), true);
      if (version !== null) return file.slice(start.length).replace(/^[v=]+/u, '');
    }
  return undefined;
}

/** The package in a registry's tarball, by its address. */
export function tarballOf(location: string): Tarball | undefined {
  const path = decoded(location.replace(/[?#].*$/su, ''));
  const [, name, file] = path.length > MAX_RANGE_LENGTH ? [] : (OF_REGISTRY.exec(path) ?? []);
  const version = name === undefined || file === undefined ? undefined : versionIn(file, name);
  return name === undefined || version === undefined ? undefined : { name, version };
}

/** A package that a lockfile takes from a registry. What is installed is the tarball, if its address names another package. */
export function registryPackage(
  name: string,
  version: string,
  address: string | undefined,
): { readonly name: string; readonly version: string; readonly index?: string } {
  const tarball = address === undefined ? undefined : tarballOf(address);
  const index = privateRegistry('npm', address);
  return { name, version, ...tarball, ...(index !== undefined && { index: registryOf(index) }) };
}

/** The address of a registry, of which a tarball has been named. */
const registryOf = (address: string): string => /^https?:\/\/[^/]+/u.exec(address)?.[0] ?? address;

/** What is known of the version of a dependency: the only one that its range allows, or the one that its location names. */
export function exactVersion(name: string, range: string): string | undefined {
  const source = npmSource(range);
  if (source === 'registry') {
    const written = rangeIn(range);
    return written.length > MAX_RANGE_LENGTH || semver.valid(written, true) === null
      ? undefined
      : written.replace(/^[\s=v]+/u, '');
  }
  if (source === 'git') return gitReference(gitReferenceIn(range)).version;
  const tarball = tarballOf(range);
  if (tarball !== undefined) return tarball.version;
  const file = archiveName(range);
  const named = TARBALL.test(file) ? versionIn(file.replace(TARBALL, ''), name) : undefined;
  const hosted = source === 'http' && named === undefined ? hostedReference(range) : undefined;
  return named ?? (hosted === undefined ? undefined : gitReference(hosted).version);
}

/** The reference in a Git location: what is behind `#`, a range of tags excepted. */
function gitReferenceIn(location: string): string {
  const at = location.indexOf('#');
  const [first = ''] = at === -1 ? [] : location.slice(at + 1).split(/[&:]/u);
  return first === 'semver' ? '' : first.replace(/^(?:commit|tag|head)=/u, '');
}

function fits(dependency: DeclaredDependency, versions: readonly string[]): boolean {
  const written = rangeIn(dependency.range);
  const readable = dependency.source === 'registry' && written.length <= MAX_RANGE_LENGTH;
  const range = readable ? semver.validRange(written, true) : null;
  // For a tag or a location, any version will do.
  if (range === null || versions.length === 0) return versions.length > 0;
  return versions.some(
    (version) =>
      semver.valid(version, true) === null ||
      semver.satisfies(version, range, { loose: true, includePrerelease: true }),
  );
}

/**
 * The runtime dependencies in the manifests that a lockfile lacks, or has only in other versions. Sorted.
 * @param members the names of packages that it takes from folders of the workspace
 */
export function missingFrom(
  resolved: readonly ResolvedDependency[],
  declared: readonly DeclaredDependency[],
  members: readonly string[] = [],
): Lockfile['missing'] {
  const folders = new Set(members);
  const versions = Map.groupBy(resolved, ({ name }) => name);
  const missing = declared
    .filter(({ kind, source, name }) => kind === 'runtime' && source !== 'file' && !folders.has(name))
    .filter((dependency) => {
      const contained = versions.get(dependency.name) ?? [];
      return !fits(
        dependency,
        contained.map(({ version }) => version),
      );
    });
  return [...new Set(missing.map(({ name }) => name))].sort();
}
