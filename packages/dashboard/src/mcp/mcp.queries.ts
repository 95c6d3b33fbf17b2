import { queryOptions } from '@tanstack/react-query';
import { bodyOf, hub } from '../api/client.ts';

/** Name of an MCP, in two parts. */
export interface McpName {
  readonly owner: string;
  readonly slug: string;
}

/** An MCP with the summary of its newest analysis. */
export const mcpQuery = ({ owner, slug }: McpName) =>
  queryOptions({
    queryKey: ['mcp', owner, slug],
    queryFn: ({ signal }) =>
      bodyOf(hub.GET('/api/v1/mcps/{owner}/{slug}', { params: { path: { owner, slug } }, signal })),
  });
