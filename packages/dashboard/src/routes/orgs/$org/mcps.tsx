import { createFileRoute } from '@tanstack/react-router';
import { MCP_SORTS } from '../../../api/catalogs.gen.ts';
import { load, prefetch } from '../../../api/load.ts';
import { OrgMcpsPage } from '../../../organization/security/org-mcps-page.tsx';
import { areaChoicesQuery } from '../../../organization/shared/areas.queries.ts';
import { orgMcpsQuery, type OrgMcpSearch } from '../../../organization/shared/org-mcps.queries.ts';
import { choiceOf, FILTER_PENDING_MS, integerOf, offsetOf, textOf } from '../../-search.ts';

export const Route = createFileRoute('/orgs/$org/mcps')({
  validateSearch: (search): OrgMcpSearch => ({
    ...textOf('q', search),
    ...textOf('area_id', search),
    ...integerOf('min_level', search),
    ...choiceOf('sort', MCP_SORTS, search),
    ...offsetOf(search),
  }),
  loaderDeps: ({ search }) => search,
  pendingMs: FILTER_PENDING_MS,
  loader: ({ context: { queryClient, orgId }, deps }) => {
    // Every role may see the areas; whether the plan has them is known only with the organization.
    prefetch(queryClient, areaChoicesQuery(orgId));
    return load(queryClient, orgMcpsQuery(orgId, deps));
  },
  component: OrgMcpsPage,
});
