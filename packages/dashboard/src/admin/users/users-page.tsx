import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { AppLink, Button } from '../../ui/button.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { filterOptions, PLANS, ROLES, STATUSES, ValueBadge } from '../badges.tsx';
import { useBulk } from '../bulk.ts';
import { Filters } from '../filters.tsx';
import { counted, SelectionBar, useSelection } from '../selection.tsx';
import { CreateUserDialog } from './create-user-dialog.tsx';
import {
  ADMIN_PAGE,
  changeUsers,
  nameOfUser,
  USER_CHANGES,
  usersQuery,
  type User,
  type UserSearch,
} from './users.queries.ts';

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
  { name: 'Plan', cell: ({ plan }) => <ValueBadge value={plan} /> },
  { name: 'Role', cell: ({ role }) => <ValueBadge value={role} /> },
  { name: 'Status', cell: ({ status }) => <ValueBadge value={status} /> },
  {
    name: 'Last sign-in',
    cell: ({ last_login_at: at }) => (at === null ? <span className="soft">never</span> : <Time at={at} />),
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
    <ConfirmedAction
      label={label}
      question={`${label} ${counted(selection.selected.length, 'user')}?`}
      small
      isDangerous={verb === 'suspend'}
      isDisabled={selection.selected.length === 0 || bulk.state.isRunning}
      changes={[]}
      run={() => bulk.together(label, selection.selected, (ids) => changeUsers(verb, ids))}
    >
      <p>{text}</p>
    </ConfirmedAction>
  );
  return (
    <div className="stack">
      <PageHeader
        title="Users"
        lead="Everybody who has signed in, or was created here."
        actions={<Button onPress={() => setCreating(true)}>Create a user</Button>}
      />
      <CreateUserDialog isOpen={isCreating} onClose={() => setCreating(false)} />
      <Filters
        label="Users"
        q={search.q}
        placeholder="Name or e-mail address"
        onSearch={(q) => filter({ q })}
      >
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
        <SelectField
          label="Role"
          value={search.role ?? ''}
          options={filterOptions(ROLES)}
          onChange={(role) => filter({ role: role === '' ? undefined : role })}
        />
      </Filters>
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
