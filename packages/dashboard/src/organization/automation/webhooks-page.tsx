import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { AppLink, Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { Names } from '../../ui/labels.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useOrg } from '../shared/org.queries.ts';
import { createWebhook, webhooksQuery, type Webhook } from './automation.queries.ts';
import { eventName } from './webhook-events.ts';
import { WebhookForm } from './webhook-form.tsx';

/** The webhooks of the organization. */
export function WebhooksPage() {
  const org = useOrg();
  const { data } = useSuspenseQuery(webhooksQuery(org.id));
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const create = <Button onPress={() => setCreating(true)}>New webhook</Button>;
  return (
    <div className="stack wide">
      <PageHeader
        title="Webhooks"
        lead="Tell other systems what happens, such as a chat or an incident tool. Events are signed JSON in the form of Standard Webhooks."
        actions={create}
      />
      <section className="card flush" aria-label="Webhooks">
        <Table
          caption="Webhooks, oldest first"
          rows={data.webhooks}
          keyOf={({ id }) => id}
          columns={[
            {
              name: 'Webhook',
              cell: ({ id, url, description }) => (
                <div className="stack tight">
                  <AppLink to="/orgs/$org/webhooks/$webhookId" params={{ org: org.slug, webhookId: id }}>
                    {url}
                  </AppLink>
                  {description === '' ? null : <span className="soft small">{description}</span>}
                </div>
              ),
            },
            {
              name: 'Events',
              cell: ({ events }) => (
                <ul className="plain">
                  {events.map((type) => (
                    <li key={type}>{eventName(type)}</li>
                  ))}
                </ul>
              ),
            },
            { name: 'State', cell: (webhook) => <WebhookState webhook={webhook} /> },
            {
              name: 'Last success',
              cell: ({ last_success_at }) => <Time at={last_success_at} none="none yet" />,
            },
          ]}
          empty={
            <State title="No webhooks yet">
              <p>Make one to hear of new findings and of failed pipelines at once.</p>
              {create}
            </State>
          }
        />
      </section>
      <Dialog title="New webhook" isOpen={isCreating} onClose={() => setCreating(false)}>
        <WebhookForm
          orgId={org.id}
          action="Create webhook"
          save={(fields) => createWebhook(org.id, fields)}
          done="The webhook is created."
          onSaved={(created) => {
            setCreating(false);
            setSecret(created.secret);
          }}
          onCancel={() => setCreating(false)}
        />
      </Dialog>
      <WebhookSecret secret={secret} onClose={() => setSecret(null)} />
    </div>
  );
}

/** Shows the secret of a webhook the only time. */
export const WebhookSecret = ({
  secret,
  onClose,
}: {
  readonly secret: string | null;
  readonly onClose: () => void;
}) => (
  <SecretDialog title="The secret of the webhook" label="Secret" secret={secret} onClose={onClose}>
    <p className="soft">
      The receiver verifies the header <code>webhook-signature</code> with it; every library for Standard
      Webhooks takes it as it is.
    </p>
  </SecretDialog>
);

const REASONS: Names<NonNullable<Webhook['disabled_reason']>> = {
  gone: 'The receiver has answered that it is gone (410).',
  failing: 'Nothing could be delivered for three days.',
};

/** Whether a webhook is enabled, and why not. */
export const WebhookState = ({ webhook }: { readonly webhook: Webhook }) => (
  <div className="stack tight">
    <span>{webhook.enabled ? <Badge tone="good">enabled</Badge> : <Badge tone="warn">disabled</Badge>}</span>
    {webhook.disabled_reason === null ? null : (
      <span className="soft small">{REASONS[webhook.disabled_reason]}</span>
    )}
  </div>
);
