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

/** Where npm takes a dependency from that is asked for like this: `^1.0.0`, `github:a/b`, `https://…`, `file:../a`. */
export function npmSource(range: string): DependencySource {
  const spec = range.trim();
  if (GIT.test(spec) || GIT_REPOSITORY.test(spec)) return 'git';
  if (/^https?:/.test(spec)) return 'http';
  if (LOCAL.test(spec)) return 'file';
  return SHORT_GITHUB.test(spec) ? 'git' : 'registry';
}

/** Where a lockfile says that a package was taken from. Registries have `/-/` or `/download/` before the file. */
export function resolvedSource(resolved: string): DependencySource {
  if (!/^https?:/.test(resolved)) return npmSource(resolved);
  if (resolved.startsWith('https://codeload.github.com/') || GIT_REPOSITORY.test(resolved)) return 'git';
  return /^https?:\/\/[^/]+\/(?:[^?#]*\/)?(?:-|download)\/[^?#]/.test(resolved) ? 'registry' : 'http';
}

/** The package that is meant: `npm:other@^1` asks for another one under this name. */
export function realName(name: string, range: string): string {
  return ALIAS.exec(range)?.[1] ?? name;
}

const rangeOf = ({ range }: DeclaredDependency): string => ALIAS.exec(range)?.[2] ?? range;

function fits(dependency: DeclaredDependency, versions: readonly string[]): boolean {
  const written = rangeOf(dependency);
  const readable = dependency.source === 'registry' && written.length <= MAX_RANGE_LENGTH;
  const range = readable ? semver.validRange(written, true) : null;
  // A tag, a place: that there is one must do.
  if (range === null || versions.length === 0) return versions.length > 0;
  return versions.some(
    (version) =>
      semver.valid(version, true) === null ||
      semver.satisfies(version, range, { loose: true, includePrerelease: true }),
  );
}

/** What the manifests ask for to run that a lockfile does not hold, or in other versions alone. Sorted. */
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
