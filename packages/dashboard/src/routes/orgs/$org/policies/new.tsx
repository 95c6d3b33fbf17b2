import { createFileRoute } from '@tanstack/react-router';
import { load, prefetch } from '../../../../api/load.ts';
import { NewPolicyPage } from '../../../../organization/gate/policy-edit-pages.tsx';
import { policiesQuery, policyTrialQuery } from '../../../../organization/gate/policies.queries.ts';
import { newPolicyTrial } from '../../../../organization/gate/policy-draft.ts';

export const Route = createFileRoute('/orgs/$org/policies/new')({
  loader: ({ context: { queryClient, orgId } }) => {
    prefetch(queryClient, policyTrialQuery(orgId, newPolicyTrial()));
    return load(queryClient, policiesQuery(orgId));
  },
  component: NewPolicyPage,
});
