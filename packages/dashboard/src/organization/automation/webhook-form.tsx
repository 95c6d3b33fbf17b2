import { useState } from 'react';
import { ActionForm } from '../../ui/action-form.tsx';
import { Checkboxes, formTexts, TextField } from '../../ui/fields.tsx';
import { optionsOf } from '../../ui/labels.tsx';
import { webhooksKey, type Webhook } from './automation.queries.ts';
import { EVENT_NAMES, type EventType } from './webhook-events.ts';

/** The fields of a webhook. */
export interface WebhookFields {
  readonly url: string;
  readonly description: string;
  readonly events: EventType[];
}

interface WebhookFormProps<Saved extends Webhook> {
  readonly orgId: string;
  /** The webhook that is edited; nothing for a new one. */
  readonly webhook?: Webhook;
  readonly action: string;
  readonly save: (fields: WebhookFields) => Promise<Saved>;
  readonly done: string;
  readonly onSaved?: (saved: Saved) => void;
  readonly onCancel?: () => void;
}

/** The form of a webhook. */
export function WebhookForm<Saved extends Webhook>({
  orgId,
  webhook,
  action,
  save,
  done,
  onSaved,
  onCancel,
}: WebhookFormProps<Saved>) {
  const [events, setEvents] = useState<EventType[]>(
    webhook?.events ?? optionsOf(EVENT_NAMES).map(([type]) => type),
  );
  return (
    <ActionForm
      submit={action}
      fields={['url', 'description', 'events']}
      changes={[webhooksKey(orgId)]}
      isReady={() => events.length > 0}
      run={(form) => save({ ...formTexts(form, ['url', 'description']), events })}
      success={done}
      done={onSaved}
      onCancel={onCancel}
    >
      {(errorOf) => (
        <>
          <TextField
            name="url"
            label="Address"
            type="url"
            defaultValue={webhook?.url ?? ''}
            placeholder="https://hooks.example.com/mcp-hub"
            maxLength={2048}
            hint="Begins with https, and is on the public internet."
            error={errorOf('url')}
            isRequired
          />
          <TextField
            name="description"
            label="Description"
            defaultValue={webhook?.description ?? ''}
            maxLength={500}
            error={errorOf('description')}
          />
          <Checkboxes
            legend="Send when"
            options={optionsOf(EVENT_NAMES).map(([type, name]) => [
              type,
              <>
                {name} <code className="soft">{type}</code>
              </>,
            ])}
            chosen={events}
            onChange={setEvents}
            error={events.length === 0 ? 'Choose at least one event.' : errorOf('events')}
            isList
          />
        </>
      )}
    </ActionForm>
  );
}
