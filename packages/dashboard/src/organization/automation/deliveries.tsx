import type { components } from '../../api/hub.js';
import { Button } from '../../ui/button.tsx';
import { messageOf } from '../../ui/failure.tsx';
import { FieldError } from '../../ui/fields.tsx';
import { ValueBadge, type Labels } from '../../ui/labels.tsx';
import { Pager } from '../../ui/pager.tsx';
import { State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { isPast, Time } from '../../ui/time.tsx';
import { useAction } from '../../ui/use-action.ts';
import { LIST_PAGE } from '../shared/lists.ts';
import { redeliver, webhooksKey, type Delivery, type Webhook } from './automation.queries.ts';
import { eventName } from './webhook-events.ts';

const STATUS_LABELS: Labels<Delivery['status']> = {
  PENDING: ['pending', 'brand'],
  DELIVERED: ['delivered', 'good'],
  DEAD: ['given up', 'bad'],
};

interface DeliveriesProps {
  readonly orgId: string;
  readonly webhook: Webhook;
  /** Nothing while they load. */
  readonly deliveries: components['schemas']['OutboundDeliveryList'] | undefined;
  readonly isFiltered: boolean;
}

/** What was sent to a webhook, newest first. */
export function Deliveries({ orgId, webhook, deliveries, isFiltered }: DeliveriesProps) {
  if (deliveries === undefined) return <span className="skeleton settings-wait" />;
  return (
    <div className="card flush">
      <Table
        caption="Deliveries, newest first"
        rows={deliveries.deliveries}
        keyOf={({ id }) => id}
        columns={[
          { name: 'Event', cell: ({ type }) => eventName(type) },
          { name: 'Time', cell: ({ created_at }) => <Time at={created_at} /> },
          { name: 'Status', cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
          { name: 'Attempts', kind: 'number', cell: ({ attempts }) => attempts },
          {
            name: 'Actions',
            kind: 'actions',
            cell: (delivery) =>
              webhook.enabled ? <Redeliver orgId={orgId} webhook={webhook} delivery={delivery} /> : null,
          },
        ]}
        empty={
          <State title={isFiltered ? 'Nothing found' : 'Nothing was sent yet'}>
            <p>
              {isFiltered
                ? 'No delivery has this status.'
                : 'Send a test event to see whether the receiver accepts it.'}
            </p>
          </State>
        }
      />
      <Pager total={deliveries.total} limit={LIST_PAGE} />
    </div>
  );
}

function DeliveryStatus({ delivery }: { readonly delivery: Delivery }) {
  return (
    <div className="stack tight">
      <span className="row">
        <ValueBadge labels={STATUS_LABELS} value={delivery.status} />
        {delivery.response_status === null ? null : <span>HTTP {delivery.response_status}</span>}
      </span>
      {delivery.error === null ? null : <span className="soft small">{delivery.error}</span>}
      {delivery.next_attempt_at === null || delivery.attempts === 0 ? null : (
        <span className="soft small">
          {isPast(delivery.next_attempt_at) ? (
            'next attempt at once'
          ) : (
            <>
              next attempt <Time at={delivery.next_attempt_at} />
            </>
          )}
        </span>
      )}
    </div>
  );
}

function Redeliver({
  orgId,
  webhook,
  delivery,
}: {
  readonly orgId: string;
  readonly webhook: Webhook;
  readonly delivery: Delivery;
}) {
  const again = useAction({
    run: () => redeliver(orgId, webhook.id, delivery.id),
    changes: [webhooksKey(orgId)],
    success: 'The event is sent again.',
  });
  return (
    <>
      <Button
        look="secondary"
        small
        isPending={again.isPending}
        onPress={() => again.mutate()}
        aria-label={`Send again: ${eventName(delivery.type)}`}
      >
        Send again
      </Button>
      <FieldError>{messageOf(again.error)}</FieldError>
    </>
  );
}
