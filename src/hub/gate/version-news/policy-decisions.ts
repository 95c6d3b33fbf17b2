import { PolicySet, type Decision, type StoredPolicy } from '../evaluation/policy-set.js';
import { namedEnvironments } from '../policies/environment-name.js';
import { licenseReader, versionSubject } from '../evaluation/version-subject.js';
import type { NewsVersion } from './analyzed-versions.read-model.js';

/** Most environments for which an event has decisions, besides the one for all others. */
const MAX_ENVIRONMENTS = 20;

/** What the policies of an organization say of a version and of the one before. */
export interface PolicyDecisions {
  /** Null for all environments that no policy names. */
  readonly environment: string | null;
  /** Null if there is no version before. */
  readonly before: Decision | null;
  readonly after: Decision;
}

// No environment has this name.
const OTHERS = '';

/**
 * Compares two versions by an organization's policies: in the environments that these name, and in all others.
 * @param policies enabled ones
 */
export function policyDecisions(
  policies: readonly StoredPolicy[],
  before: NewsVersion | undefined,
  after: NewsVersion,
  now: Date,
): PolicyDecisions[] {
  const environments = [
    OTHERS,
    ...[...namedEnvironments(policies).values()].sort().slice(0, MAX_ENVIRONMENTS),
  ];
  const licensesOf = licenseReader();
  const subjectOf = (version: NewsVersion) => versionSubject(version, version, licensesOf);
  const [older, newer] = [before && subjectOf(before), subjectOf(after)];
  return environments.map((environment) => {
    const set = new PolicySet(policies, environment, now);
    return {
      environment: environment === OTHERS ? null : environment,
      before: older === undefined ? null : set.evaluate(older),
      after: set.evaluate(newer),
    };
  });
}
