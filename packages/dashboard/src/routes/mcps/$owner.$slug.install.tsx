import { createFileRoute } from '@tanstack/react-router';
import { preload } from 'react-dom';
import { load } from '../../api/load.ts';
import { InstallTab } from '../../mcp/install-tab.tsx';
import { badgeUrl, serverJsonQuery, versionsQuery } from '../../mcp/mcp.queries.ts';
import { loadVersion } from '../../mcp/shown-version.ts';

export const Route = createFileRoute('/mcps/$owner/$slug/install')({
  loaderDeps: ({ search: { version } }) => ({ version }),
  loader: ({ context: { queryClient }, params, deps }) => {
    // Public lists name versions by their semantic versions. The list of versions has them before an id is known. It only
    // gives a head start: without it, the tab takes the semantic version from the detail.
    const list = load(queryClient, versionsQuery(params)).catch(() => undefined);
    return loadVersion(queryClient, params, deps, (of) => {
      preload(badgeUrl(of.mcp), { as: 'image' });
      return [
        list.then((found) => {
          const listed = found?.versions.find(({ id }) => id === of.version.id);
          return listed && load(queryClient, serverJsonQuery(of, listed.semver));
        }),
      ];
    });
  },
  component: InstallTab,
});
