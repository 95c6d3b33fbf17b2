import { createFileRoute } from '@tanstack/react-router';
import { JobPage } from '../../../admin/jobs/job-page.tsx';
import { jobQuery } from '../../../admin/jobs/jobs.queries.ts';
import { load } from '../../../api/load.ts';

export const Route = createFileRoute('/admin/jobs/$jobId')({
  loader: ({ context, params }) => load(context.queryClient, jobQuery(params.jobId)),
  component: JobPage,
});
