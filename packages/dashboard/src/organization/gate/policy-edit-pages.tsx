import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fresh } from '../../api/load.ts';
import { useChangedFields } from '../../api/use-changed-fields.ts';
import { dayIn } from '../../ui/calendar-day.ts';
import { useOutcome } from '../../ui/outcome.tsx';
import { PageHeader } from '../../ui/state.tsx';
import { OrgBreadcrumb } from '../shared/org-breadcrumb.tsx';
import { useOrg } from '../shared/org.queries.ts';
import {
  changePolicy,
  createPolicy,
  policiesQuery,
  policyQuery,
  storedTrial,
  type PolicyRequest,
} from './policies.queries.ts';
import { draftOf, newDraft, newPolicyTrial, requestOf } from './policy-draft.ts';
import { PolicyForm } from './policy-form.tsx';
import { PolicyView } from './policy-view.tsx';

const DAYS_OF_EXCEPTION = 90;
const PRIORITY_STEP = 10;

/** Goes back to the list of policies. */
function useBack(): (outcome?: string) => void {
  const { slug } = useOrg();
  const navigate = useNavigate();
  const report = useOutcome();
  return (outcome) => {
    void navigate({ to: '/orgs/$org/policies', params: { org: slug } }).then(() => {
      if (outcome !== undefined) report?.(outcome);
    });
  };
}

/** Creates a policy. */
export function NewPolicyPage() {
  const org = useOrg();
  const back = useBack();
  const { data } = useSuspenseQuery(policiesQuery(org.id));
  const last = Math.max(0, ...data.policies.map(({ priority }) => priority));
  return (
    <div className="stack wide">
      <PageHeader
        title="New policy"
        above={<OrgBreadcrumb to="/orgs/$org/policies" name="Policies" />}
        lead="It takes effect with the next evaluation."
      />
      <PolicyForm
        orgId={org.id}
        initial={newDraft(last + PRIORITY_STEP, dayIn(DAYS_OF_EXCEPTION))}
        // If not all policies are listed, the new one may not be the last, and the requested trial may differ.
        initialTrial={data.policies.length === data.total ? newPolicyTrial() : undefined}
        save={(request) => createPolicy(org.id, request)}
        onSaved={() => back('The policy is created.')}
        onCancel={back}
      />
    </div>
  );
}

const route = getRouteApi('/orgs/$org/policies/$policyId');

/** A policy, which those who may edit it change here. */
export function PolicyPage() {
  const { policyId } = route.useParams();
  return <OnePolicy key={policyId} policyId={policyId} />;
}

function OnePolicy({ policyId }: { readonly policyId: string }) {
  const org = useOrg();
  const back = useBack();
  const { data: policy } = useSuspenseQuery(policyQuery(org.id, policyId));
  const client = useQueryClient();
  const [until] = useState(dayIn(DAYS_OF_EXCEPTION));
  const [draft] = useState(() => draftOf(policy, until));
  const saveChanged = useChangedFields<PolicyRequest>(requestOf(draft), async () =>
    requestOf(draftOf(await fresh(client, policyQuery(org.id, policyId)), until)),
  );
  return (
    <div className="stack wide">
      <PageHeader
        title={policy.name}
        above={<OrgBreadcrumb to="/orgs/$org/policies" name="Policies" />}
        lead={policy.description}
      />
      {org.can('policy:write') ? (
        <PolicyForm
          orgId={org.id}
          policyId={policyId}
          initial={draft}
          initialTrial={storedTrial(policyId)}
          save={(request) => saveChanged(request, (changed) => changePolicy(org.id, policyId, changed))}
          onSaved={() => back(`The policy “${policy.name}” is changed.`)}
          onCancel={back}
        />
      ) : (
        <PolicyView policy={policy} />
      )}
    </div>
  );
}
