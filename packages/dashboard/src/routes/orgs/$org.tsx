import { createFileRoute, notFound } from '@tanstack/react-router';
import { load } from '../../api/load.ts';
import { OrgLayout } from '../../organization/shared/org-layout.tsx';
import { orgQuery, rolesQuery } from '../../organization/shared/org.queries.ts';
import { requireMe } from '../../session/session.ts';

export const Route = createFileRoute('/orgs/$org')({
  // The id of the organization is known from the reader's memberships, so that its pages load in parallel.
  beforeLoad: async ({ context, params }) => {
    const me = await requireMe(context.queryClient);
    const membership = me.orgs.find(({ slug }) => slug === params.org);
    if (membership === undefined) throw notFound();
    return { orgId: membership.id, role: membership.role };
  },
  loader: ({ context }) =>
    Promise.all([
      load(context.queryClient, orgQuery(context.orgId)),
      load(context.queryClient, rolesQuery(context.orgId)),
    ]),
  component: OrgLayout,
});
