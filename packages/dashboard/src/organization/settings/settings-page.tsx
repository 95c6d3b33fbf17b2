import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fresh } from '../../api/load.ts';
import { useChangedFields } from '../../api/use-changed-fields.ts';
import { PLAN_NAMES } from '../orgs-page.tsx';
import { Badge } from '../../ui/badges.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Checkbox, formText, TextField } from '../../ui/fields.tsx';
import { PageHeader } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { ChangeForm } from '../shared/forms.tsx';
import { orgQuery, orgsQuery, useOrg, type Org } from '../shared/org.queries.ts';
import { fieldError, useChange } from '../shared/use-change.ts';
import { changeOrganization, changeRetention, retentionQuery, type Retention } from './settings.queries.ts';

/** Names, plan and retention of the organization. */
export function SettingsPage() {
  const org = useOrg();
  return (
    <div className="stack wide">
      <PageHeader title="Settings" />
      <section className="card" aria-labelledby="facts">
        <h2 id="facts">Organization</h2>
        <dl className="pairs">
          <dt>Slug</dt>
          <dd>
            <code>{org.slug}</code> <span className="soft">(cannot be changed)</span>
          </dd>
          <dt>Id</dt>
          <dd className="row">
            <code>{org.id}</code>
            <CopyButton text={org.id} />
          </dd>
          <dt>Plan</dt>
          <dd>
            <Badge tone={org.view.plan === 'ENTERPRISE' ? 'brand' : 'neutral'}>
              {PLAN_NAMES[org.view.plan] ?? org.view.plan}
            </Badge>
            {org.view.plan === 'ENTERPRISE' ? null : (
              <span className="soft"> Policies, areas, reports and webhooks need the Enterprise plan.</span>
            )}
          </dd>
          <dt>Requests per minute</dt>
          <dd>{org.view.api_calls_per_min ?? 'the limit of the plan'}</dd>
          <dt>Created</dt>
          <dd>
            <Time at={org.view.created_at} exact />
          </dd>
        </dl>
      </section>
      {org.can('org:edit') ? <Names key={org.id} org={org} /> : null}
      {org.can('audit:read') && org.view.plan === 'ENTERPRISE' ? <RetentionSection org={org} /> : null}
    </div>
  );
}

function Names({ org }: { readonly org: Org }) {
  const client = useQueryClient();
  const saveChanged = useChangedFields<{ name: string; display_name: string }>(org.view, () =>
    fresh(client, orgQuery(org.id)),
  );
  const saving = useChange({
    run: (body: { name: string; display_name: string }) =>
      saveChanged(body, (changed) => changeOrganization(org.id, changed)),
    invalidates: [orgQuery(org.id).queryKey, orgsQuery.queryKey],
    done: () => 'The names are changed.',
  });
  return (
    <section className="card" aria-labelledby="names">
      <h2 id="names">Names</h2>
      <ChangeForm
        action="Save names"
        isPending={saving.isPending}
        failure={saving.error}
        fields={['name', 'display_name']}
        onSend={(form) =>
          saving.mutate({
            name: formText(form, 'name').trim(),
            display_name: formText(form, 'display_name').trim(),
          })
        }
      >
        <div className="columns">
          <TextField
            name="display_name"
            label="Display name"
            defaultValue={org.view.display_name}
            maxLength={200}
            hint="What people see."
            error={fieldError(saving.error, 'display_name')}
            isRequired
          />
          <TextField
            name="name"
            label="Name"
            defaultValue={org.view.name}
            maxLength={100}
            hint="What reports and compliance platforms show."
            error={fieldError(saving.error, 'name')}
            isRequired
          />
        </div>
      </ChangeForm>
    </section>
  );
}

function RetentionSection({ org }: { readonly org: Org }) {
  const { data } = useSuspenseQuery(retentionQuery(org.id));
  return (
    <section className="card" aria-labelledby="retention">
      <h2 id="retention">Retention</h2>
      {org.can('org:edit') ? (
        <RetentionForm key={org.id} org={org} retention={data} />
      ) : (
        <p>{retentionText(data)}</p>
      )}
    </section>
  );
}

const retentionText = ({ audit_months, evaluation_months }: Retention): string =>
  `Audit events stay ${audit_months === null ? 'for ever' : `for ${audit_months} months`}, evaluations for ${evaluation_months} months.`;

const DEFAULT_AUDIT_MONTHS = 24;

function RetentionForm({ org, retention }: { readonly org: Org; readonly retention: Retention }) {
  const client = useQueryClient();
  const saveChanged = useChangedFields<Retention>(retention, () => fresh(client, retentionQuery(org.id)));
  const [keepsAll, setKeepsAll] = useState(retention.audit_months === null);
  const saving = useChange({
    run: (body: Retention) => saveChanged(body, () => changeRetention(org.id, body)),
    invalidates: [retentionQuery(org.id).queryKey],
    done: () => 'The retention is changed, from the next daily run on.',
  });
  return (
    <ChangeForm
      action="Save retention"
      isPending={saving.isPending}
      failure={saving.error}
      fields={['audit_months', 'evaluation_months']}
      onSend={(form) =>
        saving.mutate({
          audit_months: keepsAll ? null : Number(formText(form, 'audit_months')),
          evaluation_months: Number(formText(form, 'evaluation_months')),
        })
      }
    >
      <p className="soft">
        Older records are sealed: stored as a signed file, and removed from the lists. What is sealed stays
        sealed.
      </p>
      <Checkbox label="Keep audit events for ever" isSelected={keepsAll} onChange={setKeepsAll} />
      <div className="columns">
        {keepsAll ? null : (
          <TextField
            name="audit_months"
            label="Months of audit events"
            type="number"
            defaultValue={String(retention.audit_months ?? DEFAULT_AUDIT_MONTHS)}
            hint="From 12 to 120."
            error={fieldError(saving.error, 'audit_months')}
            isRequired
          />
        )}
        <TextField
          name="evaluation_months"
          label="Months of evaluations"
          type="number"
          defaultValue={String(retention.evaluation_months)}
          hint="From 1 to 120."
          error={fieldError(saving.error, 'evaluation_months')}
          isRequired
        />
      </div>
    </ChangeForm>
  );
}
