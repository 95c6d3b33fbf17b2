import { queryOptions } from '@tanstack/react-query';
import { bodyOf, hub } from '../api/client.ts';

const ONE = { limit: 1 } as const;

/** How much there is to administer, and what needs attention. Few requests, as they count against the rate limit. */
export const totalsQuery = queryOptions({
  queryKey: ['admin', 'totals'],
  queryFn: async ({ signal }) => {
    const params = { query: ONE };
    const [users, orgs, mcps, failed] = await Promise.all([
      bodyOf(hub.GET('/api/v1/admin/users', { params, signal })),
      bodyOf(hub.GET('/api/v1/admin/orgs', { params, signal })),
      bodyOf(hub.GET('/api/v1/admin/mcps', { params, signal })),
      bodyOf(
        hub.GET('/api/v1/admin/analysis-jobs', {
          params: { query: { ...ONE, status: 'FAILED' } },
          signal,
        }),
      ),
    ]);
    return { users: users.total, orgs: orgs.total, mcps: mcps.total, failed: failed.total };
  },
});
