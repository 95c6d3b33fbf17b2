import { plainSarifText as plain, sarifLog } from '@mcp-hub/analyzer/sarif';
import { BUILT_IN_RULES } from '@mcp-hub/client-configurations';
import type { EvaluatedItem } from '../evaluation/evaluated-item.js';
import type { Evaluation } from '../evaluation-records/evaluation.js';
import type { BuiltInDenial } from '../evaluation/policy-set.js';

interface SarifRule {
  readonly id: string;
  /** That of `matched_policy` in the JSON of the same evaluation. */
  readonly guid?: string;
  readonly shortDescription: { readonly text: string };
}

/** SARIF rules for denials without a policy. */
const BUILT_IN_TITLES: Readonly<Record<BuiltInDenial, string>> = {
  not_found: 'The server is not in the catalog',
  ambiguous: 'Several servers or versions match',
  withdrawn: 'The organization of the server is suspended or deleted',
  not_analyzed: 'The version is not analyzed yet',
  analysis_failed: 'The analysis of the version failed',
  incomplete_analysis: 'The version has no complete analysis',
  revoked: 'The version is revoked in the registry',
  unreadable_policy: 'A policy cannot be read',
  no_server: 'The package has no MCP server',
};

const NOTIFICATIONS = [
  { id: 'no_policy_applied', shortDescription: { text: 'No policy applied in the environment' } },
] as const;

/**
 * An evaluation as a SARIF 2.1.0 log: one result for each server that is denied or has a warning. Locations are
 * logical: only the pipeline has the file that refers to the server.
 */
export function evaluationLog({ passed, at, items, applied }: Evaluation) {
  const rules = new Map<string, SarifRule>();
  const results = items.filter(isReported).map((item) => {
    const rule = ruleOf(item);
    rules.set(rule.id, rule);
    return {
      ruleId: rule.id,
      level: item.result === 'DENIED' ? ('error' as const) : ('warning' as const),
      message: { text: plain(messageOf(item)) },
      locations: [{ logicalLocations: [locationOf(item)] }],
      properties: {
        result: item.result,
        global_score: item.globalScore,
        ...(item.result === 'DENIED' && { matched_policy: item.policy }),
      },
    };
  });
  const notices = applied.warnings.map(({ code, message }) => ({
    descriptor: { id: code, index: 0 },
    level: 'warning' as const,
    message: { text: plain(message) },
  }));
  return sarifLog({
    tool: { driver: { name: 'mcp-hub', rules: [...rules.values()], notifications: NOTIFICATIONS } },
    invocations: [
      { executionSuccessful: true, endTimeUtc: at.toISOString(), toolExecutionNotifications: notices },
    ],
    results,
    properties: { result: passed ? 'PASS' : 'FAIL', policies_applied: applied.count },
  });
}

const isReported = ({ result, warnings }: EvaluatedItem): boolean =>
  result === 'DENIED' || warnings.length > 0;

/** The rule of the decision or, with warnings alone, of the first warning. */
function ruleOf({ result, builtIn, policy, warnings }: EvaluatedItem): SarifRule {
  if (builtIn !== undefined)
    return {
      id: builtIn,
      guid: BUILT_IN_RULES[builtIn].id,
      shortDescription: { text: BUILT_IN_TITLES[builtIn] },
    };
  const { id = 'policy', name = '' } = (result === 'DENIED' ? policy : warnings[0]?.policy) ?? {};
  return { id, shortDescription: { text: plain(name) } };
}

function messageOf({ name, version, result, reason, builtIn, policy, warnings }: EvaluatedItem): string {
  const by =
    policy === undefined ? '' : ` (${builtIn === undefined ? `policy ${policy.name}` : policy.name})`;
  const denial = result === 'DENIED' ? [`denied: ${reason ?? ''}${by}`] : [];
  const cautions = warnings.map((warning) => `warning: ${warning.reason} (policy ${warning.policy.name})`);
  return `${name} ${version}: ${[...denial, ...cautions].join('; ')}`;
}

const locationOf = ({ name, version }: EvaluatedItem): object => ({
  name,
  fullyQualifiedName: `${name}@${version}`,
  kind: 'module',
});
