import { EndingAction } from '../domain/ending-action.tsx';
import { PLAN_LABELS, ROLE_NAMES } from '../domain/labels.ts';
import { leave, signOut, useMe } from '../session/session.ts';
import { Badge } from '../ui/badge.tsx';
import { AppLink, Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { PageHeader } from '../ui/state.tsx';
import { signOutEverywhere } from './account.queries.ts';

/** The account of the reader, as the identity provider and the hub know it. */
export function AccountPage() {
  const me = useMe();
  if (me === null) return null;
  return (
    <div className="stack wide">
      <PageHeader
        title="My account"
        lead="Your name and e-mail address come from your identity provider; change them there."
        actions={
          <>
            <EndingAction
              label="Sign out everywhere"
              question="Sign out everywhere?"
              changes={[]}
              run={signOutEverywhere}
              done={leave}
            >
              <p>
                All your sessions end at once, this one included, and all JWTs of before. Do this if a device
                is lost, or if somebody else may know your password.
              </p>
            </EndingAction>
            <Button look="secondary" onPress={() => void signOut()}>
              Sign out
            </Button>
          </>
        }
      />
      <section className="card" aria-label="Account">
        <dl className="pairs">
          <dt>Name</dt>
          <dd>{me.name === '' ? <span className="soft">not known</span> : me.name}</dd>
          <dt>E-mail</dt>
          <dd className="row">
            {me.email === '' ? <span className="soft">not known</span> : me.email}
            {me.email_verified ? (
              <Badge tone="good">verified</Badge>
            ) : (
              <Badge tone="warn">not verified</Badge>
            )}
          </dd>
          <dt>Plan</dt>
          <dd>{PLAN_LABELS[me.plan][0]}</dd>
          <dt>Role</dt>
          <dd>{me.role === 'PLATFORM_ADMIN' ? 'Administrator of the platform' : 'User'}</dd>
          <dt>Id</dt>
          <dd className="row">
            <code>{me.id}</code>
            <CopyButton text={me.id} />
          </dd>
        </dl>
      </section>
      <section className="card" aria-labelledby="my-organizations">
        <h2 id="my-organizations">Organizations</h2>
        {me.orgs.length === 0 ? (
          <p className="soft">
            You are in none. <AppLink to="/invitations">See my invitations</AppLink>
          </p>
        ) : (
          <ul className="plain stack tight">
            {me.orgs.map(({ id, slug, role }) => (
              <li key={id} className="row">
                <AppLink to="/orgs/$org" params={{ org: slug }}>
                  {slug}
                </AppLink>
                <Badge>{ROLE_NAMES[role]}</Badge>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  );
}
