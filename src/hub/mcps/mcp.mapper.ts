import type { AdminMcp } from './admin-mcps.dto.js';
import { mcpSource } from './mcp-source.js';
import type { LatestVersion, McpItem } from './mcps.dto.js';
import type { LatestVersionRow, McpRow } from './mcps.read-model.js';
import type { LockedMcp } from './mcps.repository.js';

/** An MCP in a list. */
export const mcpItem = (mcp: McpRow) =>
  ({
    id: mcp.id,
    name: mcp.name,
    description: mcp.description,
    repo_url: mcp.repoUrl,
    language: mcp.language,
    license: mcp.license,
    visibility: mcp.visibility,
    origin: mcp.origin,
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

/** An MCP for platform administrators. */
export const adminMcp = (mcp: McpRow) =>
  ({
    ...mcpItem(mcp),
    org_id: mcp.orgId,
    area_id: mcp.areaId,
    source: mcpSource(mcp.source),
  }) satisfies AdminMcp;

/** The changeable fields of an MCP as API fields, for the audit trail. */
export const recordedMcp = (mcp: Partial<LockedMcp>): object => ({
  org_id: mcp.orgId,
  area_id: mcp.areaId,
  name: mcp.name,
  description: mcp.description,
  repo_url: mcp.repoUrl,
  source: mcp.source === undefined ? undefined : mcpSource(mcp.source),
  language: mcp.language,
  license: mcp.license,
  visibility: mcp.visibility,
  origin: mcp.origin,
  featured: mcp.featured,
  category_id: mcp.categoryId,
  tag_ids: mcp.tagIds,
});
