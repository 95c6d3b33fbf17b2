import type { Actor } from '../../audit/events/actor.js';
import type { NewAuditEvent } from '../../audit/events/audit-event.js';
import type { McpVisibility } from './mcp-values.js';

/** An MCP that was created, in whatever way. */
export interface CreatedMcp {
  readonly id: string;
  readonly orgId: string | null;
  readonly name: string;
  readonly visibility: McpVisibility;
  /** Empty for one that is pushed without a repository. */
  readonly repoUrl: string;
}

/** The audit event of a new MCP. @param source what created it, if not the actor themselves */
export const mcpCreated = (
  { id, orgId, name, visibility, repoUrl }: CreatedMcp,
  actor: Actor,
  source?: 'demo' | 'registry',
): NewAuditEvent => ({
  orgId,
  actor,
  action: 'mcp.created',
  resourceId: id,
  details: { mcp_name: name, visibility, repo_url: repoUrl, ...(source !== undefined && { source }) },
});
