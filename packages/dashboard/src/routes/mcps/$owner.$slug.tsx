import { createFileRoute } from '@tanstack/react-router';
import { McpLayout } from '../../mcp/mcp-layout.tsx';
import { snapshotQuery, versionQuery } from '../../mcp/mcp.queries.ts';
import { loadVersion, type VersionSearch } from '../../mcp/shown-version.ts';
import { load } from '../../api/load.ts';
import { textOf } from '../-search.ts';

export const Route = createFileRoute('/mcps/$owner/$slug')({
  validateSearch: (search): VersionSearch => textOf('version', search),
  loaderDeps: ({ search: { version } }) => ({ version }),
  loader: ({ context: { queryClient }, params, deps }) =>
    loadVersion(queryClient, params, deps, (of) => [
      load(queryClient, snapshotQuery(of)),
      load(queryClient, versionQuery(of)),
    ]),
  component: McpLayout,
});
