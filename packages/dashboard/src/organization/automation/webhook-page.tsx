import { useQueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { DeliveryStatus } from '../../api/catalogs.gen.ts';
import { fresh } from '../../api/load.ts';
import { useChangedFields } from '../../api/use-changed-fields.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { Failure } from '../../ui/failure.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { choice, FilterBar, useChosen } from '../../ui/filter-bar.tsx';
import { filterOptions, type Names } from '../../ui/labels.tsx';
import { PageHeader } from '../../ui/state.tsx';
import { Time } from '../../ui/time.tsx';
import { useAction } from '../../ui/use-action.ts';
import { OrgBreadcrumb } from '../shared/org-breadcrumb.tsx';
import { useOrg, type Org } from '../shared/org.queries.ts';
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

const STATUS_NAMES: Names<DeliveryStatus> = {
  PENDING: 'Pending',
  DELIVERED: 'Delivered',
  DEAD: 'Given up',
};

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
        above={<OrgBreadcrumb to="/orgs/$org/webhooks" name="Webhooks" />}
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
            options={filterOptions(STATUS_NAMES)}
            onChange={(status) => void navigate({ search: { status: choice(status) } })}
          />
        </FilterBar>
        <Deliveries
          orgId={org.id}
          webhook={webhook}
          deliveries={deliveries}
          isFiltered={search.status !== undefined}
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
  const changes = [webhooksKey(org.id)];
  const test = useAction({
    run: () => testWebhook(org.id, webhook.id),
    changes,
    success: 'A test event is on its way; see the deliveries.',
  });
  const toggle = useAction({
    run: () => changeWebhook(org.id, webhook.id, { enabled: !webhook.enabled }),
    changes,
    success: ({ enabled }) => `The webhook is ${enabled ? 'enabled' : 'disabled'}.`,
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
          <ConfirmedAction
            label="New secret"
            name="New secret of the webhook"
            small
            question="Give the webhook a new secret?"
            verb="Replace"
            run={() => rotateWebhook(org.id, webhook.id).then(({ secret }) => onSecret(secret))}
            changes={changes}
            success="The webhook has a new secret."
            isDangerous={false}
          >
            <p>For 24 hours, events are signed with both secrets, so that the receiver can change.</p>
          </ConfirmedAction>
          <ConfirmedAction
            label="Delete"
            name="Delete the webhook"
            small
            question="Delete the webhook?"
            run={async () => {
              await deleteWebhook(org.id, webhook.id);
              await navigate({ to: '/orgs/$org/webhooks', params: { org: org.slug } });
            }}
            changes={changes}
            success="The webhook is deleted."
          >
            <p>Its deliveries are deleted with it, also those that wait.</p>
          </ConfirmedAction>
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
