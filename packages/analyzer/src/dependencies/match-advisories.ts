import type { ResolvedDependency } from '../packages/package-facts.js';
import { SEVERITIES, type Severity } from '../findings/finding.js';
import { compareText } from '../common/text-order.js';
import { advisoryKey, type Advisories, type Advisory } from './advisories.js';
import { inOrder, verdictOf } from './affected.js';
import { isComparable } from './known-versions.js';

/** A dependency in a version that an advisory affects. */
export interface AdvisoryMatch {
  readonly dependency: ResolvedDependency;
  readonly id: string;
  /** Sorted. Advisories of several databases about one vulnerability are merged into one match. */
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly severity: Severity;
  /** The base score, 0 to 10. */
  readonly cvss?: number;
  /** The package is malware. Its severity is critical. */
  readonly malicious: boolean;
  /** Higher versions with a fix, lowest first. */
  readonly fixedVersions: readonly string[];
}

type Found = Advisory & { readonly fixedVersions: readonly string[] };

const namesOf = ({ id, aliases }: Found): string[] => [id, ...aliases];

/** Malware advisories first, then by identifier. */
const compareFound = (one: Found, other: Found): number =>
  Number(other.malicious) - Number(one.malicious) || compareText(one.id, other.id);

/** Groups advisories that share an identifier or alias. */
function groupByAlias(found: readonly Found[]): Found[][] {
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
  // When one of them has a score, the default `medium` of those without one is ignored.
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
 * The advisories that affect the installed versions of dependencies, in the order of the dependencies and of the advisories'
 * identifiers. A dependency from a folder is never matched, and only one from the public registry can match a malware advisory.
 */
export function matchAdvisories(
  advisories: Advisories,
  dependencies: readonly ResolvedDependency[],
): AdvisoryMatch[] {
  return dependencies.flatMap((dependency) => {
    if (!isComparable(dependency)) return [];
    const { ecosystem, name, version, source, index } = dependency;
    const known = advisories.byPackage.get(advisoryKey(ecosystem, name)) ?? [];
    const found = known.flatMap((advisory): Found[] => {
      if (advisory.malicious && (source !== 'registry' || index !== undefined)) return [];
      const { affected, fixedVersions } = verdictOf(ecosystem, advisory, version);
      return affected ? [{ ...advisory, fixedVersions }] : [];
    });
    return groupByAlias(found)
      .flatMap((same) => matchOf(dependency, same))
      .sort((one, other) => compareText(one.id, other.id));
  });
}
