import type { ResolvedDependency } from '../packages/package-facts.js';
import { SEVERITIES, type Severity } from '../findings/finding.js';
import { compareText } from '../text-order.js';
import { advisoryKey, type Advisories, type Advisory } from './advisories.js';
import { inOrder, verdictOf } from './affected.js';

/** A dependency in a version that an advisory speaks of. */
export interface AdvisoryMatch {
  readonly dependency: ResolvedDependency;
  readonly id: string;
  /** Sorted. Advisories of several databases about one vulnerability are one match. */
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly severity: Severity;
  /** The base score, 0 to 10. */
  readonly cvss?: number;
  /** The package was published to do harm. Its severity is critical. */
  readonly malicious: boolean;
  /** Higher versions that are fixed, lowest first. */
  readonly fixedVersions: readonly string[];
}

type Found = Advisory & { readonly fixedVersions: readonly string[] };

const namesOf = ({ id, aliases }: Found): string[] => [id, ...aliases];

/** Malicious ones first, since they say more; else by their identifiers. */
const compareFound = (one: Found, other: Found): number =>
  Number(other.malicious) - Number(one.malicious) || compareText(one.id, other.id);

/** Advisories that are the same by their aliases, together. */
function sameOnes(found: readonly Found[]): Found[][] {
  const groups: { names: Set<string>; members: Found[] }[] = [];
  for (const advisory of found) {
    const names = namesOf(advisory);
    const same = groups.filter((group) => names.some((name) => group.names.has(name)));
    const [first = { names: new Set<string>(), members: [] }, ...others] = same;
    if (same.length === 0) groups.push(first);
    for (const other of others) {
      first.members.push(...other.members);
      for (const name of other.names) first.names.add(name);
      groups.splice(groups.indexOf(other), 1);
    }
    first.members.push(advisory);
    for (const name of names) first.names.add(name);
  }
  return groups.map(({ members }) => members);
}

function matchOf(dependency: ResolvedDependency, same: readonly Found[]): AdvisoryMatch[] {
  const sorted = [...same].sort(compareFound);
  const [main] = sorted;
  if (main === undefined) return [];
  const scored = sorted.filter(({ cvss }) => cvss !== undefined);
  // Where one of them knows how bad it is, the medium of those that do not says nothing.
  const severities = (scored.length > 0 ? scored : sorted).map(({ severity }) =>
    SEVERITIES.indexOf(severity),
  );
  const malicious = sorted.some((advisory) => advisory.malicious);
  const scores = scored.flatMap(({ cvss }) => cvss ?? []);
  return [
    {
      dependency,
      id: main.id,
      aliases: [...new Set(sorted.flatMap(namesOf))].filter((name) => name !== main.id).sort(),
      summary: sorted.map(({ summary }) => summary).find((summary) => summary !== '') ?? '',
      severity: malicious ? 'critical' : (SEVERITIES[Math.min(...severities)] ?? 'medium'),
      ...(scores.length > 0 && { cvss: Math.max(...scores) }),
      malicious,
      fixedVersions: inOrder(
        dependency.ecosystem,
        sorted.flatMap(({ fixedVersions }) => fixedVersions),
      ),
    },
  ];
}

/**
 * The advisories that speak of dependencies in the versions that are installed, in the order of the dependencies and of the
 * advisories' identifiers. What comes from a folder is no package of an index; and only what comes from one can be a
 * malicious package of that name.
 */
export function matchAdvisories(
  advisories: Advisories,
  dependencies: readonly ResolvedDependency[],
): AdvisoryMatch[] {
  return dependencies.flatMap((dependency) => {
    if (dependency.source === 'file') return [];
    const { ecosystem, name, version, source } = dependency;
    const known = advisories.byPackage.get(advisoryKey(ecosystem, name)) ?? [];
    const found = known.flatMap((advisory): Found[] => {
      if (advisory.malicious && source !== 'registry') return [];
      const { affected, fixedVersions } = verdictOf(ecosystem, advisory, version);
      return affected ? [{ ...advisory, fixedVersions }] : [];
    });
    return sameOnes(found)
      .flatMap((same) => matchOf(dependency, same))
      .sort((one, other) => compareText(one.id, other.id));
  });
}
