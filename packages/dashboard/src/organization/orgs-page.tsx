import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { bodyOf, hub } from '../api/client.ts';
import { changeUserPlan, USER_CHANGES } from '../admin/users/users.queries.ts';
import { meQuery, useMe, type Me } from '../session/session.ts';
import { Badge } from '../ui/badges.tsx';
import { AppLink, Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formText, TextField } from '../ui/fields.tsx';
import { Failure } from '../ui/failure.tsx';
import { PageHeader, State } from '../ui/state.tsx';
import { ChangeForm } from './shared/forms.tsx';
import { orgsQuery, ROLE_NAMES, type Organization, type Role } from './shared/org.queries.ts';
import { fieldError, useChange } from './shared/use-change.ts';

/** Names of the plans for readers. */
export const PLAN_NAMES: Readonly<Record<string, string>> = {
  FREE: 'Free',
  PRO: 'Pro',
  ENTERPRISE: 'Enterprise',
};

/** The organizations of the reader, who creates one here if their plan allows it. */
export function OrgsPage() {
  const me = useMe();
  const { data } = useSuspenseQuery(orgsQuery);
  const [isCreating, setCreating] = useState(false);
  const create =
    me?.plan === 'ENTERPRISE' ? (
      <Button onPress={() => setCreating(true)}>New organization</Button>
    ) : undefined;
  return (
    <div className="stack wide">
      <PageHeader
        title="Organizations"
        lead="An organization keeps private MCPs, decides which servers may run, and proves it."
        actions={create}
      />
      {data.orgs.length === 0 ? (
        <section className="card">
          <State title="You are in no organization yet">
            {create === undefined ? (
              <NoPlan me={me} />
            ) : (
              <p>Create one for your company or team, and invite your colleagues.</p>
            )}
            <div className="row">
              {create}
              <AppLink to="/invitations">See my invitations</AppLink>
            </div>
          </State>
        </section>
      ) : (
        <ul className="plain grid">
          {data.orgs.map((org) => (
            <li key={org.id}>
              <OrgCard org={org} role={me?.orgs.find(({ id }) => id === org.id)?.role} />
            </li>
          ))}
        </ul>
      )}
      <NewOrganization isOpen={isCreating} onClose={() => setCreating(false)} />
    </div>
  );
}

/** How a reader whose plan has no organizations gets to one. Administrators of the platform give plans, also to themselves. */
function NoPlan({ me }: { readonly me: Me | null }) {
  const giving = useChange({
    run: (userId: string) => changeUserPlan(userId, 'ENTERPRISE'),
    invalidates: USER_CHANGES,
  });
  if (me?.role !== 'PLATFORM_ADMIN') {
    return (
      <p>
        Ask an administrator of your organization for an invitation. To create an organization of your own,
        you need the Enterprise plan, which whoever runs this service gives.
      </p>
    );
  }
  return (
    <>
      <p>
        Creating one needs the Enterprise plan. You administer this platform, so you can put yourself on it,
        and others under <AppLink to="/admin/users">Users</AppLink>.
      </p>
      <Failure error={giving.error} />
      <Button isPending={giving.isPending} onPress={() => giving.mutate(me.id)}>
        Put me on the Enterprise plan
      </Button>
    </>
  );
}

function OrgCard({ org, role }: { readonly org: Organization; readonly role: Role | undefined }) {
  return (
    <article className="card stack tight">
      <h2>
        <AppLink to="/orgs/$org" params={{ org: org.slug }}>
          {org.display_name}
        </AppLink>
      </h2>
      <code className="soft">{org.slug}</code>
      <div className="row">
        <Badge tone={org.plan === 'ENTERPRISE' ? 'brand' : 'neutral'}>
          {PLAN_NAMES[org.plan] ?? org.plan}
        </Badge>
        {role === undefined ? null : <Badge>{ROLE_NAMES[role]}</Badge>}
        {org.status === 'ACTIVE' ? null : <Badge tone="warn">{org.status.toLowerCase()}</Badge>}
      </div>
    </article>
  );
}

function NewOrganization({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const creating = useChange({
    run: async (body: { name: string; slug: string; display_name: string }) => {
      const org = await bodyOf(hub.POST('/api/v1/orgs', { body }));
      // The page of the organization finds it among the reader's memberships.
      await queryClient.refetchQueries({ queryKey: meQuery.queryKey });
      return org;
    },
    invalidates: [orgsQuery.queryKey],
    onDone: ({ slug }) => void navigate({ to: '/orgs/$org', params: { org: slug } }),
  });
  return (
    <Dialog title="New organization" isOpen={isOpen} onClose={onClose}>
      <ChangeForm
        action="Create organization"
        isPending={creating.isPending}
        failure={creating.error}
        fields={['name', 'slug', 'display_name']}
        onSend={(form) =>
          creating.mutate({
            name: formText(form, 'display_name').trim(),
            display_name: formText(form, 'display_name').trim(),
            slug: formText(form, 'slug').trim(),
          })
        }
        onCancel={onClose}
      >
        <TextField
          name="display_name"
          label="Name"
          placeholder="Acme Corporation"
          maxLength={100}
          error={fieldError(creating.error, 'display_name') ?? fieldError(creating.error, 'name')}
          isRequired
        />
        <TextField
          name="slug"
          label="Slug"
          placeholder="acme"
          maxLength={39}
          hint="The owner in the names of its MCPs, such as acme/files. Small letters, digits and hyphens. It cannot be changed later."
          error={fieldError(creating.error, 'slug')}
          isRequired
        />
      </ChangeForm>
    </Dialog>
  );
}
