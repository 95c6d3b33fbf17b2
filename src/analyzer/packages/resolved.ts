import { compareText } from '../text-order.js';
import { checkCount } from './packaging-file.js';
import type { ResolvedDependency } from './package-facts.js';

/**
 * Each dependency once, in the order of names and versions: lockfiles hold one at every place where it is installed. It is
 * direct when one of them is, and for development when all are.
 * @throws UnreadablePackaging when there are too many.
 */
export function eachOnce(dependencies: Iterable<ResolvedDependency>): ResolvedDependency[] {
  const found = new Map<string, ResolvedDependency>();
  for (const dependency of dependencies) {
    const key = `${dependency.name}\0${dependency.version}\0${dependency.source}`;
    const other = found.get(key);
    found.set(
      key,
      other === undefined
        ? dependency
        : {
            ...other,
            direct: other.direct || dependency.direct,
            dev: other.dev && dependency.dev,
            hashed: other.hashed && dependency.hashed,
            installScript: other.installScript || dependency.installScript,
          },
    );
    checkCount(found.size);
  }
  return [...found.values()].sort(
    (one, other) => compareText(one.name, other.name) || compareText(one.version, other.version),
  );
}

/** Whether a reference names a commit of git by its digest. */
export const namesCommit = (reference: string): boolean =>
  /(?:^|[^0-9a-f])[0-9a-f]{40}(?:[0-9a-f]{24})?(?:$|[^0-9a-f])/.test(reference);
