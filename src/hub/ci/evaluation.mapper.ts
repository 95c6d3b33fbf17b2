import { BUILT_IN_RULES, type RuleName } from '../../client-configurations/built-in-rules.js';
import { noPolicyApplied, type AppliedPolicies } from './applied-policies.js';
import type { EvaluatedServer, EvaluationView } from './ci.dto.js';
import type { EvaluatedItem } from './evaluated-item.js';
import type { Evaluation } from './evaluation.js';
import { storedItem, type StoredItem } from './evaluation-record.js';
import type { EvaluationDetail, EvaluationSummaryView } from './evaluations.dto.js';
import type { EvaluationRecord, EvaluationSummary } from './evaluations.repository.js';

const resultOf = (passed: boolean): 'PASS' | 'FAIL' => (passed ? 'PASS' : 'FAIL');

/** The response for an evaluation. */
export const evaluationView = ({ id, passed, at, stored, applied }: Evaluation): EvaluationView => ({
  result: resultOf(passed),
  evaluated_at: at.toISOString(),
  evaluation_id: id,
  ...appliedView(applied),
  mcps: stored.map(serverView),
});

/** How many policies applied, in a response. */
export const appliedView = ({ count, warnings }: AppliedPolicies) => ({
  policies_applied: count,
  warnings: warnings.map(({ code, message, environments }) => ({
    code,
    message,
    environments: [...environments],
  })),
});

/** The response for one server that was evaluated. */
export const evaluatedServer = (item: EvaluatedItem): EvaluatedServer => serverView(storedItem(item));

/** The response for one server. */
const serverView = (item: StoredItem): EvaluatedServer => {
  const { name, version, result, globalScore, reason, policy, warnings, understood } = item;
  return {
    name,
    version,
    result,
    global_score: globalScore,
    ...(result === 'DENIED' && reason !== undefined && { reason }),
    // The policy of an exception (ALLOW) is reported in records only.
    ...(result === 'DENIED' && { matched_policy: policy ?? ruleOfRecord(item) }),
    ...(warnings.length > 0 && {
      warnings: warnings.map((warning) => ({ reason: warning.reason, matched_policy: warning.policy })),
    }),
    understood,
  };
};

/** A server of a record, with the exception that allowed it. */
const recordedServer = (item: StoredItem): EvaluatedServer =>
  Object.assign(
    serverView(item),
    item.result === 'ALLOWED' && item.policy !== undefined && { exception: item.policy },
  );

/** What denied a server of an evaluation that was recorded before built-in rules had names. */
const ruleOfRecord = ({ subject: { kind } }: StoredItem): RuleName =>
  BUILT_IN_RULES[kind === 'analyzed' ? 'unreadable_policy' : kind];

/** A recorded evaluation in a list. */
export const summaryView = (record: EvaluationSummary): EvaluationSummaryView => ({
  id: record.id,
  result: resultOf(record.passed),
  environment: record.environment,
  token_id: record.tokenId,
  servers: record.servers,
  denied: record.denied,
  policies_applied: record.policiesApplied,
  evaluated_at: record.createdAt.toISOString(),
});

/** Of an evaluation that was recorded before there were warnings, it is no longer known what other policies there were. */
const warningsOf = ({ warnings, policiesApplied, environment }: EvaluationRecord) =>
  warnings ?? (policiesApplied > 0 ? [] : [noPolicyApplied(environment)]);

/** A recorded evaluation with its servers and policies. */
export const detailView = (record: EvaluationRecord): EvaluationDetail =>
  Object.assign(summaryView(record), {
    warnings: appliedView({ count: record.policiesApplied, warnings: warningsOf(record) }).warnings,
    mcps: record.items.map(recordedServer),
    policies: record.policies.map((policy) => ({
      id: policy.id,
      name: policy.name,
      action: policy.action,
      target_type: policy.targetType,
      target_value: policy.targetValue,
      priority: policy.priority,
    })),
  });
