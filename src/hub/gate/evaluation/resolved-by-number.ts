import {
  CERTIFIED_STATUSES,
  isCertifiedStatus,
  isResult,
  listOf,
  RESULT_STATUSES,
  type McpVersionStatus,
} from '../../catalog/version-order/version-statuses.js';
import { inRegistry, pythonKeyInRegistry } from '../../catalog/mcps/release-key.js';
import type { VersionSource } from '../../catalog/mcps/version-source.js';

/** SQL of whether a version is certified, by its column `status`. */
export const IS_CERTIFIED = `status IN (${listOf(CERTIFIED_STATUSES)})`;

/**
 * SQL of the order in which versions are looked at that have one number: what the registry has, then what is analyzed, then the
 * newest. Their columns are `is_of_registry`, `status`, `created_at` and `id`.
 * @param isNumbered SQL of whether the reference is a number: what was not analyzed is looked at like others otherwise
 */
export const inNumberOrder = (isNumbered: string): string =>
  `is_of_registry DESC, (${isNumbered} AND status NOT IN (${listOf(RESULT_STATUSES)})), created_at DESC, id DESC`;

/** A version as far as its number is concerned. */
export interface NumberedVersion {
  /** Id of its server. */
  readonly id: string;
  readonly versionId: string;
  readonly semver: string | null;
  readonly status: McpVersionStatus;
  readonly createdAt: Date;
  readonly isTagMoved: boolean;
  readonly releaseKey: string | null;
  readonly source: VersionSource | null;
}

/**
 * The versions that the gate takes their semantic versions for (hub contract 12): of several with one number, what the registry has, then
 * the newest analyzed one, unless another one is certified. None by a number whose tag was moved. What is allowed under a
 * number in lists is what the gate allows under it.
 * @param versions of whole servers
 * @returns ids of versions
 */
export function resolvedByNumber(versions: readonly NumberedVersion[]): ReadonlySet<string> {
  const numbered = versions.filter(({ semver }) => semver !== null);
  const registered = Map.groupBy(
    versions.filter(isInRegistry),
    ({ id, releaseKey }) => `${id} ${releaseKey}`,
  );
  const resolved = new Set<string>();
  for (const same of Map.groupBy(numbered, ({ id, semver }) => `${id} ${semver}`).values()) {
    const [first] = same.toSorted(byNumberOrder);
    if (first === undefined || first.isTagMoved) continue;
    // The registry may have another one under the number: 1.0.0 for 1.0 of PyPI.
    const { id, semver, releaseKey } = first;
    const keys = [releaseKey && inRegistry(releaseKey), pythonKeyInRegistry(semver ?? '')];
    const others = keys.flatMap((key) => registered.get(`${id} ${key}`) ?? []);
    if (others.some((other) => !same.includes(other))) continue;
    if (!same.some((other) => other !== first && isCertified(other))) resolved.add(first.versionId);
  }
  return resolved;
}

const isInRegistry = ({ releaseKey }: NumberedVersion): boolean =>
  releaseKey !== null && releaseKey === inRegistry(releaseKey);
const isCertified = ({ status }: NumberedVersion): boolean => isCertifiedStatus(status);
const isAnalyzed = ({ status }: NumberedVersion): boolean => isResult(status);

/** What others have published under the number is the registry's. */
const placeInRegistry = (version: NumberedVersion): number =>
  isInRegistry(version) ? (version.source?.kind === 'registry' ? 2 : 1) : 0;

/** As `inNumberOrder`, and the registry's own entry before what others have published. */
function byNumberOrder(a: NumberedVersion, b: NumberedVersion): number {
  return (
    placeInRegistry(b) - placeInRegistry(a) ||
    Number(isAnalyzed(b)) - Number(isAnalyzed(a)) ||
    b.createdAt.getTime() - a.createdAt.getTime() ||
    (a.versionId < b.versionId ? 1 : -1)
  );
}
