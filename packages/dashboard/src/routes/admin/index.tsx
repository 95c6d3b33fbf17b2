import { createFileRoute } from '@tanstack/react-router';
import { OverviewPage } from '../../admin/overview-page.tsx';
import { totalsQuery } from '../../admin/overview.queries.ts';
import { load } from '../../api/load.ts';

export const Route = createFileRoute('/admin/')({
  loader: ({ context }) => load(context.queryClient, totalsQuery),
  component: OverviewPage,
});
