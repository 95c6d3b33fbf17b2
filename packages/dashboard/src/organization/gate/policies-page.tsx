import { SEARCHED_FROM, SearchBar } from '../shared/list-search.tsx';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Badge, type Tone } from '../../ui/badges.tsx';
import { AppButtonLink, AppLink, Button } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Failure } from '../../ui/failure.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ConfirmButton } from '../shared/forms.tsx';
import { LIST_PAGE, useOrg } from '../shared/org.queries.ts';
import { useChange } from '../shared/use-change.ts';
import { changePolicy, deletePolicy, policiesKey, policiesQuery, type Policy } from './policies.queries.ts';
import { environmentsText, matchedServers } from './policy-rule.ts';

const route = getRouteApi('/orgs/$org/policies/');

const ACTIONS: Readonly<Record<string, readonly [Tone, string]>> = {
  DENY: ['bad', 'denies'],
  WARN: ['warn', 'warns about'],
  ALLOW: ['good', 'allows'],
};

/** The policies of the gate, in the order in which it evaluates them. */
export function PoliciesPage() {
  const org = useOrg();
  const search = route.useSearch();
  const navigate = route.useNavigate();
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
      {isSearched || data.total > SEARCHED_FROM ? (
        <SearchBar
          label="Search policies"
          search={search}
          onSearch={(next) => void navigate({ search: next })}
        />
      ) : null}
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
        <Pager
          total={data.total}
          limit={LIST_PAGE}
          offset={search.offset ?? 0}
          onOffset={(offset) => void navigate({ search: { ...search, offset } })}
        />
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
  { name: 'What it does', cell: (policy) => <Rule policy={policy} /> },
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
  new Date(at).getTime() <= Date.now() ? (
    <span>
      <Badge tone="warn">expired</Badge>
    </span>
  ) : (
    <span className="soft small">
      until <Time at={at} exact />
    </span>
  );

/** What a policy does, in words. */
export function Rule({
  policy,
}: {
  readonly policy: Pick<Policy, 'action' | 'target_type' | 'target_value'>;
}) {
  const [tone, verb] = ACTIONS[policy.action] ?? (['neutral', policy.action.toLowerCase()] as const);
  return (
    <span>
      <Badge tone={tone}>{verb}</Badge> {matchedServers(policy.target_type, policy.target_value)}
    </span>
  );
}

function PolicyActions({ policy, orgId }: { readonly policy: Policy; readonly orgId: string }) {
  const toggle = useChange({
    run: () => changePolicy(orgId, policy.id, { enabled: !policy.enabled }),
    invalidates: [policiesKey(orgId)],
    done: () => `The policy “${policy.name}” is ${policy.enabled ? 'disabled' : 'enabled'}.`,
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
      <ConfirmButton
        label="Delete"
        name={`Delete ${policy.name}`}
        title={`Delete the policy “${policy.name}”?`}
        action="Delete"
        run={() => deletePolicy(orgId, policy.id)}
        invalidates={[policiesKey(orgId)]}
        done={`The policy “${policy.name}” is deleted.`}
      >
        <p>It has no effect from the next evaluation on. Disable it instead to keep it for later.</p>
      </ConfirmButton>
      <Failure error={toggle.error} />
    </div>
  );
}
