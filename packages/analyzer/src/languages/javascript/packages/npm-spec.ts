import semver from 'semver';
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

/** The real package name: `npm:other@^1` is an alias for another package. */
export function realName(name: string, range: string): string {
  return ALIAS.exec(range)?.[1] ?? name;
}

const rangeOf = ({ range }: DeclaredDependency): string => ALIAS.exec(range)?.[2] ?? range;

function fits(dependency: DeclaredDependency, versions: readonly string[]): boolean {
  const written = rangeOf(dependency);
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

/** The runtime dependencies in the manifests that a lockfile lacks, or has only in other versions. Sorted. */
export function missingFrom(
  resolved: readonly ResolvedDependency[],
  declared: readonly DeclaredDependency[],
): Lockfile['missing'] {
  const versions = Map.groupBy(resolved, ({ name }) => name);
  const missing = declared
    .filter(({ kind, source }) => kind === 'runtime' && source !== 'file')
    .filter((dependency) => {
      const held = versions.get(dependency.name) ?? [];
      return !fits(
        dependency,
        held.map(({ version }) => version),
      );
    });
  return [...new Set(missing.map(({ name }) => name))].sort();
}
