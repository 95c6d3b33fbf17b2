import type { EvaluatedServer, EvaluationView } from './ci.dto.js';
import type { EvaluatedItem, Evaluation } from './ci.service.js';

/** The response for an evaluation. */
export const evaluationView = ({ passed, at, items }: Evaluation): EvaluationView => ({
  result: passed ? 'PASS' : 'FAIL',
  evaluated_at: at.toISOString(),
  mcps: items.map(serverView),
});

const serverView = (item: EvaluatedItem): EvaluatedServer => {
  const { name, version, result, globalScore, reason, policy, warnings } = item;
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
  };
};
