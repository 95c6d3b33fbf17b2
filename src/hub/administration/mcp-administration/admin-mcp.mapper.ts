import { shownPreviewBranches } from '../../catalog/mcps/followed-refs.js';
import { profileOf } from '../../catalog/mcps/mcp.entity.js';
import { mcpItem } from '../../catalog/mcps/mcp.mapper.js';
import { mcpSource } from '../../catalog/mcps/mcp-source.js';
import type { McpRow } from '../../catalog/mcps/mcps.read-model.js';
import type { LockedMcp } from '../../catalog/mcps/mcps.repository.js';
import type { AdminMcp } from './admin-mcps.dto.js';

/** An MCP for platform administrators. */
export const adminMcp = (mcp: McpRow) =>
  ({
    ...mcpItem(mcp),
    org_id: mcp.orgId,
    area_id: mcp.areaId,
    source: mcpSource(mcp.source),
    path: mcp.sourcePath,
    branch: shownBranch(mcp.branch),
    preview_branches: shownPreviewBranches(mcp.previewBranches),
  }) satisfies AdminMcp;

/** The changeable fields of an MCP as API fields, for the audit trail. */
export const recordedMcp = (mcp: Partial<LockedMcp>): object => ({
  org_id: mcp.orgId,
  area_id: mcp.areaId,
  name: mcp.name,
  repo_url: mcp.repoUrl,
  source: mcp.source === undefined ? undefined : mcpSource(mcp.source),
  path: mcp.sourcePath,
  branch: mcp.branch === undefined ? undefined : shownBranch(mcp.branch),
  preview_branches: mcp.previewBranches === undefined ? undefined : shownPreviewBranches(mcp.previewBranches),
  ...profileOf(mcp),
  featured: mcp.featured,
  category_id: mcp.categoryId,
  tag_ids: mcp.tagIds,
});

const shownBranch = (branch: string): string | null => (branch === '' ? null : branch);
