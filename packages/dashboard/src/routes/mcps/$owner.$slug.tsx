import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../api/load.ts';
import { mcpQuery } from '../../mcp/mcp.queries.ts';
import { McpPage } from '../../mcp/mcp-page.tsx';

export const Route = createFileRoute('/mcps/$owner/$slug')({
  loader: ({ context, params }) => load(context.queryClient, mcpQuery(params)),
  component: McpPage,
});
