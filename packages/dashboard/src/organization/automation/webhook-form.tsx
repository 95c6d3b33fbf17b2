import { useState } from 'react';
import { Checkbox, formText, TextField } from '../../ui/fields.tsx';
import { ChangeForm } from '../shared/forms.tsx';
import { fieldError, useChange } from '../shared/use-change.ts';
import { webhooksKey, type Webhook } from './automation.queries.ts';
import { EVENTS, type EventType } from './webhook-events.ts';

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
  const [events, setEvents] = useState<readonly EventType[]>(webhook?.events ?? EVENTS.map(([type]) => type));
  const saving = useChange({
    run: save,
    invalidates: [webhooksKey(orgId)],
    done: () => done,
    onDone: (saved) => onSaved?.(saved),
  });
  const eventsError = events.length === 0 ? 'Choose at least one event.' : fieldError(saving.error, 'events');
  return (
    <ChangeForm
      action={action}
      isPending={saving.isPending}
      failure={saving.error}
      fields={['url', 'description', 'events']}
      onSend={(form) => {
        if (events.length === 0) return;
        saving.mutate({
          url: formText(form, 'url').trim(),
          description: formText(form, 'description').trim(),
          events: EVENTS.map(([type]) => type).filter((type) => events.includes(type)),
        });
      }}
      {...(onCancel !== undefined && { onCancel })}
    >
      <TextField
        name="url"
        label="Address"
        type="url"
        defaultValue={webhook?.url ?? ''}
        placeholder="https://hooks.example.com/mcp-hub"
        maxLength={2048}
        hint="Begins with https, and is on the public internet."
        error={fieldError(saving.error, 'url')}
        isRequired
      />
      <TextField
        name="description"
        label="Description"
        defaultValue={webhook?.description ?? ''}
        maxLength={500}
        error={fieldError(saving.error, 'description')}
      />
      <div className="field">
        <fieldset className="choices one">
          <legend>Send when</legend>
          {EVENTS.map(([type, name]) => (
            <Checkbox
              key={type}
              label={
                <>
                  {name} <code className="soft">{type}</code>
                </>
              }
              isSelected={events.includes(type)}
              onChange={(isSelected) =>
                setEvents(isSelected ? [...events, type] : events.filter((other) => other !== type))
              }
            />
          ))}
        </fieldset>
        {eventsError === undefined ? null : (
          <span className="field-error" role="alert">
            {eventsError}
          </span>
        )}
      </div>
    </ChangeForm>
  );
}
