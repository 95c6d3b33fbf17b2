import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Role } from '../../api/catalogs.gen.ts';
import { ROLE_NAMES } from '../../domain/labels.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { Choice, formTexts, TextField } from '../../ui/fields.tsx';
import { ValueBadge, type Labels } from '../../ui/labels.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { LIST_PAGE } from '../shared/lists.ts';
import { rolesUpTo, useOrg, type Org } from '../shared/org.queries.ts';
import {
  invitationsKey,
  invitationsQuery,
  invite,
  revokeInvitation,
  type Invitation,
} from './people.queries.ts';

const route = getRouteApi('/orgs/$org/invitations');

const STATUS_LABELS: Labels<Invitation['status']> = {
  PENDING: ['pending', 'brand'],
  ACCEPTED: ['accepted', 'good'],
  EXPIRED: ['expired'],
  REVOKED: ['revoked'],
};

/** Invites people, and shows what became of earlier invitations. */
export function OrgInvitationsPage() {
  const org = useOrg();
  const search = route.useSearch();
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
              cell: ({ status }) => <ValueBadge labels={STATUS_LABELS} value={status} />,
            },
            { name: 'Valid until', cell: ({ expires_at }) => <Time at={expires_at} /> },
            {
              name: 'Actions',
              kind: 'actions',
              cell: ({ id, email, status }) =>
                status === 'PENDING' ? (
                  <ConfirmedAction
                    label="Revoke"
                    name={`Revoke the invitation of ${email}`}
                    small
                    question={`Revoke the invitation of ${email}?`}
                    run={() => revokeInvitation(org.id, id)}
                    changes={[invitationsKey(org.id)]}
                    success={`The invitation of ${email} is revoked.`}
                  >
                    <p>It can no longer be accepted. You can invite the address again.</p>
                  </ConfirmedAction>
                ) : null,
            },
          ]}
          empty={
            <State title="No invitations yet">
              <p>Enter the e-mail address of a colleague above.</p>
            </State>
          }
        />
        <Pager total={data.total} limit={LIST_PAGE} />
      </section>
    </div>
  );
}

function InviteForm({ org }: { readonly org: Org }) {
  const [sent, setSent] = useState(0);
  return (
    <section className="card" aria-label="Invite somebody">
      <ActionForm
        key={sent}
        submit="Invite"
        fields={['email']}
        changes={[invitationsKey(org.id)]}
        run={(form) => {
          const { email, role } = formTexts(form, ['email', 'role']);
          return invite(org.id, { email, role: role as Role });
        }}
        success={({ email, mail_sent }) =>
          mail_sent
            ? `${email} is invited, and gets an e-mail.`
            : `${email} is invited. No e-mail goes out: inform the person yourself. They find the invitation under “My invitations” after they have signed in.`
        }
        done={() => setSent(sent + 1)}
      >
        {(errorOf) => (
          <div className="columns">
            <TextField
              name="email"
              label="E-mail address"
              type="email"
              placeholder="grace@example.com"
              autoComplete="off"
              error={errorOf('email')}
              isRequired
            />
            <Choice
              name="role"
              label="Role"
              initial="MEMBER"
              options={rolesUpTo(org.role)
                .toReversed()
                .map((name) => [name, ROLE_NAMES[name]] as const)}
            />
          </div>
        )}
      </ActionForm>
    </section>
  );
}
