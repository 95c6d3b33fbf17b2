import { createFileRoute } from '@tanstack/react-router';
import { OrgPage } from '../../../admin/orgs/org-page.tsx';
import { orgQuery } from '../../../admin/orgs/orgs.queries.ts';
import { load } from '../../../api/load.ts';

export const Route = createFileRoute('/admin/orgs/$orgId')({
  loader: ({ context, params }) => load(context.queryClient, orgQuery(params.orgId)),
  component: OrgPage,
});
