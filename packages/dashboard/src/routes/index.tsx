import { createFileRoute } from '@tanstack/react-router';
import { LEVELS, MCP_SORTS } from '../api/catalogs.gen.ts';
import { load } from '../api/load.ts';
import { CatalogPage } from '../catalog/catalog-page.tsx';
import { catalogQuery, facetsQuery, type CatalogSearch } from '../catalog/catalog.queries.ts';
import { choiceOf, integerOf, offsetOf, textOf } from './-search.ts';

export const Route = createFileRoute('/')({
  validateSearch: (search): CatalogSearch => ({
    ...textOf('q', search),
    ...textOf('category', search),
    ...textOf('tag', search),
    ...textOf('language', search),
    ...integerOf('min_level', search, 0, LEVELS.length - 1),
    ...integerOf('min_score', search, 0, 100),
    ...choiceOf('sort', MCP_SORTS, search),
    ...offsetOf(search),
  }),
  loaderDeps: ({ search }) => search,
  // The page shows what it has and reports errors, so the navigation does not wait.
  loader: ({ context, deps }) => {
    load(context.queryClient, catalogQuery(deps)).catch(() => undefined);
    load(context.queryClient, facetsQuery(deps)).catch(() => undefined);
  },
  component: CatalogPage,
});
