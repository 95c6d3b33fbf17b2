import { queryOptions } from '@tanstack/react-query';
import { bodyOf, hub } from '../api/client.ts';

const ONE = { limit: 1 } as const;

/** How much there is to administer, and what needs attention. All requests run at once. */
export const totalsQuery = queryOptions({
  queryKey: ['admin', 'totals'],
  queryFn: async ({ signal }) => {
    const users = (status?: 'SUSPENDED') =>
      bodyOf(hub.GET('/api/v1/admin/users', { params: { query: { ...ONE, status } }, signal }));
    const orgs = (status?: 'SUSPENDED') =>
      bodyOf(hub.GET('/api/v1/admin/orgs', { params: { query: { ...ONE, status } }, signal }));
    const jobs = (status: 'QUEUED' | 'RUNNING' | 'FAILED') =>
      bodyOf(hub.GET('/api/v1/admin/analysis-jobs', { params: { query: { ...ONE, status } }, signal }));
    const lists = await Promise.all([
      users(),
      users('SUSPENDED'),
      orgs(),
      orgs('SUSPENDED'),
      bodyOf(hub.GET('/api/v1/admin/mcps', { params: { query: ONE }, signal })),
      jobs('QUEUED'),
      jobs('RUNNING'),
      jobs('FAILED'),
    ]);
    const [allUsers, suspendedUsers, allOrgs, suspendedOrgs, mcps, queued, running, failed] = lists.map(
      ({ total }) => total,
    );
    return { allUsers, suspendedUsers, allOrgs, suspendedOrgs, mcps, queued, running, failed };
  },
});
