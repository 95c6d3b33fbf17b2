import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Badge } from '../../ui/badge.tsx';
import { AppButtonLink, AppLink, Button } from '../../ui/button.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { isPast, Time } from '../../ui/time.tsx';
import { useAction } from '../../ui/use-action.ts';
import { ListSearchBar } from '../shared/list-search-bar.tsx';
import { LIST_PAGE } from '../shared/lists.ts';
import { useOrg } from '../shared/org.queries.ts';
import { changePolicy, deletePolicy, policiesKey, policiesQuery, type Policy } from './policies.queries.ts';
import { environmentsText, PolicyRule } from './policy-rule.tsx';

const route = getRouteApi('/orgs/$org/policies/');

/** The policies of the gate, in the order in which it evaluates them. */
export function PoliciesPage() {
  const org = useOrg();
  const search = route.useSearch();
  const { data } = useSuspenseQuery(policiesQuery(org.id, search));
  const isSearched = search.q !== undefined;
  const mayWrite = org.can('policy:write');
  const create = mayWrite ? (
    <AppButtonLink to="/orgs/$org/policies/new" params={{ org: org.slug }}>
      New policy
    </AppButtonLink>
  ) : undefined;
  return (
    <div className="stack wide">
      <PageHeader
        title="Policies"
        lead="Which MCP servers may run. The gate asks them in this order; the first that denies or allows a server decides. Without a match, a server is allowed."
        actions={create}
      />
      <ListSearchBar label="Search policies" q={search.q} total={data.total} />
      <section className="card flush" aria-label="Policies">
        <Table
          caption="Policies in the order of evaluation"
          columns={columns(org.slug, mayWrite, org.id)}
          rows={data.policies}
          keyOf={({ id }) => id}
          empty={
            isSearched ? (
              <State title="Nothing found">
                <p>No policy has all these words in its name or description.</p>
              </State>
            ) : (
              <State title="No policies yet">
                <p>
                  The gate allows every server that is analyzed. A good first policy denies servers that are
                  not certified.
                </p>
                {create}
              </State>
            )
          }
        />
        <Pager total={data.total} limit={LIST_PAGE} />
      </section>
    </div>
  );
}

const columns = (slug: string, mayWrite: boolean, orgId: string): Column<Policy>[] => [
  { name: 'Priority', kind: 'number', cell: ({ priority }) => priority },
  {
    name: 'Policy',
    cell: (policy) => (
      <div className="stack tight">
        <AppLink to="/orgs/$org/policies/$policyId" params={{ org: slug, policyId: policy.id }}>
          {policy.name}
        </AppLink>
        {policy.description === '' ? null : <span className="soft small">{policy.description}</span>}
      </div>
    ),
  },
  { name: 'What it does', cell: (policy) => <PolicyRule policy={policy} /> },
  { name: 'Environments', cell: ({ environments }) => environmentsText(environments) },
  {
    name: 'State',
    cell: ({ enabled, expires_at }) => (
      <div className="stack tight">
        <span>{enabled ? <Badge tone="good">enabled</Badge> : <Badge>disabled</Badge>}</span>
        {expires_at === null ? null : <Expiry at={expires_at} />}
      </div>
    ),
  },
  ...(mayWrite
    ? [
        {
          name: 'Actions',
          kind: 'actions' as const,
          cell: (policy: Policy) => <PolicyActions policy={policy} orgId={orgId} />,
        },
      ]
    : []),
];

const Expiry = ({ at }: { readonly at: string }) =>
  isPast(at) ? (
    <span>
      <Badge tone="warn">expired</Badge>
    </span>
  ) : (
    <span className="soft small">
      until <Time at={at} exact />
    </span>
  );

function PolicyActions({ policy, orgId }: { readonly policy: Policy; readonly orgId: string }) {
  const toggle = useAction({
    run: () => changePolicy(orgId, policy.id, { enabled: !policy.enabled }),
    changes: [policiesKey(orgId)],
    success: () => `The policy “${policy.name}” is ${policy.enabled ? 'disabled' : 'enabled'}.`,
  });
  const verb = policy.enabled ? 'Disable' : 'Enable';
  return (
    <div className="row end">
      <Button
        look="secondary"
        small
        isPending={toggle.isPending}
        onPress={() => toggle.mutate()}
        aria-label={`${verb} ${policy.name}`}
      >
        {verb}
      </Button>
      <ConfirmedAction
        label="Delete"
        name={`Delete ${policy.name}`}
        small
        question={`Delete the policy “${policy.name}”?`}
        run={() => deletePolicy(orgId, policy.id)}
        changes={[policiesKey(orgId)]}
        success={`The policy “${policy.name}” is deleted.`}
      >
        <p>It has no effect from the next evaluation on. Disable it instead to keep it for later.</p>
      </ConfirmedAction>
      <Failure error={toggle.error} />
    </div>
  );
}
