import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ACCOUNT_STATUS_LABELS, PLAN_LABELS } from '../../domain/labels.ts';
import { AppLink, Button } from '../../ui/button.tsx';
import { counted } from '../../ui/count.ts';
import { SelectField } from '../../ui/fields.tsx';
import { choice } from '../../ui/filter-bar.tsx';
import { filterOptions, ValueBadge } from '../../ui/labels.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchBar } from '../../ui/search-bar.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ADMIN_PAGE } from '../lists.ts';
import { BulkAction, SelectionBar, useSelection } from '../selection.tsx';
import { useBulk } from '../use-bulk.ts';
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
  { name: 'Plan', cell: ({ plan }) => <ValueBadge labels={PLAN_LABELS} value={plan} /> },
  { name: 'Status', cell: ({ status }) => <ValueBadge labels={ACCOUNT_STATUS_LABELS} value={status} /> },
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
    <BulkAction
      label={label}
      question={`${label} ${counted(selection.selected.length, 'organization')}?`}
      selection={selection}
      bulk={bulk}
      isDangerous={isDangerous}
      run={(selected) => bulk.each(label, selected, one)}
    >
      {text}
    </BulkAction>
  );
  return (
    <div className="stack">
      <PageHeader
        title="Organizations"
        lead="All organizations of the platform, with their plans."
        actions={<Button onPress={() => setCreating(true)}>Create an organization</Button>}
      />
      <CreateOrgDialog isOpen={isCreating} onClose={() => setCreating(false)} />
      <SearchBar
        submit="Search"
        label="Organizations"
        q={search.q}
        placeholder="Name or slug"
        onSearch={(q) => filter({ q })}
        beside={
          <>
            <SelectField
              label="Status"
              value={search.status ?? ''}
              options={filterOptions(ACCOUNT_STATUS_LABELS)}
              onChange={(status) => filter({ status: choice(status) })}
            />
            <SelectField
              label="Plan"
              value={search.plan ?? ''}
              options={filterOptions(PLAN_LABELS)}
              onChange={(plan) => filter({ plan: choice(plan) })}
            />
          </>
        }
      />
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
        <Pager total={data.total} limit={ADMIN_PAGE} />
      </section>
    </div>
  );
}
