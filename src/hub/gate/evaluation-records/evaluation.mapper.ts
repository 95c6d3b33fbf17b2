import { BUILT_IN_RULES, type RuleName, type StartFacts } from '@mcp-hub/client-configurations';
import { noPolicyApplied, type AppliedPolicies } from '../evaluation/applied-policies.js';
import type { EvaluatedServer, EvaluationView } from './evaluation-view.dto.js';
import type { EvaluatedItem } from '../evaluation/evaluated-item.js';
import type { Evaluation } from './evaluation.js';
import type { StoredItem } from './evaluation-record.js';
import type { EvaluationDetail, EvaluationSummaryView } from './evaluations.dto.js';
import type { EvaluationRecord, EvaluationSummary } from './evaluations.repository.js';

const resultOf = (passed: boolean): 'PASS' | 'FAIL' => (passed ? 'PASS' : 'FAIL');

/** The response for an evaluation. */
export const evaluationView = ({ id, passed, at, items, applied }: Evaluation): EvaluationView => ({
  result: resultOf(passed),
  evaluated_at: at.toISOString(),
  evaluation_id: id,
  ...appliedView(applied),
  mcps: items.map(serverView),
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

/** The response for one server. */
export const serverView = (item: EvaluatedItem | StoredItem): EvaluatedServer => {
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
    ...('start' in item && item.start !== null && { start: startView(item.start) }),
  };
};

const startView = ({ commands, variables }: StartFacts) => ({
  commands: [...commands],
  variables: [...variables],
});

/** A server of a record, with the exception that allowed it. */
const recordedServer = (item: StoredItem): EvaluatedServer =>
  Object.assign(
    serverView(item),
    item.result === 'ALLOWED' && item.policy !== undefined && { exception: item.policy },
  );

/** What denied a server of an evaluation that was recorded before built-in rules had names. */
const ruleOfRecord = ({
  subject: { kind },
}: Pick<StoredItem, 'subject'> | Pick<EvaluatedItem, 'subject'>): RuleName =>
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
