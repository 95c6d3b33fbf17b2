import { fresh } from '../../api/load.ts';
import { useQueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChangedFields } from '../../api/use-changed-fields.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Failure } from '../../ui/failure.tsx';
import { PageHeader } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { Breadcrumbs } from '../shared/breadcrumbs.tsx';
import { choice, FilterBar, useChosen } from '../shared/filters.tsx';
import { ConfirmButton } from '../shared/forms.tsx';
import { useOrg, type Org } from '../shared/org.queries.ts';
import { useChange } from '../shared/use-change.ts';
import {
  changeWebhook,
  deleteWebhook,
  deliveriesQuery,
  rotateWebhook,
  testWebhook,
  webhookQuery,
  webhooksKey,
  type Webhook,
} from './automation.queries.ts';
import { Deliveries } from './deliveries.tsx';
import { WebhookForm, type WebhookFields } from './webhook-form.tsx';
import { WebhookSecret, WebhookState } from './webhooks-page.tsx';

const route = getRouteApi('/orgs/$org/webhooks/$webhookId');

const STATUSES = [
  ['', 'All'],
  ['PENDING', 'Pending'],
  ['DELIVERED', 'Delivered'],
  ['DEAD', 'Given up'],
] as const;

/** A webhook: its settings, its secret, and what was sent to it. */
export function WebhookPage() {
  const { webhookId } = route.useParams();
  return <OneWebhook key={webhookId} webhookId={webhookId} />;
}

function OneWebhook({ webhookId }: { readonly webhookId: string }) {
  const org = useOrg();
  const search = route.useSearch();
  const chosen = useChosen(search);
  const navigate = route.useNavigate();
  const { data: webhook } = useSuspenseQuery(webhookQuery(org.id, webhookId));
  const { data: deliveries } = useQuery(deliveriesQuery(org.id, webhookId, search));
  const [secret, setSecret] = useState<string | null>(null);
  const client = useQueryClient();
  const saveChanged = useChangedFields<WebhookFields>(webhook, () =>
    fresh(client, webhookQuery(org.id, webhookId)),
  );
  return (
    <div className="stack wide">
      <PageHeader
        title={webhook.url}
        above={<Breadcrumbs items={[['/orgs/$org/webhooks', 'Webhooks']]} />}
        lead={webhook.description}
      />
      <Actions org={org} webhook={webhook} onSecret={setSecret} />
      <section className="stack" aria-labelledby="deliveries">
        <h2 id="deliveries">Deliveries</h2>
        <FilterBar
          label="Filter deliveries"
          onClear={search.status === undefined ? undefined : () => void navigate({ search: {} })}
        >
          <SelectField
            label="Status"
            value={chosen.status ?? ''}
            options={STATUSES}
            onChange={(status) => void navigate({ search: { status: choice(status) } })}
          />
        </FilterBar>
        <Deliveries
          orgId={org.id}
          webhook={webhook}
          deliveries={deliveries}
          offset={search.offset ?? 0}
          isFiltered={search.status !== undefined}
          onOffset={(offset) => void navigate({ search: { ...search, offset } })}
        />
      </section>
      <section className="card" aria-labelledby="webhook-settings">
        <h2 id="webhook-settings">Settings</h2>
        <WebhookForm
          orgId={org.id}
          webhook={webhook}
          action="Save changes"
          save={(fields) => saveChanged(fields, (changed) => changeWebhook(org.id, webhookId, changed))}
          done="The webhook is changed."
        />
      </section>
      <WebhookSecret secret={secret} onClose={() => setSecret(null)} />
    </div>
  );
}

function Actions({
  org,
  webhook,
  onSecret,
}: {
  readonly org: Org;
  readonly webhook: Webhook;
  readonly onSecret: (secret: string) => void;
}) {
  const navigate = useNavigate();
  const invalidates = [webhooksKey(org.id)];
  const test = useChange({
    run: () => testWebhook(org.id, webhook.id),
    invalidates,
    done: () => 'A test event is on its way; see the deliveries.',
  });
  const toggle = useChange({
    run: () => changeWebhook(org.id, webhook.id, { enabled: !webhook.enabled }),
    invalidates,
    done: ({ enabled }) => `The webhook is ${enabled ? 'enabled' : 'disabled'}.`,
  });
  const failure = test.error ?? toggle.error;
  return (
    <section className="card stack" aria-label="State">
      <div className="row apart">
        <WebhookState webhook={webhook} />
        <div className="row">
          {webhook.enabled ? (
            <Button look="secondary" small isPending={test.isPending} onPress={() => test.mutate()}>
              Send a test event
            </Button>
          ) : null}
          <Button look="secondary" small isPending={toggle.isPending} onPress={() => toggle.mutate()}>
            {webhook.enabled ? 'Disable' : 'Enable'}
          </Button>
          <ConfirmButton
            label="New secret"
            name="New secret of the webhook"
            title="Give the webhook a new secret?"
            action="Replace"
            run={() => rotateWebhook(org.id, webhook.id).then(({ secret }) => onSecret(secret))}
            invalidates={invalidates}
            done="The webhook has a new secret."
            isDangerous={false}
          >
            <p>For 24 hours, events are signed with both secrets, so that the receiver can change.</p>
          </ConfirmButton>
          <ConfirmButton
            label="Delete"
            name="Delete the webhook"
            title="Delete the webhook?"
            action="Delete"
            run={async () => {
              await deleteWebhook(org.id, webhook.id);
              await navigate({ to: '/orgs/$org/webhooks', params: { org: org.slug } });
            }}
            invalidates={invalidates}
            done="The webhook is deleted."
          >
            <p>Its deliveries are deleted with it, also those that wait.</p>
          </ConfirmButton>
        </div>
      </div>
      {webhook.old_secret_until === null ? null : (
        <p className="soft small">
          The secret before signs too until <Time at={webhook.old_secret_until} exact />.
        </p>
      )}
      <Failure error={failure} />
    </section>
  );
}
