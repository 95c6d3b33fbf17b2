import { createFileRoute } from '@tanstack/react-router';
import { load, prefetch } from '../../../../api/load.ts';
import { PolicyPage } from '../../../../organization/gate/policy-edit-pages.tsx';
import {
  policyQuery,
  policyTrialQuery,
  storedTrial,
} from '../../../../organization/gate/policies.queries.ts';

export const Route = createFileRoute('/orgs/$org/policies/$policyId')({
  loader: ({ context: { queryClient, orgId, role }, params: { policyId } }) => {
    // Members read the policy without the form and its preview.
    if (role !== 'MEMBER') prefetch(queryClient, policyTrialQuery(orgId, storedTrial(policyId)));
    return load(queryClient, policyQuery(orgId, policyId));
  },
  component: PolicyPage,
});
