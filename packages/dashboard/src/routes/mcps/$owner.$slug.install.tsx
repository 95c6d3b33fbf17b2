import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../api/load.ts';
import { InstallTab } from '../../mcp/install-tab.tsx';
import { serverJsonQuery, versionQuery } from '../../mcp/mcp.queries.ts';
import { loadVersion } from '../../mcp/shown-version.ts';

export const Route = createFileRoute('/mcps/$owner/$slug/install')({
  loaderDeps: ({ search: { version } }) => ({ version }),
  loader: ({ context: { queryClient }, params, deps }) =>
    loadVersion(queryClient, params, deps, (of) => [
      // Public lists name versions by their semantic versions, which the detail has.
      load(queryClient, versionQuery(of)).then(({ semver }) =>
        load(queryClient, serverJsonQuery(of, semver)),
      ),
    ]),
  component: InstallTab,
});
