import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { fresh } from '../../api/load.ts';
import { useChangedFields } from '../../api/use-changed-fields.ts';
import { ACCOUNT_STATUS_LABELS, PLAN_LABELS } from '../../domain/labels.ts';
import { ActionForm } from '../../ui/action-form.tsx';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { AppButtonLink, AppLink } from '../../ui/button.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { Choice, formText, formTexts, TextField } from '../../ui/fields.tsx';
import { optionsOf, ValueBadge } from '../../ui/labels.tsx';
import { PageHeader } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { useLeave } from '../use-leave.ts';
import {
  activateOrg,
  changeOrg,
  changeOrgPlan,
  deleteOrg,
  nameOfOrg,
  ORG_CHANGES,
  orgQuery,
  suspendOrg,
  type Organization,
} from './orgs.queries.ts';

const route = getRouteApi('/admin/orgs/$orgId');

/** An organization: details, plan and status. */
export function OrgPage() {
  const { orgId } = route.useParams();
  const { data: org } = useSuspenseQuery(orgQuery(orgId));
  const name = nameOfOrg(org);
  return (
    <div className="stack">
      <PageHeader
        title={name}
        above={
          <Breadcrumbs current={name}>
            <AppLink to="/admin/orgs">Organizations</AppLink>
          </Breadcrumbs>
        }
        actions={
          <>
            <AppButtonLink to="/admin/mcps" search={{ org_id: org.id }} look="secondary">
              MCPs
            </AppButtonLink>
            <AppButtonLink to="/admin/audit" search={{ of: 'org', id: org.id }} look="secondary">
              Audit
            </AppButtonLink>
          </>
        }
      />
      <section className="card" aria-labelledby="organization">
        <h2 id="organization">Organization</h2>
        <dl className="pairs">
          <dt>Status</dt>
          <dd>
            <ValueBadge labels={ACCOUNT_STATUS_LABELS} value={org.status} />
          </dd>
          <dt>Plan</dt>
          <dd>
            <ValueBadge labels={PLAN_LABELS} value={org.plan} />
          </dd>
          <dt>Slug</dt>
          <dd className="mono">{org.slug}</dd>
          <dt>Created</dt>
          <dd>
            <Time at={org.created_at} exact />
          </dd>
          <dt>Id</dt>
          <dd className="mono">{org.id}</dd>
        </dl>
      </section>
      {org.status === 'DELETED' ? null : (
        <>
          <div className="grid half">
            <Details key={org.id} org={org} />
            <Plan org={org} />
          </div>
          <OrgStatus org={org} />
        </>
      )}
    </div>
  );
}

function Details({ org }: { readonly org: Organization }) {
  const client = useQueryClient();
  const saveChanged = useChangedFields<{ name: string; display_name: string }>(org, () =>
    fresh(client, orgQuery(org.id)),
  );
  return (
    <section className="card" aria-labelledby="details">
      <h2 id="details">Details</h2>
      <ActionForm
        label="Details"
        submit="Save"
        success="Saved."
        fields={['name', 'display_name']}
        changes={ORG_CHANGES}
        run={(form) =>
          saveChanged(formTexts(form, ['name', 'display_name']), (changed) => changeOrg(org.id, changed))
        }
      >
        {(errorOf) => (
          <>
            <TextField name="name" label="Name" defaultValue={org.name} error={errorOf('name')} />
            <TextField
              name="display_name"
              label="Displayed name"
              defaultValue={org.display_name}
              error={errorOf('display_name')}
            />
          </>
        )}
      </ActionForm>
    </section>
  );
}

function Plan({ org }: { readonly org: Organization }) {
  const client = useQueryClient();
  const read = () => fresh(client, orgQuery(org.id));
  const savePlan = useChangedFields<Pick<Organization, 'plan'>>(org, read);
  const saveLimit = useChangedFields<Pick<Organization, 'api_calls_per_min'>>(org, read);
  return (
    <section className="card stack" aria-labelledby="plan">
      <h2 id="plan">Plan and limit</h2>
      <ActionForm
        label="Plan"
        submit="Change the plan"
        success="The plan is changed."
        fields={['plan']}
        changes={ORG_CHANGES}
        run={(form) =>
          savePlan({ plan: formText(form, 'plan') as Organization['plan'] }, ({ plan = org.plan }) =>
            changeOrgPlan(org.id, plan),
          )
        }
      >
        {(errorOf) => (
          <Choice
            name="plan"
            label="Plan"
            initial={org.plan}
            options={optionsOf(PLAN_LABELS)}
            error={errorOf('plan')}
          />
        )}
      </ActionForm>
      {org.plan === 'ENTERPRISE' ? (
        <ActionForm
          label="Rate limit"
          submit="Change the limit"
          success="The limit is changed."
          fields={['api_calls_per_min']}
          changes={ORG_CHANGES}
          run={(form) => {
            const limit = formText(form, 'api_calls_per_min').trim();
            return saveLimit({ api_calls_per_min: limit === '' ? null : Number(limit) }, (changed) =>
              changeOrg(org.id, changed),
            );
          }}
        >
          {(errorOf) => (
            <TextField
              name="api_calls_per_min"
              label="Requests per minute"
              type="number"
              defaultValue={String(org.api_calls_per_min ?? '')}
              hint="Empty for the limit of the plan."
              error={errorOf('api_calls_per_min')}
            />
          )}
        </ActionForm>
      ) : null}
    </section>
  );
}

function OrgStatus({ org }: { readonly org: Organization }) {
  const name = nameOfOrg(org);
  const leave = useLeave('orgs');
  return (
    <section className="card" aria-labelledby="status">
      <h2 id="status">Access</h2>
      <div className="row">
        {org.status === 'SUSPENDED' ? (
          <ConfirmedAction
            label="Reactivate"
            question={`Reactivate ${name}?`}
            isDangerous={false}
            changes={ORG_CHANGES}
            run={() => activateOrg(org.id)}
          >
            <p>Members and service tokens are accepted again.</p>
          </ConfirmedAction>
        ) : (
          <ConfirmedAction
            label="Suspend"
            question={`Suspend ${name}?`}
            changes={ORG_CHANGES}
            run={() => suspendOrg(org.id)}
          >
            <p>Its members and service tokens are refused at once.</p>
          </ConfirmedAction>
        )}
        <ConfirmedAction
          label="Delete"
          look="danger"
          question={`Delete ${name}?`}
          changes={[['admin', 'totals']]}
          run={() => deleteOrg(org.id)}
          done={leave}
        >
          <p>Its members lose their access, and its tokens end. This cannot be undone.</p>
        </ConfirmedAction>
      </div>
    </section>
  );
}
