import { compareText } from '../common/text-order.js';
import { checkCount } from './packaging-file.js';
import type { ResolvedDependency } from './package-facts.js';

/** The identity of a resolved dependency. */
export const keyOf = ({ ecosystem, name, version, source }: ResolvedDependency): string =>
  [ecosystem, name, version, source].join('\0');

/**
 * Merges two entries for one dependency: direct when either is, for development when both are. Of several licenses, the first in
 * code-unit order.
 */
function merged(one: ResolvedDependency, other: ResolvedDependency): ResolvedDependency {
  const first = (key: 'license' | 'location' | 'index'): string | undefined =>
    [one[key], other[key]].filter((each) => each !== undefined).sort(compareText)[0];
  const { index: _, ...rest } = one;
  const [license, location] = [first('license'), first('location')];
  // What one entry has from the public registry is the public package.
  const index = one.index === undefined || other.index === undefined ? undefined : first('index');
  return {
    ...rest,
    direct: one.direct || other.direct,
    dev: one.dev && other.dev,
    hashed: one.hashed && other.hashed,
    installScript: one.installScript || other.installScript,
    ...(license !== undefined && { license }),
    ...(location !== undefined && { location }),
    ...(index !== undefined && { index }),
  };
}

/** Distinct dependencies in order of first occurrence: a lockfile has an entry for each installation path. */
export function distinct(dependencies: Iterable<ResolvedDependency>): ResolvedDependency[] {
  const found = new Map<string, ResolvedDependency>();
  for (const dependency of dependencies) {
    const key = keyOf(dependency);
    const other = found.get(key);
    found.set(key, other === undefined ? dependency : merged(other, dependency));
  }
  return [...found.values()];
}

/**
 * The distinct dependencies of a lockfile, sorted by name and version.
 * @throws UnreadablePackaging when there are too many
 */
export function eachOnce(dependencies: Iterable<ResolvedDependency>): ResolvedDependency[] {
  const found = distinct(dependencies);
  checkCount(found.length);
  return found.sort(
    (one, other) => compareText(one.name, other.name) || compareText(one.version, other.version),
  );
}

/** Whether a reference is the digest of a Git commit. */
export const namesCommit = (reference: string): boolean =>
  /(?:^|[^0-9a-f])[0-9a-f]{40}(?:[0-9a-f]{24})?(?:$|[^0-9a-f])/.test(reference);

/** All names reachable from the given ones, which are included. */
export function reachable(
  roots: Iterable<string>,
  next: (name: string) => Iterable<string>,
): ReadonlySet<string> {
  const found = new Set(roots);
  // Iteration over a set includes items added during it.
  for (const name of found) for (const other of next(name)) found.add(other);
  return found;
}
