import type { McpVersionStatus } from '../mcps/mcp-values.js';
import { inRegistry, pythonKeyInRegistry } from '../mcps/release-key.js';
import type { VersionSource } from '../mcps/version-source.js';

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
export function meantByNumber(versions: readonly NumberedVersion[]): ReadonlySet<string> {
  const numbered = versions.filter(({ semver }) => semver !== null);
  const registered = Map.groupBy(
    versions.filter(isInRegistry),
    ({ id, releaseKey }) => `${id} ${releaseKey}`,
  );
  const meant = new Set<string>();
  for (const same of Map.groupBy(numbered, ({ id, semver }) => `${id} ${semver}`).values()) {
    const [first] = same.toSorted(inGateOrder);
    if (first === undefined || first.isTagMoved) continue;
    // The registry may have another one under the number: 1.0.0 for 1.0 of PyPI.
    const { id, semver, releaseKey } = first;
    const keys = [releaseKey && inRegistry(releaseKey), pythonKeyInRegistry(semver ?? '')];
    const others = keys.flatMap((key) => registered.get(`${id} ${key}`) ?? []);
    if (others.some((other) => !same.includes(other))) continue;
    if (!same.some((other) => other !== first && isCertified(other))) meant.add(first.versionId);
  }
  return meant;
}

const isInRegistry = ({ releaseKey }: NumberedVersion): boolean =>
  releaseKey !== null && releaseKey === inRegistry(releaseKey);
const isCertified = ({ status }: NumberedVersion): boolean =>
  status === 'CERTIFIED' || status === 'PUBLISHED';
const isAnalyzed = (version: NumberedVersion): boolean =>
  isCertified(version) || version.status === 'NOT_CERTIFIED';

/** What others have published under the number is the registry's. */
const placeInRegistry = (version: NumberedVersion): number =>
  isInRegistry(version) ? (version.source?.kind === 'registry' ? 2 : 1) : 0;

function inGateOrder(a: NumberedVersion, b: NumberedVersion): number {
  return (
    placeInRegistry(b) - placeInRegistry(a) ||
    Number(isAnalyzed(b)) - Number(isAnalyzed(a)) ||
    b.createdAt.getTime() - a.createdAt.getTime() ||
    (a.versionId < b.versionId ? 1 : -1)
  );
}
