import { badRequest } from '../../common/errors/api-error.js';
import { defined } from '../../common/values/defined.js';
import type { AdminMcpQuery, ChangeMcpRequest, CreateMcpRequest } from './admin-mcps.dto.js';
import type { McpFilter } from '../mcps/mcp-lists.read-model.js';
import { storedPreviewBranches } from '../mcps/followed-refs.js';
import { SOURCE_RULE, storedSource } from '../mcps/mcp-source.js';
import type { McpChange, NewMcp } from '../mcps/mcps.repository.js';

/** The filter in a query. */
export const filterOf = ({ visibility, origin, org_id, category, featured }: AdminMcpQuery): McpFilter =>
  defined({ visibility, origin, orgId: org_id, category, featured });

/** A new MCP from a request. @throws 400 for an invalid source */
export const newMcp = (id: string, request: CreateMcpRequest, now: Date): NewMcp => ({
  id,
  orgId: request.org_id ?? null,
  name: request.name,
  description: request.description ?? '',
  repoUrl: request.repo_url,
  source: sourceOf(request.source ?? null),
  sourcePath: request.path ?? '',
  branch: request.branch ?? '',
  previewBranches: storedPreviewBranches(request.preview_branches ?? false),
  language: request.language ?? '',
  license: request.license ?? '',
  visibility: request.visibility ?? 'public',
  origin: request.origin ?? 'community',
  createdAt: now,
  updatedAt: now,
});

/** The change in a request, with the given fields only. @throws 400 for an invalid source */
export const changeOf = (request: ChangeMcpRequest): McpChange => {
  const { name, description, language, license, visibility, origin, org_id, repo_url, source, path } =
    request;
  const { branch, preview_branches: previewBranches } = request;
  return defined({
    name,
    description,
    language,
    license,
    visibility,
    origin,
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
