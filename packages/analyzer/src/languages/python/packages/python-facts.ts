import { folderOf } from '../../../files/package-path.js';
import type {
  DeclaredDependency,
  Lockfile,
  Manifest,
  ResolvedDependency,
} from '../../../packages/package-facts.js';
import { declaredIn } from '../../../packages/packaging-file.js';
import { parseRequirement, type Requirement } from './requirement.js';

/** A requirement of a manifest as a dependency. */
export const declaredOf = (
  { name, range, source, conditional }: Requirement,
  kind: DeclaredDependency['kind'],
  manifest: string,
  line: number,
): DeclaredDependency => ({
  ecosystem: 'PyPI',
  name,
  range,
  source,
  kind,
  manifest,
  line,
  ...(conditional && { conditional }),
});

/** The dependencies in a list of requirements, without invalid ones. */
export const declaredOfTexts = (
  texts: readonly string[],
  kind: DeclaredDependency['kind'],
  manifest: string,
  lineOf: (text: string) => number,
): DeclaredDependency[] =>
  texts.flatMap((text) => {
    const requirement = parseRequirement(text);
    return requirement === undefined ? [] : [declaredOf(requirement, kind, manifest, lineOf(text))];
  });

/** The names of all dependencies in the manifests, of whatever kind. */
export const declaredNames = (manifests: readonly Manifest[]): ReadonlySet<string> =>
  new Set(declaredIn(manifests).map(({ name }) => name));

/** The unconditional runtime dependencies in the manifests beside a lockfile that it lacks. Sorted. */
export function missingFrom(
  path: string,
  resolved: readonly ResolvedDependency[],
  governed: readonly Manifest[],
): Lockfile['missing'] {
  const held = new Set(resolved.map(({ name }) => name));
  const beside = governed.filter((manifest) => folderOf(manifest.path) === folderOf(path));
  const missing = declaredIn(beside)
    .filter(
      ({ kind, source, conditional }) => kind === 'runtime' && source !== 'file' && conditional !== true,
    )
    .filter(({ name }) => !held.has(name));
  return [...new Set(missing.map(({ name }) => name))].sort();
}
