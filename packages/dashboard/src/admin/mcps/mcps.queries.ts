import { queryOptions } from '@tanstack/react-query';
import { bodyOf, hub } from '../../api/client.ts';
import type { components } from '../../api/hub.js';
import { ADMIN_PAGE } from '../lists.ts';

/** An MCP as administrators see it. */
export type AdminMcp = components['schemas']['AdminMcp'];

/** Values of the filter for featured MCPs. */
export const FEATURED = ['true', 'false'] as const;

/** Search and filters of the MCPs; they live in the address of the page. */
export interface McpSearch {
  readonly q?: string;
  readonly visibility?: AdminMcp['visibility'];
  readonly origin?: AdminMcp['origin'];
  /** Slug. */
  readonly category?: string;
  readonly featured?: (typeof FEATURED)[number];
  readonly org_id?: string;
  readonly offset?: number;
}

/** What a change of an MCP affects. */
export const MCP_CHANGES = [
  ['admin', 'mcps'],
  ['admin', 'jobs'],
  ['admin', 'totals'],
  ['admin', 'audit'],
  ['mcps'],
  ['mcp'],
] as const;

/** A page of MCPs. */
export const adminMcpsQuery = (search: McpSearch) =>
  queryOptions({
    queryKey: ['admin', 'mcps', 'list', search],
    queryFn: ({ signal }) => {
      const { featured, ...others } = search;
      const query = {
        ...others,
        ...(featured === undefined ? {} : { featured: featured === 'true' }),
        limit: ADMIN_PAGE,
      };
      return bodyOf(hub.GET('/api/v1/admin/mcps', { params: { query }, signal }));
    },
  });

/** An MCP. */
export const adminMcpQuery = (mcpId: string) =>
  queryOptions({
    queryKey: ['admin', 'mcps', mcpId],
    queryFn: ({ signal }) =>
      bodyOf(hub.GET('/api/v1/admin/mcps/{mcpId}', { params: { path: { mcpId } }, signal })),
  });

const pathOf = (mcpId: string) => ({ params: { path: { mcpId } } });

/** Adds an MCP to the catalog; its source is analyzed. */
export const createMcp = (body: components['schemas']['CreateMcpRequest']) =>
  bodyOf(hub.POST('/api/v1/admin/mcps', { body }));

/** Changes an MCP. */
export const changeMcp = (mcpId: string, body: components['schemas']['ChangeMcpRequest']) =>
  bodyOf(hub.PUT('/api/v1/admin/mcps/{mcpId}', { ...pathOf(mcpId), body }));

/** Deletes an MCP and its versions. */
export const deleteMcp = (mcpId: string) => bodyOf(hub.DELETE('/api/v1/admin/mcps/{mcpId}', pathOf(mcpId)));

/** Sets the category of an MCP; null for none. */
export const setCategory = (mcpId: string, categoryId: string | null) =>
  bodyOf(
    hub.PATCH('/api/v1/admin/mcps/{mcpId}/category', {
      ...pathOf(mcpId),
      body: { category_id: categoryId },
    }),
  );

/** Replaces the tags of an MCP. */
export const setTags = (mcpId: string, tagIds: string[]) =>
  bodyOf(hub.PATCH('/api/v1/admin/mcps/{mcpId}/tags', { ...pathOf(mcpId), body: { tag_ids: tagIds } }));

/** Features an MCP, or stops featuring it. */
export const setFeatured = (mcpId: string, featured: boolean) =>
  bodyOf(hub.POST('/api/v1/admin/mcps/{mcpId}/featured', { ...pathOf(mcpId), body: { featured } }));

/** Analyzes the newest version of an MCP again. */
export const analyzeMcp = (mcpId: string) =>
  bodyOf(hub.POST('/api/v1/admin/mcps/{mcpId}/analyze', pathOf(mcpId)));

/** Checks that the recorded snapshots of an MCP are unchanged and complete. */
export const verifySnapshots = (mcpId: string) =>
  bodyOf(hub.GET('/api/v1/admin/mcps/{mcpId}/snapshots/verify', pathOf(mcpId)));

/** The webhook secret of an MCP, without its value; null if it has none of its own. */
export const webhookSecretQuery = (mcpId: string) =>
  queryOptions({
    queryKey: ['admin', 'mcps', mcpId, 'webhook-secret'],
    queryFn: async ({ signal }) => {
      const params = { query: { mcp_id: mcpId } };
      const list = await bodyOf(hub.GET('/api/v1/admin/webhook-secrets', { params, signal }));
      return list.webhook_secrets[0] ?? null;
    },
  });

/** Gives an MCP a webhook secret, in place of the one that it has. */
export const replaceWebhookSecret = (mcpId: string, keepsPrevious: boolean) =>
  bodyOf(
    hub.POST('/api/v1/admin/mcps/{mcpId}/webhook-secret', {
      ...pathOf(mcpId),
      body: { keep_previous: keepsPrevious },
    }),
  );

/** Ends the webhook secret of an MCP. */
export const revokeWebhookSecret = (mcpId: string) =>
  bodyOf(hub.DELETE('/api/v1/admin/mcps/{mcpId}/webhook-secret', pathOf(mcpId)));
