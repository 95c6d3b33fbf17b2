import { useSuspenseQuery } from '@tanstack/react-query';
import type { components } from '../api/hub.js';
import { ROLE_NAMES } from '../domain/labels.ts';
import { orgsQuery } from '../domain/orgs.queries.ts';
import { meQuery, useMe } from '../session/session.ts';
import { AppLink, Button } from '../ui/button.tsx';
import { ConfirmedAction } from '../ui/confirmed-action.tsx';
import { Failure } from '../ui/failure.tsx';
import { OutcomeArea } from '../ui/outcome.tsx';
import { Notice, PageHeader, State } from '../ui/state.tsx';
import { Time } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';
import { acceptInvitation, declineInvitation, myInvitationsQuery } from './account.queries.ts';

type Received = components['schemas']['ReceivedInvitationView'];

/** The invitations of the reader to organizations. */
export function MyInvitationsPage() {
  const me = useMe();
  const { data } = useSuspenseQuery(myInvitationsQuery);
  return (
    <OutcomeArea>
      <div className="stack wide">
        <PageHeader title="My invitations" lead="Organizations that want you as a member." />
        {me?.email_verified === false ? (
          <Notice kind="warn">
            Your identity provider has not verified your e-mail address. Only invitations to a verified
            address count.
          </Notice>
        ) : null}
        {data.invitations.length === 0 ? (
          <section className="card">
            <State title="No invitations">
              <p>
                Invitations to {me?.email === undefined || me.email === '' ? 'your e-mail address' : me.email}{' '}
                appear here, and are valid for seven days.
              </p>
              <AppLink to="/orgs">See my organizations</AppLink>
            </State>
          </section>
        ) : (
          <ul className="plain grid">
            {data.invitations.map((invitation) => (
              <li key={invitation.id}>
                <InvitationCard invitation={invitation} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </OutcomeArea>
  );
}

function InvitationCard({ invitation }: { readonly invitation: Received }) {
  const { organization, role, invited_by: inviter, expires_at } = invitation;
  const changes = [myInvitationsQuery.queryKey, meQuery.queryKey, orgsQuery.queryKey];
  const accepting = useAction({
    run: () => acceptInvitation(invitation.id),
    changes,
    success: () => `You are a member of ${organization.display_name}. You find it under Organizations.`,
  });
  return (
    <article className="card stack">
      <div className="stack tight">
        <h2>{organization.display_name}</h2>
        <p>
          {inviter.name} invites you as <strong>{ROLE_NAMES[role].toLowerCase()}</strong>.
        </p>
        <p className="soft small">
          Valid until <Time at={expires_at} exact />
        </p>
      </div>
      <Failure error={accepting.error} />
      <div className="form-actions">
        <Button
          small
          isPending={accepting.isPending}
          onPress={() => accepting.mutate()}
          aria-label={`Accept the invitation to ${organization.display_name}`}
        >
          Accept
        </Button>
        <ConfirmedAction
          label="Decline"
          name={`Decline the invitation to ${organization.display_name}`}
          small
          question={`Decline the invitation to ${organization.display_name}?`}
          run={() => declineInvitation(invitation.id)}
          changes={changes}
          success={`The invitation to ${organization.display_name} is declined.`}
        >
          <p>It can no longer be accepted then. The organization can invite you again.</p>
        </ConfirmedAction>
      </div>
    </article>
  );
}
