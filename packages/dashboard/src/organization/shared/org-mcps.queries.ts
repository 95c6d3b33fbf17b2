import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { McpSort } from '../../api/catalogs.gen.ts';
import { bodyOf, hub } from '../../api/client.ts';
import type { components } from '../../api/hub.js';
import { LIST_PAGE, type PageSearch } from './lists.ts';

/** An MCP of the organization. */
export type OrgMcp = components['schemas']['OrgMcpList']['mcps'][number];

/** Filters of the MCPs; they live in the address. */
export interface OrgMcpSearch extends PageSearch {
  readonly q?: string;
  readonly area_id?: string;
  readonly min_level?: number;
  readonly sort?: McpSort;
}

/** Key of the lists of the organization's MCPs. */
export const orgMcpsKey = (orgId: string) => ['org', orgId, 'mcps'] as const;

/** Puts an MCP into an area, or takes it out of its own. @param from id of the area that it is in, and `to` of the new one */
export async function moveToArea(
  orgId: string,
  mcpId: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const path = { orgId, mcpId, areaId: to === '' ? from : to };
  const operation = '/api/v1/orgs/{orgId}/areas/{areaId}/mcps/{mcpId}';
  await bodyOf(
    to === '' ? hub.DELETE(operation, { params: { path } }) : hub.PUT(operation, { params: { path } }),
  );
}

/** A page of the MCPs of the organization. */
export const orgMcpsQuery = (orgId: string, { offset = 0, ...filters }: OrgMcpSearch) =>
  queryOptions({
    queryKey: [...orgMcpsKey(orgId), { offset, ...filters }],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/mcps', {
          params: {
            path: { orgId },
            query: { limit: LIST_PAGE, offset, ...filters },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
