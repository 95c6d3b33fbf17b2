import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fresh } from '../../api/load.ts';
import { useChangedFields } from '../../api/use-changed-fields.ts';
import { PLAN_LABELS } from '../../domain/labels.ts';
import { orgsQuery } from '../../domain/orgs.queries.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Checkbox, formTexts, TextField } from '../../ui/fields.tsx';
import { ValueBadge } from '../../ui/labels.tsx';
import { PageHeader } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { orgQuery, useOrg, type Org } from '../shared/org.queries.ts';
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
            <ValueBadge labels={PLAN_LABELS} value={org.view.plan} />
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
      {org.can('org:edit') ? <OrgNames key={org.id} org={org} /> : null}
      {org.can('audit:read') && org.view.plan === 'ENTERPRISE' ? <RetentionSection org={org} /> : null}
    </div>
  );
}

const NAME_FIELDS = ['name', 'display_name'] as const;

function OrgNames({ org }: { readonly org: Org }) {
  const client = useQueryClient();
  const saveChanged = useChangedFields<{ name: string; display_name: string }>(org.view, () =>
    fresh(client, orgQuery(org.id)),
  );
  return (
    <section className="card" aria-labelledby="names">
      <h2 id="names">Names</h2>
      <ActionForm
        submit="Save names"
        fields={NAME_FIELDS}
        changes={[orgQuery(org.id).queryKey, orgsQuery.queryKey]}
        run={(form) =>
          saveChanged(formTexts(form, NAME_FIELDS), (changed) => changeOrganization(org.id, changed))
        }
        success="The names are changed."
      >
        {(errorOf) => (
          <div className="columns">
            <TextField
              name="display_name"
              label="Display name"
              defaultValue={org.view.display_name}
              maxLength={200}
              hint="What people see."
              error={errorOf('display_name')}
              isRequired
            />
            <TextField
              name="name"
              label="Name"
              defaultValue={org.view.name}
              maxLength={100}
              hint="What reports and compliance platforms show."
              error={errorOf('name')}
              isRequired
            />
          </div>
        )}
      </ActionForm>
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

const RETENTION_FIELDS = ['audit_months', 'evaluation_months'] as const;

function RetentionForm({ org, retention }: { readonly org: Org; readonly retention: Retention }) {
  const client = useQueryClient();
  const saveChanged = useChangedFields<Retention>(retention, () => fresh(client, retentionQuery(org.id)));
  const [keepsAll, setKeepsAll] = useState(retention.audit_months === null);
  return (
    <ActionForm
      submit="Save retention"
      fields={RETENTION_FIELDS}
      changes={[retentionQuery(org.id).queryKey]}
      run={(form) => {
        const { audit_months: audit, evaluation_months: evaluations } = formTexts(form, RETENTION_FIELDS);
        const body = {
          audit_months: keepsAll ? null : Number(audit),
          evaluation_months: Number(evaluations),
        };
        return saveChanged(body, () => changeRetention(org.id, body));
      }}
      success="The retention is changed, from the next daily run on."
    >
      {(errorOf) => (
        <>
          <p className="soft">
            Older records are sealed: stored as a signed file, and removed from the lists. What is sealed
            stays sealed.
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
                error={errorOf('audit_months')}
                isRequired
              />
            )}
            <TextField
              name="evaluation_months"
              label="Months of evaluations"
              type="number"
              defaultValue={String(retention.evaluation_months)}
              hint="From 1 to 120."
              error={errorOf('evaluation_months')}
              isRequired
            />
          </div>
        </>
      )}
    </ActionForm>
  );
}
