import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { fresh } from '../../api/load.ts';
import { useChangedFields } from '../../api/use-changed-fields.ts';
import { EndingAction } from '../../domain/ending-action.tsx';
import {
  ACCOUNT_STATUS_LABELS,
  PLAN_LABELS,
  PLATFORM_ROLE_LABELS,
  REGISTRY_ROLE_NAMES,
} from '../../domain/labels.ts';
import { changeUserPlan, USER_CHANGES } from '../../domain/user-plan.queries.ts';
import { useMe } from '../../session/session.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { AppButtonLink, AppLink } from '../../ui/button.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { Choice, formText, formTexts, TextField } from '../../ui/fields.tsx';
import { optionsOf, ValueBadge } from '../../ui/labels.tsx';
import { Notice, PageHeader } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { useLeave } from '../use-leave.ts';
import { UserTokens } from './user-tokens.tsx';
import {
  activateUser,
  changeUser,
  changeUserRoles,
  deleteUser,
  nameOfUser,
  signOutUser,
  suspendUser,
  userQuery,
  type User,
} from './users.queries.ts';

const route = getRouteApi('/admin/users/$userId');

/** A user: details, plan, role and status. */
export function UserPage() {
  const { userId } = route.useParams();
  const { data: user } = useSuspenseQuery(userQuery(userId));
  const me = useMe();
  const name = nameOfUser(user);
  return (
    <div className="stack">
      <PageHeader
        title={name}
        above={
          <Breadcrumbs current={name}>
            <AppLink to="/admin/users">Users</AppLink>
          </Breadcrumbs>
        }
        actions={
          <AppButtonLink to="/admin/audit" search={{ of: 'user', id: user.id }} look="secondary">
            Audit
          </AppButtonLink>
        }
      />
      {me?.id === user.id ? <Notice>This is your own account.</Notice> : null}
      <section className="card" aria-labelledby="account">
        <h2 id="account">Account</h2>
        <dl className="pairs">
          <dt>Status</dt>
          <dd>
            <ValueBadge labels={ACCOUNT_STATUS_LABELS} value={user.status} />
          </dd>
          <dt>E-mail address</dt>
          <dd>
            {user.email === '' ? 'none' : user.email}
            {user.email === '' ? null : (
              <span className="soft">{user.email_verified ? ' (verified)' : ' (not verified)'}</span>
            )}
          </dd>
          <dt>Created</dt>
          <dd>
            <Time at={user.created_at} exact />
          </dd>
          <dt>Last sign-in</dt>
          <dd>{user.last_login_at === null ? 'never' : <Time at={user.last_login_at} />}</dd>
          <dt>Id</dt>
          <dd className="mono">{user.id}</dd>
        </dl>
      </section>
      {user.status === 'DELETED' ? null : <UserChanges key={user.id} user={user} />}
    </div>
  );
}

function UserChanges({ user }: { readonly user: User }) {
  const client = useQueryClient();
  const saveChanged = useChangedFields<{ email: string; name: string }>(user, () =>
    fresh(client, userQuery(user.id)),
  );
  return (
    <>
      <div className="grid half">
        <section className="card" aria-labelledby="details">
          <h2 id="details">Details</h2>
          <ActionForm
            label="Details"
            submit="Save"
            success="Saved."
            fields={['email', 'name']}
            changes={USER_CHANGES}
            run={(form) =>
              saveChanged(formTexts(form, ['email', 'name']), (changed) => changeUser(user.id, changed))
            }
          >
            {(errorOf) => (
              <>
                <TextField
                  name="email"
                  label="E-mail address"
                  type="email"
                  defaultValue={user.email}
                  hint="A changed address is not verified until the person signs in with it."
                  error={errorOf('email')}
                />
                <TextField name="name" label="Name" defaultValue={user.name} error={errorOf('name')} />
              </>
            )}
          </ActionForm>
        </section>
        <PlanAndRole user={user} />
      </div>
      <UserStatus user={user} />
      <UserTokens userId={user.id} />
    </>
  );
}

function PlanAndRole({ user }: { readonly user: User }) {
  const me = useMe();
  return (
    <section className="card stack" aria-labelledby="plan-and-role">
      <h2 id="plan-and-role">Plan and role</h2>
      <ActionForm
        label="Plan"
        submit="Change the plan"
        success={
          <>
            The plan is changed.{' '}
            {me?.id === user.id && user.plan === 'ENTERPRISE' ? (
              <AppLink to="/orgs">Create an organization</AppLink>
            ) : null}
          </>
        }
        fields={['plan']}
        changes={USER_CHANGES}
        run={(form) => changeUserPlan(user.id, formText(form, 'plan') as User['plan'])}
      >
        {(errorOf) => (
          <Choice
            name="plan"
            label="Plan"
            initial={user.plan}
            options={optionsOf(PLAN_LABELS)}
            error={errorOf('plan')}
          />
        )}
      </ActionForm>
      <ActionForm
        label="Role"
        submit="Change the role"
        success="The role is changed."
        fields={['role']}
        changes={USER_CHANGES}
        run={(form) => changeUserRoles(user.id, { role: formText(form, 'role') as User['role'] })}
      >
        {(errorOf) => (
          <Choice
            name="role"
            label="Role"
            hint="Administrators may use all these pages."
            initial={user.role}
            options={optionsOf(PLATFORM_ROLE_LABELS)}
            error={errorOf('role')}
          />
        )}
      </ActionForm>
      {user.registry_role === null ? null : <RegistryRole userId={user.id} role={user.registry_role} />}
    </section>
  );
}

function RegistryRole({
  userId,
  role,
}: {
  readonly userId: string;
  readonly role: NonNullable<User['registry_role']>;
}) {
  return (
    <ActionForm
      label="Role in the registry"
      submit="Change the role in the registry"
      success="The role in the registry is changed."
      fields={['registry_role']}
      changes={USER_CHANGES}
      run={(form) =>
        changeUserRoles(userId, { registry_role: formText(form, 'registry_role') as typeof role })
      }
    >
      {(errorOf) => (
        <Choice
          name="registry_role"
          label="Role in the registry"
          hint="Administrators may act on every organization of the registry."
          initial={role}
          options={optionsOf(REGISTRY_ROLE_NAMES)}
          error={errorOf('registry_role')}
        />
      )}
    </ActionForm>
  );
}

function UserStatus({ user }: { readonly user: User }) {
  const name = nameOfUser(user);
  const leave = useLeave('users');
  return (
    <section className="card" aria-labelledby="status">
      <h2 id="status">Access</h2>
      <div className="row">
        {user.status === 'SUSPENDED' ? (
          <ConfirmedAction
            label="Reactivate"
            question={`Reactivate ${name}?`}
            isDangerous={false}
            changes={USER_CHANGES}
            run={() => activateUser(user.id)}
          >
            <p>The user can sign in again, and API tokens work again. Sessions and JWTs stay ended.</p>
          </ConfirmedAction>
        ) : (
          <EndingAction
            label="Suspend"
            question={`Suspend ${name}?`}
            changes={USER_CHANGES}
            run={(revokesTokens) => suspendUser(user.id, revokesTokens)}
          >
            <p>
              All sessions of the user end at once, and the user cannot sign in again. The registry refuses
              every credential of the user, too.
            </p>
          </EndingAction>
        )}
        <EndingAction
          label="Sign out everywhere"
          question={`Sign ${name} out everywhere?`}
          changes={USER_CHANGES}
          run={(revokesTokens) => signOutUser(user.id, revokesTokens)}
        >
          <p>All sessions of the user end at once, and all JWTs of before. The user can sign in again.</p>
        </EndingAction>
        <ConfirmedAction
          label="Delete"
          look="danger"
          question={`Delete ${name}?`}
          changes={[['admin', 'totals']]}
          run={() => deleteUser(user.id)}
          done={leave}
        >
          <p>
            The user loses all memberships, and the registry refuses a local user from then on. This cannot be
            undone; the audit trail stays.
          </p>
        </ConfirmedAction>
      </div>
    </section>
  );
}
