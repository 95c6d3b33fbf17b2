import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../api/load.ts';
import { scoresQuery } from '../../mcp/mcp.queries.ts';
import { loadVersion } from '../../mcp/shown-version.ts';
import { OverviewTab } from '../../mcp/overview-tab.tsx';

export const Route = createFileRoute('/mcps/$owner/$slug/')({
  loaderDeps: ({ search: { version } }) => ({ version }),
  loader: ({ context: { queryClient }, params, deps }) =>
    loadVersion(queryClient, params, deps, (of) => [load(queryClient, scoresQuery(of))]),
  component: OverviewTab,
});
