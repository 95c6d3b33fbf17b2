import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../api/load.ts';
import { versionsQuery } from '../../mcp/mcp.queries.ts';
import { VersionsTab } from '../../mcp/versions-tab.tsx';

export const Route = createFileRoute('/mcps/$owner/$slug/versions')({
  loader: ({ context: { queryClient }, params }) => load(queryClient, versionsQuery(params)),
  component: VersionsTab,
});
