import type { Severity } from '../findings/finding.js';
import type { Assessment, DependencyFacts, DependencyMatch, LockfileState } from './assessment.js';
import type { LicenseGroup } from '../licenses/license-group.js';
import { halvedSum, leftOfHundred, roundedQuotient, UNITS_PER_POINT } from './exact-sums.js';

const POINTS: Readonly<Record<Severity, number>> = { critical: 40, high: 20, medium: 8, low: 3 };
const CONTEXT_HUNDREDTHS: Readonly<Record<DependencyMatch['context'], number>> = {
  direct: 100,
  transitive: 60,
  dev: 25,
};
const PER_INSTALL_SCRIPT = { points: 5, most: 15 };
const PER_UNPINNED = { points: 10, most: 30 };
/** The same as for an unobservable lockfile. */
const WITHOUT_ADVISORIES = 50;

const LICENSES: Readonly<Record<LicenseGroup, number>> = {
  permissive: 100,
  weak_copyleft: 90,
  strong_copyleft: 70,
  network_or_source_available: 50,
  unrecognised: 40,
  none: 0,
};

/**
 * 100 minus deductions for known problems of dependencies, 0 with a malicious one. At most 50 when there are no advisories to
 * match against.
 */
export function dependencyScore(dependencies: DependencyFacts): number {
  if (dependencies.matches.some((match) => match.malicious)) return 0;
  const advisories = halvedSum(
    dependencies.matches.map((match) => ({
      group: match.package,
      hundredths: POINTS[match.severity] * CONTEXT_HUNDREDTHS[match.context],
    })),
  );
  const points =
    penalty(dependencies.directInstallScripts, PER_INSTALL_SCRIPT) +
    penalty(dependencies.unpinned, PER_UNPINNED);
  const score = leftOfHundred(advisories + points * UNITS_PER_POINT);
  const isAny = dependencies.count > 0 || dependencies.unknown.length > 0;
  const unseen = isAny && !dependencies.advisoriesObservable;
  return unseen ? Math.min(score, WITHOUT_ADVISORIES) : score;
}

const penalty = (count: number, per: { points: number; most: number }): number =>
  Math.min(count * per.points, per.most);

/** 70 for the package's own license, 30 for the share of dependencies with a known license. */
export function licenseScore(own: LicenseGroup, dependencies: DependencyFacts): number {
  const { count, withKnownLicense } = dependencies;
  // Without dependencies, no license is unknown.
  const [known, all] = count === 0 ? [1, 1] : [withKnownLicense, count];
  return roundedQuotient(7 * LICENSES[own] * all + 300 * known, 10 * all);
}

/** Whether at least 99 % of a lockfile's dependencies have a digest. */
export const isHashed = (lockfile: { readonly locked: number; readonly hashed: number }): boolean =>
  100 * lockfile.hashed >= 99 * lockfile.locked;

/** The observable state of the lockfile: its absence from a bundle does not prove that there is none. */
export const observedLockfile = ({
  lockfile,
  bundle,
}: Pick<Assessment, 'lockfile' | 'bundle'>): LockfileState =>
  bundle && lockfile.state === 'none' ? { state: 'not_observable' } : lockfile;

/** How reliably the lockfile determines what is installed, by its observable state. */
export function lockfileScore(lockfile: LockfileState): number {
  if (lockfile.state === 'none_needed') return 100;
  if (lockfile.state === 'not_observable') return 50;
  if (lockfile.state === 'none') return 0;
  // Dependencies that it lacks have neither version nor digest.
  if (!lockfile.inSync || (lockfile.hashed === 0 && lockfile.locked > 0)) return 60;
  return isHashed(lockfile) ? 100 : 80;
}

/** The supply chain score from its three parts, 0 to 100. */
export const supplyChainScore = (dependencies: number, licenses: number, lockfile: number): number =>
  roundedQuotient(5 * dependencies + 2 * licenses + 3 * lockfile, 10);
