import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../api/load.ts';
import { PackagePage } from '../../registry/package-page.tsx';
import { packageQuery, versionQuery, versionsQuery } from '../../registry/registry.queries.ts';
import { textOf } from '../-search.ts';

export const Route = createFileRoute('/registry/$org/$name')({
  validateSearch: (search): { version?: string } => textOf('version', search),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, params, deps }) =>
    Promise.all([
      load(queryClient, packageQuery(params)),
      load(queryClient, versionsQuery(params)),
      load(queryClient, versionQuery(params, deps.version)),
    ]),
  component: PackagePage,
});
