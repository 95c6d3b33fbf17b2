import { BUILT_IN_RULES, EXACT, isBuiltInRule, type Reference } from '@mcp-hub/client-configurations';
import { decide, type DecisionsDocument } from '@mcp-hub/client-configurations/decisions';
import type { AppliedPolicies } from './applied-policies.js';
import type { Evaluate, ReferenceDecision } from './gate-report.js';

/** Evaluates by signed decisions that were verified, without asking anybody. */
export const evaluateByDecisions =
  (document: DecisionsDocument): Evaluate =>
  (references) =>
    Promise.resolve({
      decisions: references.map((reference) => decisionOf(document, reference)),
      ids: [],
      policies: policiesOf(document),
    });

function decisionOf(document: DecisionsDocument, reference: Reference): ReferenceDecision {
  // The report says itself what is not pinned, and what of it.
  const { decision, reasons, policy, entry } = decide(document, { ...reference, pin: EXACT });
  // Whether that denies depends on what else the entry starts, as with the answer of a hub.
  const isNoServer = policy?.id === BUILT_IN_RULES.no_server.id;
  const isBuiltIn = policy === null || isBuiltInRule(policy.id);
  const names = policy === null ? {} : { policy: policy.name, policyId: policy.id };
  return {
    allowed: decision === 'ALLOWED' || isNoServer,
    score: entry?.score ?? null,
    denials:
      decision === 'ALLOWED' || isNoServer
        ? []
        : reasons.map((message) => ({ rule: isBuiltIn ? 'not-allowed' : 'policy', message, ...names })),
    warnings: (entry?.warnings ?? []).map((warning) => ({
      rule: 'warning',
      message: warning.reason,
      policy: warning.policy.name,
      policyId: warning.policy.id,
    })),
    ...(isNoServer && { isServer: false }),
    ...(entry?.start && { start: entry.start }),
    // What nobody has analyzed is no better pin.
    ...(typeof entry?.semver === 'string' && entry.score !== null && { newest: entry.semver }),
  };
}

function policiesOf({ policies_applied: count, environment }: DecisionsDocument): AppliedPolicies {
  const message = `no policy applied in the environment ${JSON.stringify(environment)}`;
  const notice = { code: 'no_policy_applied', message, environments: [] };
  return { count, warnings: count > 0 ? [] : [notice] };
}
