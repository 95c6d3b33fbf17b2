import { useNavigate } from '@tanstack/react-router';
import { PLAN_LABELS, PLATFORM_ROLE_LABELS } from '../../domain/labels.ts';
import { USER_CHANGES } from '../../domain/user-plan.queries.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice, formTexts, TextField } from '../../ui/fields.tsx';
import { optionsOf } from '../../ui/labels.tsx';
import { createUser, type User } from './users.queries.ts';

/** Creates a user, and shows it. */
export function CreateUserDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const navigate = useNavigate();
  return (
    <Dialog title="Create a user" isOpen={isOpen} onClose={onClose}>
      <p className="soft">
        The account waits for the person to sign in with this address, verified by the identity provider.
        Without a provider of your own, also give the person a password:{' '}
        <code>npm run -s cli -- users add NAME --email ADDRESS</code>
      </p>
      <ActionForm
        label="Create a user"
        submit="Create"
        fields={['email', 'name', 'plan', 'role']}
        changes={USER_CHANGES}
        onCancel={onClose}
        run={(form) => {
          const { plan, role, ...texts } = formTexts(form, ['email', 'name', 'plan', 'role']);
          return createUser({ ...texts, plan: plan as User['plan'], role: role as User['role'] });
        }}
        done={({ id }) => void navigate({ to: '/admin/users/$userId', params: { userId: id } })}
      >
        {(errorOf) => (
          <>
            <TextField
              name="email"
              label="E-mail address"
              type="email"
              isRequired
              autoComplete="off"
              error={errorOf('email')}
            />
            <TextField name="name" label="Name" isRequired autoComplete="off" error={errorOf('name')} />
            <Choice
              name="plan"
              label="Plan"
              initial="FREE"
              options={optionsOf(PLAN_LABELS)}
              error={errorOf('plan')}
            />
            <Choice
              name="role"
              label="Role"
              initial="USER"
              options={optionsOf(PLATFORM_ROLE_LABELS)}
              error={errorOf('role')}
            />
          </>
        )}
      </ActionForm>
    </Dialog>
  );
}
