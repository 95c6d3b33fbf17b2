import { badRequest } from '../../../common/errors/api-error.js';
import { defined } from '../../../common/values/defined.js';
import type { AdminMcpQuery, ChangeMcpRequest, CreateMcpRequest } from './admin-mcps.dto.js';
import { profileOf } from '../../catalog/mcps/mcp.entity.js';
import type { McpFilter } from '../../catalog/mcps/mcp-lists.read-model.js';
import { storedPreviewBranches } from '../../catalog/mcps/followed-refs.js';
import { SOURCE_RULE, storedSource } from '../../catalog/mcps/mcp-source.js';
import type { McpChange, NewMcp } from '../../catalog/mcps/mcps.repository.js';

/** The filter in a query. */
export const filterOf = ({ visibility, origin, org_id, category, featured }: AdminMcpQuery): McpFilter =>
  defined({ visibility, origin, orgId: org_id, category, featured });

/** A new MCP from a request. @throws 400 for an invalid source */
export const newMcp = (id: string, request: CreateMcpRequest, now: Date): NewMcp => ({
  id,
  orgId: request.org_id ?? null,
  name: request.name,
  repoUrl: request.repo_url,
  createdAt: now,
  ...defined({
    source: sourceOf(request.source ?? null),
    sourcePath: request.path,
    branch: request.branch ?? undefined,
    previewBranches: storedPreviewBranches(request.preview_branches ?? false),
    ...profileOf(request),
  }),
  visibility: request.visibility ?? 'public',
});

/** The change in a request, with the given fields only. @throws 400 for an invalid source */
export const changeOf = (request: ChangeMcpRequest): McpChange => {
  const { name, org_id, repo_url, source, path, branch, preview_branches: previewBranches } = request;
  return defined({
    ...profileOf(request),
    name,
    orgId: org_id,
    repoUrl: repo_url,
    source: source === undefined ? source : sourceOf(source),
    sourcePath: path,
    branch: branch === null ? '' : branch,
    previewBranches: previewBranches === undefined ? previewBranches : storedPreviewBranches(previewBranches),
  });
};

function sourceOf(value: unknown): string | null {
  if (value === null) return null;
  const source = storedSource(value);
  if (source === undefined) throw badRequest('source', SOURCE_RULE);
  return source;
}
