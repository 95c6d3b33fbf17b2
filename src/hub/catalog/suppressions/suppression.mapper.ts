import type { SuppressionView } from './suppressions.dto.js';
import type { ListedSuppression } from './suppressions.repository.js';

/** A suppression in responses. */
export const suppressionView = (suppression: ListedSuppression): SuppressionView => ({
  id: suppression.id,
  finding_id: suppression.findingId,
  mcp_id: suppression.mcpId,
  mcp_name: suppression.mcpName,
  rule_id: suppression.ruleId,
  title: suppression.title,
  severity: suppression.severity,
  finding_status: suppression.findingStatus,
  reason: suppression.reason,
  author: { id: suppression.authorId, type: suppression.authorType, name: suppression.authorName },
  expired: suppression.expired,
  created_at: suppression.createdAt.toISOString(),
  expires_at: suppression.expiresAt.toISOString(),
});
