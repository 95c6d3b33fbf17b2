import { createFileRoute } from '@tanstack/react-router';
import { SEVERITIES } from '../../api/catalogs.gen.ts';
import { load } from '../../api/load.ts';
import { FindingsTab } from '../../mcp/findings-tab.tsx';
import { findingsQuery, type FindingSearch } from '../../mcp/mcp.queries.ts';
import { loadVersion } from '../../mcp/shown-version.ts';
import { choiceOf, offsetOf } from '../-search.ts';

export const Route = createFileRoute('/mcps/$owner/$slug/findings')({
  validateSearch: (search): FindingSearch => ({
    ...choiceOf('severity', SEVERITIES, search),
    ...offsetOf(search),
  }),
  loaderDeps: ({ search: { version, severity, offset } }) => ({ version, severity, offset }),
  loader: ({ context: { queryClient }, params, deps }) =>
    loadVersion(queryClient, params, deps, (of) => [load(queryClient, findingsQuery(of, deps))]),
  component: FindingsTab,
});
