import { folderOf } from '../../../files/package-path.js';
import type {
  DeclaredDependency,
  Lockfile,
  Manifest,
  ResolvedDependency,
} from '../../../packages/package-facts.js';
import { declaredIn } from '../../../packages/packaging-file.js';
import { Markers } from './markers.js';
import { parseRequirement, type Requirement } from './requirement.js';

/** Where a requirement is, and what it is for. */
export interface RequiredIn {
  readonly kind: DeclaredDependency['kind'];
  readonly manifest: string;
  /** Decides about markers; those of one manifest share the limit of its work. */
  readonly markers: Markers;
}

/** A requirement of a manifest as a dependency. */
export const declaredOf = (
  { name, range, source, version, marker }: Requirement,
  { kind, manifest, markers }: RequiredIn,
  line: number,
): DeclaredDependency => ({
  ecosystem: 'PyPI',
  name,
  range,
  source,
  ...(version !== undefined && { version }),
  kind,
  manifest,
  line,
  ...(marker !== undefined && { conditional: true }),
  ...(marker !== undefined && markers.applicability(marker) === 'never' && { excluded: true }),
});

/** The dependencies in a list of requirements, without invalid ones. */
export const declaredOfTexts = (
  texts: readonly string[],
  where: RequiredIn,
  lineOf: (text: string) => number,
): DeclaredDependency[] =>
  texts.flatMap((text) => {
    const requirement = parseRequirement(text);
    return requirement === undefined ? [] : [declaredOf(requirement, where, lineOf(text))];
  });

/** The texts in a list that are no requirements, in words; undefined without any. */
export function invalidIn(texts: readonly string[], what: string): string | undefined {
  const count = texts.filter((text) => parseRequirement(text) === undefined).length;
  return count === 0 ? undefined : `${count} of ${what} cannot be read`;
}

/** The names of all dependencies in the manifests, of whatever kind. */
export const declaredNames = (manifests: readonly Manifest[]): ReadonlySet<string> =>
  new Set(declaredIn(manifests).map(({ name }) => name));

/** The unconditional runtime dependencies in the manifests beside a lockfile that it lacks. Sorted. */
export function missingFrom(
  path: string,
  resolved: readonly ResolvedDependency[],
  governed: readonly Manifest[],
): Lockfile['missing'] {
  const contained = new Set(resolved.map(({ name }) => name));
  const beside = governed.filter((manifest) => folderOf(manifest.path) === folderOf(path));
  const missing = declaredIn(beside)
    .filter(
      ({ kind, source, conditional }) => kind === 'runtime' && source !== 'file' && conditional !== true,
    )
    .filter(({ name }) => !contained.has(name));
  return [...new Set(missing.map(({ name }) => name))].sort();
}
