import type { EvaluatedServer, EvaluationView } from './ci.dto.js';
import type { EvaluatedItem, Evaluation } from './evaluation.js';
import type { EvaluationEntity } from './evaluation.entity.js';
import { storedItem, type StoredItem } from './evaluation-record.js';
import type { EvaluationDetail, EvaluationSummaryView } from './evaluations.dto.js';
import type { EvaluationSummary } from './evaluations.repository.js';

const resultOf = (passed: boolean): 'PASS' | 'FAIL' => (passed ? 'PASS' : 'FAIL');

/** The response for an evaluation. */
export const evaluationView = ({ id, passed, at, items }: Evaluation): EvaluationView => ({
  result: resultOf(passed),
  evaluated_at: at.toISOString(),
  evaluation_id: id,
  mcps: items.map(evaluatedServer),
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
    // The policy of an exception (ALLOW) is not reported.
    ...(result === 'DENIED' && policy !== undefined && { matched_policy: policy }),
    ...(warnings.length > 0 && {
      warnings: warnings.map((warning) => ({ reason: warning.reason, matched_policy: warning.policy })),
    }),
    understood,
  };
};

/** A recorded evaluation in a list. */
export const summaryView = (record: EvaluationSummary): EvaluationSummaryView => ({
  id: record.id,
  result: resultOf(record.passed),
  environment: record.environment,
  token_id: record.tokenId,
  servers: record.servers,
  denied: record.denied,
  evaluated_at: record.createdAt.toISOString(),
});

/** A recorded evaluation with its servers and policies. */
export const detailView = (record: Omit<EvaluationEntity, 'organization'>): EvaluationDetail =>
  Object.assign(summaryView(record), {
    mcps: record.items.map(serverView),
    policies: record.policies.map((policy) => ({
      id: policy.id,
      name: policy.name,
      action: policy.action,
      target_type: policy.targetType,
      target_value: policy.targetValue,
      priority: policy.priority,
    })),
  });
