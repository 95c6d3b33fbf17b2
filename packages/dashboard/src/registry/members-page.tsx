import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ActionForm } from '../ui/action-form.tsx';
import { Badge } from '../ui/badge.tsx';
import { ConfirmedAction } from '../ui/confirmed-action.tsx';
import { Choice, formText, formTexts, SelectField, TextField } from '../ui/fields.tsx';
import { FilterBar } from '../ui/filter-bar.tsx';
import { PageHeader, State } from '../ui/state.tsx';
import { Table, type Column } from '../ui/table.tsx';
import type { RegistryAccount } from './registry-client.ts';
import {
  accountQuery,
  addMember,
  changeRole,
  membersQuery,
  removeMember,
  shownOrg,
  type Member,
} from './registry.queries.ts';

const route = getRouteApi('/registry/members');

/** Who belongs to an organization of the registry. */
export function MembersPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: account } = useSuspenseQuery(accountQuery);
  const org = shownOrg(search.org, account);
  const show = (slug: string): void => void navigate({ search: { org: slug } });
  return (
    <div className="stack">
      <PageHeader title="Members" lead="Who may see, install and publish the packages of an organization." />
      <OrgChoice account={account} org={org} onOrg={show} />
      {org === undefined ? (
        <State title="No organization">
          <p>
            You are not a member of an organization of the registry. An administrator of one adds you by your
            username, {account.username}.
          </p>
        </State>
      ) : (
        <Members key={org} org={org} account={account} />
      )}
    </div>
  );
}

/** A choice of the reader's organizations; administrators of the registry may enter any. */
function OrgChoice({
  account,
  org,
  onOrg,
}: {
  readonly account: RegistryAccount;
  readonly org: string | undefined;
  readonly onOrg: (org: string) => void;
}) {
  if (account.resources.includes('org/')) {
    return (
      <FilterBar
        label="Organization"
        submit="Show"
        key={org}
        onApply={(form) => onOrg(formText(form, 'org').trim())}
      >
        <TextField
          name="org"
          label="Organization"
          isRequired
          autoComplete="off"
          placeholder="acme"
          defaultValue={org ?? ''}
        />
      </FilterBar>
    );
  }
  if (account.orgs.length < 2 || org === undefined) return null;
  return (
    <FilterBar
      label="Organization"
      beside={
        <SelectField
          label="Organization"
          value={org}
          onChange={onOrg}
          options={[...new Set([org, ...account.orgs])].map((slug) => [slug, slug] as const)}
        />
      }
    />
  );
}

function Members({ org, account }: { readonly org: string; readonly account: RegistryAccount }) {
  const { data: members } = useSuspenseQuery(membersQuery(org));
  const changes = [
    ['registry', 'members', org],
    ['registry', 'account'],
  ];
  const isAdmin =
    account.resources.includes('org/') ||
    members?.some(({ username, role }) => username === account.username && role === 'admin');
  return (
    <>
      <section className="card flush" aria-label={`Members of ${org}`}>
        {members === null ? (
          <State title="No such organization">
            <p>The registry has no organization {org}, or you may not see it.</p>
          </State>
        ) : (
          <Table
            caption={`Members of ${org}`}
            columns={isAdmin ? [...COLUMNS, actionsColumn(changes)] : COLUMNS}
            rows={members}
            keyOf={({ username }) => username}
            empty={
              <State title="No members">
                <p>Add the first member.</p>
              </State>
            }
          />
        )}
      </section>
      {isAdmin ? <AddMember org={org} changes={changes} /> : null}
    </>
  );
}

const COLUMNS: readonly Column<Member>[] = [
  { name: 'User', cell: ({ username }) => username },
  {
    name: 'Role',
    cell: ({ role }) => <Badge tone={role === 'admin' ? 'brand' : 'neutral'}>{role}</Badge>,
  },
];

const actionsColumn = (changes: readonly string[][]): Column<Member> => ({
  name: 'Actions',
  kind: 'actions',
  cell: (member) => (
    <span className="row">
      <ConfirmedAction
        label={member.role === 'admin' ? 'Make a member' : 'Make an admin'}
        question={`Change the role of ${member.username}?`}
        small
        isDangerous={false}
        changes={changes}
        run={() => changeRole(member)}
      >
        <p>
          {`${member.username} is removed and added again, as ${member.role === 'admin' ? 'a member' : 'an admin'}.`}
        </p>
      </ConfirmedAction>
      <ConfirmedAction
        label="Remove"
        question={`Remove ${member.username}?`}
        small
        changes={changes}
        run={() => removeMember(member.org_id, member.username)}
      >
        <p>The user and their tokens lose access to the private packages of the organization at once.</p>
      </ConfirmedAction>
    </span>
  ),
});

function AddMember({ org, changes }: { readonly org: string; readonly changes: readonly string[][] }) {
  return (
    <section className="card registry-form" aria-labelledby="add-member">
      <h2 id="add-member">Add a member</h2>
      <ActionForm
        label="Add a member"
        submit="Add"
        success="The user is a member now."
        fields={['username', 'role']}
        changes={changes}
        run={(form) => {
          const { username, role } = formTexts(form, ['username', 'role']);
          return addMember(org, { username, role: role as Member['role'] });
        }}
      >
        {(errorOf) => (
          <>
            <TextField
              name="username"
              label="Username"
              isRequired
              autoComplete="off"
              error={errorOf('username')}
            />
            <Choice
              name="role"
              label="Role"
              initial="member"
              options={[
                ['member', 'Member'],
                ['admin', 'Admin, who manages the members'],
              ]}
              error={errorOf('role')}
            />
          </>
        )}
      </ActionForm>
    </section>
  );
}
