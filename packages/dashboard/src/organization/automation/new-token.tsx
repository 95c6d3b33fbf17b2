import { useState } from 'react';
import type { components } from '../../api/hub.js';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox, formText, SelectField, TextField } from '../../ui/fields.tsx';
import { ChangeForm } from '../shared/forms.tsx';
import type { Org } from '../shared/org.queries.ts';
import { fieldError, useChange } from '../shared/use-change.ts';
import { createToken, tokensKey } from './automation.queries.ts';
import { scopeOf, SCOPES } from './token-scopes.ts';

/** A new token with its secret. */
export type CreatedToken = components['schemas']['CreatedServiceToken'];

const DAYS = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['180', '180 days'],
  ['365', 'A year'],
] as const;

/** Creates a service token, in a dialog. */
export function NewToken({
  org,
  isOpen,
  onClose,
  onCreated,
}: {
  readonly org: Org;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedToken) => void;
}) {
  return (
    <Dialog title="New service token" isOpen={isOpen} onClose={onClose}>
      <TokenForm org={org} onClose={onClose} onCreated={onCreated} />
    </Dialog>
  );
}

function TokenForm({
  org,
  onClose,
  onCreated,
}: {
  readonly org: Org;
  readonly onClose: () => void;
  readonly onCreated: (created: CreatedToken) => void;
}) {
  const [chosen, setChosen] = useState<readonly string[]>(['ci:org']);
  const [days, setDays] = useState<(typeof DAYS)[number][0]>('90');
  const [isMissing, setMissing] = useState(false);
  const creating = useChange({
    run: ({ name, description }: { name: string; description: string }) =>
      createToken(org.id, {
        name,
        description,
        scopes: SCOPES.filter(({ scope }) => chosen.includes(scope)).map((scope) => scopeOf(scope, org.id)),
        expires_in_days: Number(days),
      }),
    invalidates: [tokensKey(org.id)],
    done: ({ name }) => `The token “${name}” is created.`,
    onDone: onCreated,
  });
  const scopesError = isMissing ? 'Choose what the token may do.' : fieldError(creating.error, 'scopes');
  const send = (form: HTMLFormElement): void => {
    setMissing(chosen.length === 0);
    if (chosen.length === 0) return;
    creating.mutate({
      name: formText(form, 'name').trim(),
      description: formText(form, 'description').trim(),
    });
  };
  return (
    <ChangeForm
      action="Create token"
      isPending={creating.isPending}
      failure={creating.error}
      fields={['name', 'description', 'scopes', 'expires_in_days']}
      onSend={send}
      onCancel={onClose}
    >
      <TextField
        name="name"
        label="Name"
        placeholder="pipeline"
        maxLength={100}
        hint="What uses it, so that you know later what stops when you revoke it."
        error={fieldError(creating.error, 'name')}
        isRequired
      />
      <TextField
        name="description"
        label="Description"
        maxLength={500}
        error={fieldError(creating.error, 'description')}
      />
      <div className="field">
        <fieldset className="choices one">
          <legend>It may</legend>
          {SCOPES.map(({ scope, name, hint }) => (
            <Checkbox
              key={scope}
              label={
                <>
                  {name} <span className="field-hint block">{hint}</span>
                </>
              }
              isSelected={chosen.includes(scope)}
              onChange={(isSelected) =>
                setChosen(isSelected ? [...chosen, scope] : chosen.filter((other) => other !== scope))
              }
            />
          ))}
        </fieldset>
        {scopesError === undefined ? null : (
          <span className="field-error" role="alert">
            {scopesError}
          </span>
        )}
      </div>
      <SelectField
        label="Expires after"
        value={days}
        options={DAYS}
        onChange={setDays}
        error={fieldError(creating.error, 'expires_in_days')}
      />
    </ChangeForm>
  );
}
