import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { PLAN_LABELS } from '../../domain/labels.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { AppButtonLink, Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Choice, formTexts, TextField } from '../../ui/fields.tsx';
import { optionsOf } from '../../ui/labels.tsx';
import { Notice } from '../../ui/state.tsx';
import { createOrg, ORG_CHANGES, type Organization } from './orgs.queries.ts';

/** Creates an organization with its owner, and shows it. */
export function CreateOrgDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const [created, setCreated] = useState<{ id: string; mail_sent?: boolean }>();
  const close = (): void => {
    setCreated(undefined);
    onClose();
  };
  return (
    <Dialog title="Create an organization" isOpen={isOpen} onClose={close}>
      {created?.mail_sent === false ? (
        <NotMailed orgId={created.id} onClose={close} />
      ) : (
        <CreateOrgForm onCancel={close} onCreated={setCreated} />
      )}
    </Dialog>
  );
}

/** The owner was invited, but no mail goes out. */
function NotMailed({ orgId, onClose }: { readonly orgId: string; readonly onClose: () => void }) {
  return (
    <>
      <Notice kind="warn">
        The organization is created and its owner is invited, but no mail was sent. Tell the person to sign in
        and to accept the invitation.
      </Notice>
      <div className="form-actions">
        <AppButtonLink to="/admin/orgs/$orgId" params={{ orgId }}>
          Show the organization
        </AppButtonLink>
        <Button look="secondary" onPress={onClose}>
          Close
        </Button>
      </div>
    </>
  );
}

function CreateOrgForm({
  onCancel,
  onCreated,
}: {
  readonly onCancel: () => void;
  readonly onCreated: (org: { id: string; mail_sent?: boolean }) => void;
}) {
  const navigate = useNavigate();
  return (
    <ActionForm
      label="Create an organization"
      submit="Create"
      fields={['display_name', 'name', 'slug', 'owner_email', 'plan']}
      changes={ORG_CHANGES}
      onCancel={onCancel}
      run={(form) => {
        const {
          name,
          slug,
          plan,
          owner_email: owner,
        } = formTexts(form, ['name', 'slug', 'plan', 'owner_email']);
        return createOrg({
          name,
          display_name: name,
          slug,
          plan: plan as Organization['plan'],
          ...(owner === '' ? {} : { owner_email: owner }),
        });
      }}
      done={(org) => {
        if (org.mail_sent === false) onCreated(org);
        else void navigate({ to: '/admin/orgs/$orgId', params: { orgId: org.id } });
      }}
    >
      {(errorOf) => (
        <>
          <TextField
            name="name"
            label="Name"
            isRequired
            autoComplete="off"
            error={errorOf('name') ?? errorOf('display_name')}
          />
          <TextField
            name="slug"
            label="Slug"
            isRequired
            autoComplete="off"
            hint="Part of addresses and package names, such as acme. It cannot be changed."
            error={errorOf('slug')}
          />
          <TextField
            name="owner_email"
            label="E-mail address of the owner"
            type="email"
            autoComplete="off"
            hint="Becomes a member at once if the address is verified here, and is invited otherwise."
            error={errorOf('owner_email')}
          />
          <Choice
            name="plan"
            label="Plan"
            initial="FREE"
            options={optionsOf(PLAN_LABELS)}
            error={errorOf('plan')}
          />
        </>
      )}
    </ActionForm>
  );
}
