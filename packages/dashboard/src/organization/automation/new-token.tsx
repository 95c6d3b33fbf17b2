import { useState } from 'react';
import type { ServiceTokenScope } from '../../api/catalogs.gen.ts';
import type { components } from '../../api/hub.js';
import { ActionForm } from '../../ui/action-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkboxes, Choice, formText, formTexts, TextField } from '../../ui/fields.tsx';
import type { Org } from '../shared/org.queries.ts';
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
  const [chosen, setChosen] = useState<ServiceTokenScope[]>(['ci:org']);
  const [isMissing, setMissing] = useState(false);
  return (
    <ActionForm
      submit="Create token"
      fields={['name', 'description', 'scopes', 'expires_in_days']}
      changes={[tokensKey(org.id)]}
      isReady={() => {
        setMissing(chosen.length === 0);
        return chosen.length > 0;
      }}
      run={(form) =>
        createToken(org.id, {
          ...formTexts(form, ['name', 'description']),
          scopes: chosen.map((scope) => scopeOf(scope, org.id)),
          expires_in_days: Number(formText(form, 'days')),
        })
      }
      success={({ name }) => `The token “${name}” is created.`}
      done={onCreated}
      onCancel={onClose}
    >
      {(errorOf) => (
        <>
          <TextField
            name="name"
            label="Name"
            placeholder="pipeline"
            maxLength={100}
            hint="What uses it, so that you know later what stops when you revoke it."
            error={errorOf('name')}
            isRequired
          />
          <TextField name="description" label="Description" maxLength={500} error={errorOf('description')} />
          <Checkboxes
            legend="It may"
            options={SCOPES.map(([scope, { name, hint }]) => [
              scope,
              <>
                {name} <span className="field-hint block">{hint}</span>
              </>,
            ])}
            chosen={chosen}
            onChange={setChosen}
            error={isMissing ? 'Choose what the token may do.' : errorOf('scopes')}
            isList
          />
          <Choice
            name="days"
            label="Expires after"
            initial="90"
            options={DAYS}
            error={errorOf('expires_in_days')}
          />
        </>
      )}
    </ActionForm>
  );
}
