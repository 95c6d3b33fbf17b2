import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ROLE_NAMES } from '../../domain/labels.ts';
import { meQuery, useMe } from '../../session/session.ts';
import { AppButtonLink } from '../../ui/button.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { InlineSelect } from '../../ui/inline-select.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ListSearchBar } from '../shared/list-search-bar.tsx';
import { LIST_PAGE } from '../shared/lists.ts';
import { rolesUpTo, useOrg, type Org } from '../shared/org.queries.ts';
import { changeMember, membersKey, membersQuery, removeMember, type Member } from './people.queries.ts';
import { RemovedMemberDialog, RemoveMember, type LeftMember } from './removed-member.tsx';

const route = getRouteApi('/orgs/$org/members');

const nameOf = ({ name, email }: Member): string => name || email || 'the member without a name';

/** The members of the organization with their roles. */
export function MembersPage() {
  const org = useOrg();
  const me = useMe();
  const search = route.useSearch();
  const { data } = useSuspenseQuery(membersQuery(org.id, search));
  const [left, setLeft] = useState<LeftMember | null>(null);
  return (
    <div className="stack wide">
      <PageHeader
        title="Members"
        lead="People who see the private MCPs of the organization. Their role says what else they may do."
        actions={
          org.can('member:invite') ? (
            <AppButtonLink to="/orgs/$org/invitations" params={{ org: org.slug }}>
              Invite somebody
            </AppButtonLink>
          ) : undefined
        }
      />
      <ListSearchBar label="Search members" q={search.q} total={data.total} />
      <section className="card flush" aria-label="Members">
        <Table
          caption="Members in the order in which they joined"
          rows={data.members}
          keyOf={({ user_id }) => user_id}
          columns={columns(org, me?.id, setLeft)}
          empty={
            <State title="Nothing found">
              <p>No member has all these words in their name or address.</p>
            </State>
          }
        />
        <Pager total={data.total} limit={LIST_PAGE} />
      </section>
      {left === null ? null : <RemovedMemberDialog org={org} left={left} onClose={() => setLeft(null)} />}
    </div>
  );
}

const columns = (
  org: Org,
  myId: string | undefined,
  onRemoved: (left: LeftMember) => void,
): Column<Member>[] => {
  const given = rolesUpTo(org.role);
  return [
    {
      name: 'Member',
      cell: (member) => (
        <div className="stack tight">
          <span>
            <strong>{nameOf(member)}</strong>
            {member.user_id === myId ? <span className="soft"> (you)</span> : null}
          </span>
          {member.email === '' || member.name === '' ? null : <span className="soft">{member.email}</span>}
        </div>
      ),
    },
    {
      name: 'Role',
      cell: (member) =>
        org.can('member:manage') && given.includes(member.role) ? (
          <InlineSelect
            name={`Role of ${nameOf(member)}`}
            value={member.role}
            options={given.map((role) => [role, ROLE_NAMES[role]] as const)}
            run={(role) => changeMember(org.id, member.user_id, role)}
            changes={[membersKey(org.id), ...(member.user_id === myId ? [['me']] : [])]}
            success={(role) => `${nameOf(member)} is now ${ROLE_NAMES[role].toLowerCase()}.`}
          />
        ) : (
          ROLE_NAMES[member.role]
        ),
    },
    { name: 'Joined', cell: ({ joined_at }) => <Time at={joined_at} /> },
    {
      name: 'Actions',
      kind: 'actions',
      cell: (member) =>
        member.user_id === myId ? (
          <Leave org={org} member={member} />
        ) : org.can('member:manage') && given.includes(member.role) ? (
          <RemoveMember org={org} member={member} name={nameOf(member)} onRemoved={onRemoved} />
        ) : null,
    },
  ];
};

/** Lets the reader leave the organization. */
function Leave({ org, member }: { readonly org: Org; readonly member: Member }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return (
    <ConfirmedAction
      label="Leave"
      name="Leave the organization"
      small
      question={`Leave ${org.view.display_name}?`}
      run={async () => {
        await removeMember(org.id, member.user_id);
        // The pages of the organization are no longer the reader's.
        await navigate({ to: '/orgs' });
        await queryClient.invalidateQueries({ queryKey: ['orgs'] });
      }}
      changes={[meQuery.queryKey]}
    >
      <p>
        You no longer see what is private. Only an administrator of the organization can invite you again.
      </p>
    </ConfirmedAction>
  );
}
