import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge, type Tone } from '../../ui/badges.tsx';
import { formText, SelectField, TextField } from '../../ui/fields.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ChangeForm, ConfirmButton } from '../shared/forms.tsx';
import { LIST_PAGE, ROLE_NAMES, rolesUpTo, useOrg, type Org, type Role } from '../shared/org.queries.ts';
import { fieldError, useChange } from '../shared/use-change.ts';
import { invitationsKey, invitationsQuery, invite, revokeInvitation } from './people.queries.ts';

const route = getRouteApi('/orgs/$org/invitations');

const STATUS: Readonly<Record<string, readonly [Tone, string]>> = {
  PENDING: ['brand', 'pending'],
  ACCEPTED: ['good', 'accepted'],
  EXPIRED: ['neutral', 'expired'],
  REVOKED: ['neutral', 'revoked'],
};

/** Invites people, and shows what became of earlier invitations. */
export function OrgInvitationsPage() {
  const org = useOrg();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(invitationsQuery(org.id, search));
  return (
    <div className="stack wide">
      <PageHeader
        title="Invitations"
        lead="People join with an invitation to their e-mail address. It is valid for seven days."
      />
      <InviteForm org={org} />
      <section className="card flush" aria-label="Invitations">
        <Table
          caption="Invitations, newest first"
          rows={data.invitations}
          keyOf={({ id }) => id}
          columns={[
            { name: 'E-mail', cell: ({ email }) => email },
            { name: 'Role', cell: ({ role }) => ROLE_NAMES[role] },
            {
              name: 'Status',
              cell: ({ status }) => {
                const [tone, text] = STATUS[status] ?? (['neutral', status] as const);
                return <Badge tone={tone}>{text}</Badge>;
              },
            },
            { name: 'Valid until', cell: ({ expires_at }) => <Time at={expires_at} /> },
            {
              name: 'Actions',
              kind: 'actions',
              cell: ({ id, email, status }) =>
                status === 'PENDING' ? (
                  <ConfirmButton
                    label="Revoke"
                    name={`Revoke the invitation of ${email}`}
                    title={`Revoke the invitation of ${email}?`}
                    action="Revoke"
                    run={() => revokeInvitation(org.id, id)}
                    invalidates={[invitationsKey(org.id)]}
                    done={`The invitation of ${email} is revoked.`}
                  >
                    <p>It can no longer be accepted. You can invite the address again.</p>
                  </ConfirmButton>
                ) : null,
            },
          ]}
          empty={
            <State title="No invitations yet">
              <p>Enter the e-mail address of a colleague above.</p>
            </State>
          }
        />
        <Pager
          total={data.total}
          limit={LIST_PAGE}
          offset={search.offset ?? 0}
          onOffset={(offset) => void navigate({ search: { offset } })}
        />
      </section>
    </div>
  );
}

function InviteForm({ org }: { readonly org: Org }) {
  const [role, setRole] = useState<Role>('MEMBER');
  const [sent, setSent] = useState(0);
  const inviting = useChange({
    run: (email: string) => invite(org.id, { email, role }),
    invalidates: [invitationsKey(org.id)],
    done: ({ email, mail_sent }) =>
      mail_sent
        ? `${email} is invited, and gets an e-mail.`
        : `${email} is invited. No e-mail goes out: inform the person yourself. They find the invitation under “My invitations” after they have signed in.`,
    onDone: () => setSent(sent + 1),
  });
  return (
    <section className="card" aria-label="Invite somebody">
      <ChangeForm
        key={sent}
        action="Invite"
        isPending={inviting.isPending}
        failure={inviting.error}
        fields={['email']}
        onSend={(form) => inviting.mutate(formText(form, 'email').trim())}
      >
        <div className="columns">
          <TextField
            name="email"
            label="E-mail address"
            type="email"
            placeholder="grace@example.com"
            autoComplete="off"
            error={fieldError(inviting.error, 'email')}
            isRequired
          />
          <SelectField
            label="Role"
            value={role}
            options={rolesUpTo(org.role)
              .toReversed()
              .map((name) => [name, ROLE_NAMES[name]] as const)}
            onChange={setRole}
          />
        </div>
      </ChangeForm>
    </section>
  );
}
