import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Role } from '../api/catalogs.gen.ts';
import { bodyOf, hub } from '../api/client.ts';
import { PLAN_LABELS, ROLE_NAMES } from '../domain/labels.ts';
import { orgsQuery, type Organization } from '../domain/orgs.queries.ts';
import { changeUserPlan, USER_CHANGES } from '../domain/user-plan.queries.ts';
import { meQuery, useMe, type Me } from '../session/session.ts';
import { ActionForm } from '../ui/action-form.tsx';
import { Badge } from '../ui/badge.tsx';
import { AppLink, Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Failure } from '../ui/failure.tsx';
import { formTexts, TextField } from '../ui/fields.tsx';
import { ValueBadge } from '../ui/labels.tsx';
import { PageHeader, State } from '../ui/state.tsx';
import { useAction } from '../ui/use-action.ts';

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
  const giving = useAction({
    run: (userId: string) => changeUserPlan(userId, 'ENTERPRISE'),
    changes: USER_CHANGES,
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
        <ValueBadge labels={PLAN_LABELS} value={org.plan} />
        {role === undefined ? null : <Badge>{ROLE_NAMES[role]}</Badge>}
        {org.status === 'ACTIVE' ? null : <Badge tone="warn">{org.status.toLowerCase()}</Badge>}
      </div>
    </article>
  );
}

function NewOrganization({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return (
    <Dialog title="New organization" isOpen={isOpen} onClose={onClose}>
      <ActionForm
        submit="Create organization"
        fields={['name', 'slug', 'display_name']}
        changes={[orgsQuery.queryKey]}
        run={async (form) => {
          const names = formTexts(form, ['display_name', 'slug']);
          const body = { ...names, name: names.display_name };
          const org = await bodyOf(hub.POST('/api/v1/orgs', { body }));
          // The page of the organization finds it among the reader's memberships.
          await queryClient.refetchQueries({ queryKey: meQuery.queryKey });
          return org;
        }}
        done={({ slug }) => void navigate({ to: '/orgs/$org', params: { org: slug } })}
        onCancel={onClose}
      >
        {(errorOf) => (
          <>
            <TextField
              name="display_name"
              label="Name"
              placeholder="Acme Corporation"
              maxLength={100}
              error={errorOf('display_name') ?? errorOf('name')}
              isRequired
            />
            <TextField
              name="slug"
              label="Slug"
              placeholder="acme"
              maxLength={39}
              hint="The owner in the names of its MCPs, such as acme/files. Small letters, digits and hyphens. It cannot be changed later."
              error={errorOf('slug')}
              isRequired
            />
          </>
        )}
      </ActionForm>
    </Dialog>
  );
}
