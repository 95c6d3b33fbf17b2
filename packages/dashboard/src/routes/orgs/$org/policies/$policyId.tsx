import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../../api/load.ts';
import { PolicyPage } from '../../../../organization/gate/policy-pages.tsx';
import { policyQuery } from '../../../../organization/gate/policies.queries.ts';

export const Route = createFileRoute('/orgs/$org/policies/$policyId')({
  loader: ({ context, params }) => load(context.queryClient, policyQuery(context.orgId, params.policyId)),
  component: PolicyPage,
});
