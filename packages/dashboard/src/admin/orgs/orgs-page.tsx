import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { AppLink, Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { filterOptions, PLANS, STATUSES, ValueBadge } from '../badges.tsx';
import { useBulk } from '../bulk.ts';
import { Filters } from '../filters.tsx';
import { counted, SelectionBar, useSelection } from '../selection.tsx';
import { ADMIN_PAGE } from '../users/users.queries.ts';
import { CreateOrgDialog } from './create-org-dialog.tsx';
import {
  activateOrg,
  nameOfOrg,
  ORG_CHANGES,
  orgsQuery,
  suspendOrg,
  type Organization,
  type OrgSearch,
} from './orgs.queries.ts';

const route = getRouteApi('/admin/orgs/');

const COLUMNS: readonly Column<Organization>[] = [
  {
    name: 'Organization',
    cell: (org) => (
      <>
        <AppLink to="/admin/orgs/$orgId" params={{ orgId: org.id }}>
          {nameOfOrg(org)}
        </AppLink>
        <div className="soft small mono">{org.slug}</div>
      </>
    ),
  },
  { name: 'Plan', cell: ({ plan }) => <ValueBadge value={plan} /> },
  { name: 'Status', cell: ({ status }) => <ValueBadge value={status} /> },
  { name: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
];

/** The organizations of the platform: search, filters, creation, and suspension of several. */
export function OrgsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(orgsQuery(search));
  const [isCreating, setCreating] = useState(false);
  const selection = useSelection(data.orgs, nameOfOrg);
  const bulk = useBulk(ORG_CHANGES);
  const filter = (change: Partial<OrgSearch>): void =>
    void navigate({ search: { ...search, offset: undefined, ...change } });
  const action = (
    label: string,
    one: (id: string) => Promise<unknown>,
    isDangerous: boolean,
    text: string,
  ) => (
    <ConfirmedAction
      label={label}
      question={`${label} ${counted(selection.selected.length, 'organization')}?`}
      small
      isDangerous={isDangerous}
      isDisabled={selection.selected.length === 0 || bulk.state.isRunning}
      changes={[]}
      run={() => bulk.each(label, selection.selected, one)}
    >
      <p>{text}</p>
    </ConfirmedAction>
  );
  return (
    <div className="stack">
      <PageHeader
        title="Organizations"
        lead="All organizations of the platform, with their plans."
        actions={<Button onPress={() => setCreating(true)}>Create an organization</Button>}
      />
      <CreateOrgDialog isOpen={isCreating} onClose={() => setCreating(false)} />
      <Filters label="Organizations" q={search.q} placeholder="Name or slug" onSearch={(q) => filter({ q })}>
        <SelectField
          label="Status"
          value={search.status ?? ''}
          options={filterOptions(STATUSES)}
          onChange={(status) => filter({ status: status === '' ? undefined : status })}
        />
        <SelectField
          label="Plan"
          value={search.plan ?? ''}
          options={filterOptions(PLANS)}
          onChange={(plan) => filter({ plan: plan === '' ? undefined : plan })}
        />
      </Filters>
      <section className="card flush" aria-label="Organizations found">
        <SelectionBar selection={selection} noun="organizations" state={bulk.state}>
          {action('Suspend', suspendOrg, true, 'Their members and service tokens are refused at once.')}
          {action('Reactivate', activateOrg, false, 'Their members and service tokens are accepted again.')}
        </SelectionBar>
        <Table
          caption="Organizations"
          columns={[selection.column, ...COLUMNS]}
          rows={data.orgs}
          keyOf={({ id }) => id}
          empty={
            <State title="No organizations found">
              <p>Change the search or the filters, or create the organization.</p>
            </State>
          }
        />
        <Pager
          total={data.total}
          limit={ADMIN_PAGE}
          offset={search.offset ?? 0}
          onOffset={(offset) => void navigate({ search: { ...search, offset } })}
        />
      </section>
    </div>
  );
}
