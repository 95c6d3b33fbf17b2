import { PolicySet, type Decision, type StoredPolicy } from '../ci/policy-evaluation.js';
import { namedEnvironments } from '../policies/environment-name.js';
import { licensesIn } from '../policies/licenses.js';
import { SEVERITIES } from '../mcps/mcp-values.js';
import type { Subject } from '../ci/subject.js';
import type { AnalyzedVersion } from './analyzed-versions.read-model.js';

/** Most environments for which an event has verdicts, besides the one for all others. */
const MAX_ENVIRONMENTS = 20;

/** What the policies of an organization say of a version and of the one before. */
export interface PolicyVerdicts {
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
export function policyVerdicts(
  policies: readonly StoredPolicy[],
  before: AnalyzedVersion | undefined,
  after: AnalyzedVersion,
  now: Date,
): PolicyVerdicts[] {
  const environments = [
    OTHERS,
    ...[...namedEnvironments(policies).values()].sort().slice(0, MAX_ENVIRONMENTS),
  ];
  const [older, newer] = [before && subjectOf(before), subjectOf(after)];
  return environments.map((environment) => {
    const set = new PolicySet(policies, environment, now);
    return {
      environment: environment === OTHERS ? null : environment,
      before: older === undefined ? null : set.judge(older),
      after: set.judge(newer),
    };
  });
}

function subjectOf(version: AnalyzedVersion): Subject {
  if (version.revoked !== null) return { kind: 'revoked', reason: version.revoked };
  const { nameKey, origin, license, createdAt, globalScore, certificationLevel, classes, controls } = version;
  return {
    kind: 'analyzed',
    facts: {
      nameKey,
      origin,
      licenses: licensesIn(license) ?? null,
      createdAt,
      globalScore,
      certificationLevel,
      worstFinding: SEVERITIES.find((severity) => version[severity] > 0) ?? 'none',
      classes,
      controls: new Map(Object.entries(controls)),
    },
  };
}
