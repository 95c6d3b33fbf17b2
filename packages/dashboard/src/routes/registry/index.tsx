import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../api/load.ts';
import { PackagesPage } from '../../registry/packages-page.tsx';
import { packagesQuery, type PackageSearch } from '../../registry/registry.queries.ts';
import { textOf } from '../-search.ts';

export const Route = createFileRoute('/registry/')({
  validateSearch: (search): PackageSearch => ({
    ...textOf('q', search),
    ...textOf('org', search),
    ...textOf('cursor', search),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => load(context.queryClient, packagesQuery(deps)),
  component: PackagesPage,
});
