import { createFileRoute } from '@tanstack/react-router';
import { load } from '../api/load.ts';
import { CatalogPage } from '../catalog/catalog-page.tsx';
import { catalogQuery, type CatalogSearch } from '../catalog/catalog.queries.ts';
import { offsetOf, textOf } from './-search.ts';

export const Route = createFileRoute('/')({
  validateSearch: (search): CatalogSearch => ({ ...textOf('q', search), ...offsetOf(search) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => load(context.queryClient, catalogQuery(deps)),
  component: CatalogPage,
});
