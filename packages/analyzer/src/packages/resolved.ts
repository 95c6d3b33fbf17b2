import { compareText } from '../text-order.js';
import { checkCount } from './packaging-file.js';
import type { ResolvedDependency } from './package-facts.js';

/** What makes a resolved dependency one and the same. */
export const keyOf = ({ ecosystem, name, version, source }: ResolvedDependency): string =>
  [ecosystem, name, version, source].join('\0');

/**
 * The same dependency at two places: direct when it is so at one of them, for development when at both. It has a license where
 * one of them names it, the first of several in the order of their texts.
 */
function merged(one: ResolvedDependency, other: ResolvedDependency): ResolvedDependency {
  const [license] = [one.license, other.license].filter((each) => each !== undefined).sort(compareText);
  return {
    ...one,
    direct: one.direct || other.direct,
    dev: one.dev && other.dev,
    hashed: one.hashed && other.hashed,
    installScript: one.installScript || other.installScript,
    ...(license !== undefined && { license }),
  };
}

/** Each dependency once, in the order in which they come: lockfiles hold one at every place where it is installed. */
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
 * The dependencies of a lockfile, each once, in the order of names and versions.
 * @throws UnreadablePackaging when there are too many.
 */
export function eachOnce(dependencies: Iterable<ResolvedDependency>): ResolvedDependency[] {
  const found = distinct(dependencies);
  checkCount(found.length);
  return found.sort(
    (one, other) => compareText(one.name, other.name) || compareText(one.version, other.version),
  );
}

/** Whether a reference names a commit of git by its digest. */
export const namesCommit = (reference: string): boolean =>
  /(?:^|[^0-9a-f])[0-9a-f]{40}(?:[0-9a-f]{24})?(?:$|[^0-9a-f])/.test(reference);

/** All that can be reached from some names, those included. */
export function reachable(
  roots: Iterable<string>,
  next: (name: string) => Iterable<string>,
): ReadonlySet<string> {
  const found = new Set(roots);
  // A set takes what is added to it while it is gone through.
  for (const name of found) for (const other of next(name)) found.add(other);
  return found;
}
