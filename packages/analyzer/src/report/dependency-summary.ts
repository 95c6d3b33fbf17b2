import { memberTest } from '../dependencies/known-versions.js';
import type { ObservedDependency } from '../dependencies/observed.js';
import type { Discoveries } from '../facts/assess.js';
import { printable, printablePath } from '../findings/printable.js';
import type { PackageFacts } from '../packages/package-facts.js';
import type { Assessment } from '../scoring/assessment.js';
import { compareText } from '../common/text-order.js';
import type { DependencySummary, ReportedDependency, UnknownDependencies } from './report.js';

/** More dependencies are left out of the list; the bill of materials has all. */
const MAX_LISTED = 2000;
const MAX_UNKNOWN = 200;

const reportedDependency = (dependency: ObservedDependency): ReportedDependency => {
  const { ecosystem, name, version, range, source, direct, dev, path, line, reason, because } = dependency;
  return {
    ecosystem,
    name: printable(name),
    version: version === undefined ? null : printable(version),
    range: range === undefined ? null : printable(range),
    source,
    direct,
    dev,
    file_path: printablePath(path),
    line,
    compared: reason === undefined,
    ...(reason !== undefined && { reason }),
    ...(because !== undefined && { because: printable(because) }),
  };
};

/** Those that were not compared first, and then by name and version. */
const inOrder = (one: ObservedDependency, other: ObservedDependency): number =>
  Number(one.reason === undefined) - Number(other.reason === undefined) ||
  compareText(one.name, other.name) ||
  compareText(one.version ?? '', other.version ?? '') ||
  compareText(one.path, other.path) ||
  one.line - other.line;

/** The files whose dependencies are not known. */
function unknownIn({ problems, unlisted, unreadLockfiles }: PackageFacts): UnknownDependencies[] {
  return [...problems, ...unlisted, ...unreadLockfiles]
    .slice(0, MAX_UNKNOWN)
    .map(({ path, reason }) => ({ file_path: printablePath(path), reason: printable(reason) }))
    .sort(
      (one, other) => compareText(one.file_path, other.file_path) || compareText(one.reason, other.reason),
    );
}

/** What a report says of the dependencies. */
export function dependencySummary(
  { facts, advisories, observed }: Discoveries,
  { count, compared, advisoriesObservable }: Assessment['dependencies'],
): DependencySummary {
  const isMember = memberTest(facts);
  const direct = new Set(
    facts.manifests.flatMap(({ dependencies }) =>
      dependencies
        .filter((each) => each.excluded !== true && !isMember(each))
        .map(({ ecosystem, name }) => `${ecosystem}:${name}`),
    ),
  );
  const unknown = unknownIn(facts);
  return {
    count,
    direct: direct.size,
    advisories_observable: advisoriesObservable,
    advisories: (advisories ?? []).map((match) => ({
      id: printable(match.id),
      aliases: match.aliases.map((alias) => printable(alias)),
      summary: printable(match.summary),
      severity: match.severity,
      cvss: match.cvss ?? null,
      malicious: match.malicious,
      ecosystem: match.dependency.ecosystem,
      name: printable(match.dependency.name),
      version: printable(match.dependency.version),
      direct: match.dependency.direct,
      dev: match.dependency.dev,
      fixed_versions: match.fixedVersions.map((version) => printable(version)),
    })),
    compared,
    list: [...observed].sort(inOrder).slice(0, MAX_LISTED).map(reportedDependency),
    ...(unknown.length > 0 && { unknown }),
  };
}
