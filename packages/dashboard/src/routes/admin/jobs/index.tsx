import { createFileRoute } from '@tanstack/react-router';
import { JobsPage } from '../../../admin/jobs/jobs-page.tsx';
import { jobsQuery, type JobSearch } from '../../../admin/jobs/jobs.queries.ts';
import { JOB_STATUSES } from '../../../api/catalogs.gen.ts';
import { load } from '../../../api/load.ts';
import { choiceOf, offsetOf, textOf } from '../../-search.ts';

export const Route = createFileRoute('/admin/jobs/')({
  validateSearch: (search): JobSearch => ({
    ...choiceOf('status', JOB_STATUSES, search),
    ...textOf('mcp_id', search),
    ...offsetOf(search),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => load(context.queryClient, jobsQuery(deps)),
  component: JobsPage,
});
