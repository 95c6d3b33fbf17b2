import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../../api/load.ts';
import { NewPolicyPage } from '../../../../organization/gate/policy-pages.tsx';
import { policiesQuery } from '../../../../organization/gate/policies.queries.ts';

export const Route = createFileRoute('/orgs/$org/policies/new')({
  loader: ({ context }) => load(context.queryClient, policiesQuery(context.orgId)),
  component: NewPolicyPage,
});
