import { createFileRoute } from '@tanstack/react-router';
import { AdvisoriesPage } from '../../admin/jobs/advisories-page.tsx';
import { advisoriesQuery } from '../../admin/jobs/advisories.queries.ts';
import { load } from '../../api/load.ts';
import { offsetOf } from '../-search.ts';

export const Route = createFileRoute('/admin/advisories')({
  validateSearch: offsetOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => load(context.queryClient, advisoriesQuery(deps.offset)),
  component: AdvisoriesPage,
});
