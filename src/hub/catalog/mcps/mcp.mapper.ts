import { profileOf } from './mcp.entity.js';
import type { LatestVersion, McpItem } from './mcps.dto.js';
import type { LatestVersionRow, McpRow } from './mcps.read-model.js';

/** An MCP in a list. */
export const mcpItem = (mcp: McpRow) =>
  ({
    id: mcp.id,
    name: mcp.name,
    repo_url: mcp.repoUrl,
    ...profileOf(mcp),
    featured: mcp.featured,
    category: mcp.category,
    tags: [...mcp.tags],
    latest_version: mcp.latestVersion && latestVersion(mcp.latestVersion),
    created_at: mcp.createdAt.toISOString(),
    updated_at: mcp.updatedAt.toISOString(),
  }) satisfies McpItem;

const latestVersion = (version: LatestVersionRow): LatestVersion => ({
  id: version.id,
  visible_version: version.visibleVersion,
  status: version.status,
  global_score: version.globalScore,
  certification_level: version.certificationLevel,
  commit_hash: version.commitHash,
});
