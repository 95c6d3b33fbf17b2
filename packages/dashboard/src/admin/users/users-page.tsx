import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ACCOUNT_STATUS_LABELS, PLAN_LABELS, PLATFORM_ROLE_LABELS } from '../../domain/labels.ts';
import { USER_CHANGES } from '../../domain/user-plan.queries.ts';
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
import { CreateUserDialog } from './create-user-dialog.tsx';
import { changeUsers, nameOfUser, usersQuery, type User, type UserSearch } from './users.queries.ts';

const route = getRouteApi('/admin/users/');

const COLUMNS: readonly Column<User>[] = [
  {
    name: 'User',
    cell: (user) => (
      <>
        <AppLink to="/admin/users/$userId" params={{ userId: user.id }}>
          {nameOfUser(user)}
        </AppLink>
        {user.email === '' || user.name === '' ? null : <div className="soft small">{user.email}</div>}
      </>
    ),
  },
  { name: 'Plan', cell: ({ plan }) => <ValueBadge labels={PLAN_LABELS} value={plan} /> },
  { name: 'Role', cell: ({ role }) => <ValueBadge labels={PLATFORM_ROLE_LABELS} value={role} /> },
  { name: 'Status', cell: ({ status }) => <ValueBadge labels={ACCOUNT_STATUS_LABELS} value={status} /> },
  {
    name: 'Last sign-in',
    cell: ({ last_login_at: at }) => <Time at={at} none="never" />,
  },
];

/** The users of the platform: search, filters, creation, and suspension of several. */
export function UsersPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(usersQuery(search));
  const selection = useSelection(data.users, nameOfUser);
  const bulk = useBulk(USER_CHANGES);
  const [isCreating, setCreating] = useState(false);
  const filter = (change: Partial<UserSearch>): void =>
    void navigate({ search: { ...search, offset: undefined, ...change } });
  const action = (label: string, verb: 'suspend' | 'activate', text: string) => (
    <BulkAction
      label={label}
      question={`${label} ${counted(selection.selected.length, 'user')}?`}
      selection={selection}
      bulk={bulk}
      isDangerous={verb === 'suspend'}
      run={(selected) => bulk.together(label, selected, (ids) => changeUsers(verb, ids))}
    >
      {text}
    </BulkAction>
  );
  return (
    <div className="stack">
      <PageHeader
        title="Users"
        lead="Everybody who has signed in, or was created here."
        actions={<Button onPress={() => setCreating(true)}>Create a user</Button>}
      />
      <CreateUserDialog isOpen={isCreating} onClose={() => setCreating(false)} />
      <SearchBar
        submit="Search"
        label="Users"
        q={search.q}
        placeholder="Name or e-mail address"
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
            <SelectField
              label="Role"
              value={search.role ?? ''}
              options={filterOptions(PLATFORM_ROLE_LABELS)}
              onChange={(role) => filter({ role: choice(role) })}
            />
          </>
        }
      />
      <section className="card flush" aria-label="Users found">
        <SelectionBar selection={selection} noun="users" state={bulk.state}>
          {action('Suspend', 'suspend', 'Their sessions end at once, and they cannot sign in again.')}
          {action('Reactivate', 'activate', 'They can sign in again.')}
        </SelectionBar>
        <Table
          caption="Users"
          columns={[selection.column, ...COLUMNS]}
          rows={data.users}
          keyOf={({ id }) => id}
          empty={
            <State title="No users found">
              <p>Change the search or the filters, or create the user.</p>
            </State>
          }
        />
        <Pager total={data.total} limit={ADMIN_PAGE} />
      </section>
    </div>
  );
}
