import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../api/load.ts';
import { controlsQuery } from '../../mcp/mcp.queries.ts';
import { loadVersion } from '../../mcp/shown-version.ts';
import { ControlsTab } from '../../mcp/controls-tab.tsx';

export const Route = createFileRoute('/mcps/$owner/$slug/controls')({
  loaderDeps: ({ search: { version } }) => ({ version }),
  loader: ({ context: { queryClient }, params, deps }) =>
    loadVersion(queryClient, params, deps, (of) => [load(queryClient, controlsQuery(of))]),
  component: ControlsTab,
});
