import type { components } from '../../api/hub.js';
import { Badge, type Tone } from '../../ui/badges.tsx';
import { Button } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { LIST_PAGE } from '../shared/org.queries.ts';
import { messageOf } from '../../ui/failure.tsx';
import { useChange } from '../shared/use-change.ts';
import { redeliver, webhooksKey, type Delivery, type Webhook } from './automation.queries.ts';
import { eventName } from './webhook-events.ts';

const STATUS: Readonly<Record<string, readonly [Tone, string]>> = {
  PENDING: ['brand', 'pending'],
  DELIVERED: ['good', 'delivered'],
  DEAD: ['bad', 'given up'],
};

interface DeliveriesProps {
  readonly orgId: string;
  readonly webhook: Webhook;
  /** Nothing while they load. */
  readonly deliveries: components['schemas']['OutboundDeliveryList'] | undefined;
  readonly offset: number;
  readonly isFiltered: boolean;
  readonly onOffset: (offset: number) => void;
}

/** What was sent to a webhook, newest first. */
export function Deliveries({ orgId, webhook, deliveries, offset, isFiltered, onOffset }: DeliveriesProps) {
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
      <Pager total={deliveries.total} limit={LIST_PAGE} offset={offset} onOffset={onOffset} />
    </div>
  );
}

const isPast = (at: string): boolean => new Date(at).getTime() <= Date.now();

function DeliveryStatus({ delivery }: { readonly delivery: Delivery }) {
  const [tone, text] = STATUS[delivery.status] ?? (['neutral', delivery.status] as const);
  return (
    <div className="stack tight">
      <span className="row">
        <Badge tone={tone}>{text}</Badge>
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
  const again = useChange({
    run: () => redeliver(orgId, webhook.id, delivery.id),
    invalidates: [webhooksKey(orgId)],
    done: () => 'The event is sent again.',
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
      {again.error === null ? null : (
        <span className="field-error" role="alert">
          {messageOf(again.error)}
        </span>
      )}
    </>
  );
}
