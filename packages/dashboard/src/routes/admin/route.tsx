import { createFileRoute } from '@tanstack/react-router';
import { AdminLayout } from '../../admin/admin-layout.tsx';
import { ApiFailure } from '../../api/api-failure.ts';
import { jobQuery } from '../../admin/jobs/jobs.queries.ts';
import { load, prefetch } from '../../api/load.ts';
import { hasSession, meQuery } from '../../session/session.ts';

export const Route = createFileRoute('/admin')({
  beforeLoad: async ({ context, matches }) => {
    // The page of a job asks for the job and then for its publication. Requesting the job beside the user saves a round.
    const job = matches.find((match) => match.routeId === '/admin/jobs/$jobId');
    if (job !== undefined && hasSession()) prefetch(context.queryClient, jobQuery(job.params.jobId));
    const me = await load(context.queryClient, meQuery);
    if (me === null) throw new ApiFailure(401, 'unauthorized', 'sign in to continue');
    if (me.role !== 'PLATFORM_ADMIN') {
      throw new ApiFailure(403, 'forbidden', 'these pages are for administrators of the platform');
    }
  },
  component: AdminLayout,
});
