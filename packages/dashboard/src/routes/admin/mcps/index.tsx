import { createFileRoute } from '@tanstack/react-router';
import { AdminMcpsPage } from '../../../admin/mcps/admin-mcps-page.tsx';
import { adminMcpsQuery, FEATURED, type McpSearch } from '../../../admin/mcps/mcps.queries.ts';
import { termsQuery } from '../../../admin/terms/terms.queries.ts';
import { ORIGINS, VISIBILITIES } from '../../../api/catalogs.gen.ts';
import { load } from '../../../api/load.ts';
import { choiceOf, offsetOf, textOf } from '../../-search.ts';

export const Route = createFileRoute('/admin/mcps/')({
  validateSearch: (search): McpSearch => ({
    ...textOf('q', search),
    ...choiceOf('visibility', VISIBILITIES, search),
    ...choiceOf('origin', ORIGINS, search),
    ...textOf('category', search),
    ...choiceOf('featured', FEATURED, search),
    ...textOf('org_id', search),
    ...offsetOf(search),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) =>
    Promise.all([
      load(queryClient, adminMcpsQuery(deps)),
      load(queryClient, termsQuery('categories')),
      load(queryClient, termsQuery('tags')),
    ]),
  component: AdminMcpsPage,
});
