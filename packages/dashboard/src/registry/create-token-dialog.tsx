import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../api/registry.js';
import { ActionForm, Choice } from '../ui/action-form.tsx';
import { Button } from '../ui/button.tsx';
import { Code } from '../ui/copy.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkbox, formText, TextField } from '../ui/fields.tsx';
import { Notice } from '../ui/state.tsx';
import { accountQuery, createToken, tokensQuery, type TokenScope } from './registry.queries.ts';

type CreatedToken = components['schemas']['CreatedToken'];

const DAY_SECONDS = 86_400;

/** What each scope allows. */
const SCOPES: readonly (readonly [TokenScope, string])[] = [
  ['mcp:catalog:read', 'see packages and versions'],
  ['mcp:resolve', 'resolve published versions'],
  ['mcp:resolve:prepublish', 'resolve versions that are not published'],
  ['artifact:download', 'download bundles and manifests'],
  ['evidence:read', 'download evidence'],
  ['mcp:publish', 'publish and revoke versions'],
  ['token:create', 'create tokens'],
  ['token:list', 'list tokens'],
  ['token:delete', 'revoke tokens'],
];

/** Creates an API token, and shows its secret once. */
export function CreateTokenDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const [created, setCreated] = useState<CreatedToken>();
  const close = (): void => {
    setCreated(undefined);
    onClose();
  };
  return (
    <Dialog
      title={created === undefined ? 'Create a token' : 'Copy the secret now'}
      isOpen={isOpen}
      onClose={close}
      isKept={created !== undefined}
    >
      {created === undefined ? (
        <TokenForm onCancel={close} onCreated={setCreated} />
      ) : (
        <Secret token={created} onClose={close} />
      )}
    </Dialog>
  );
}

function Secret({ token, onClose }: { readonly token: CreatedToken; readonly onClose: () => void }) {
  return (
    <>
      <Notice kind="warn">The secret is shown only here. Whoever has it can use the token.</Notice>
      <p>Programs send its id and its secret in a header:</p>
      <Code label="Header with the token" text={`Authorization: Token ${token.token_id}:${token.secret}`} />
      <div className="form-actions">
        <Button onPress={onClose}>I have copied it</Button>
      </div>
    </>
  );
}

function TokenForm({
  onCancel,
  onCreated,
}: {
  readonly onCancel: () => void;
  readonly onCreated: (token: CreatedToken) => void;
}) {
  const { data: account } = useSuspenseQuery(accountQuery);
  const [scopes, setScopes] = useState<readonly TokenScope[]>([
    'mcp:catalog:read',
    'mcp:resolve',
    'artifact:download',
  ]);
  const set = (scope: TokenScope, isSelected: boolean): void =>
    setScopes(isSelected ? [...scopes, scope] : scopes.filter((other) => other !== scope));
  return (
    <ActionForm
      label="Create a token"
      submit="Create"
      fields={['description', 'resources', 'expires_in']}
      changes={[tokensQuery.queryKey]}
      onCancel={onCancel}
      done={onCreated}
      run={(form) =>
        createToken({
          description: formText(form, 'description').trim(),
          scopes: [...scopes],
          resources: formText(form, 'resources')
            .split(/\s+/)
            .filter((pattern) => pattern !== ''),
          expires_in: Number(formText(form, 'days')) * DAY_SECONDS,
        })
      }
    >
      {(errorOf) => (
        <>
          <TextField
            name="description"
            label="Description"
            isRequired
            autoComplete="off"
            placeholder="Which program uses it"
            error={errorOf('description')}
          />
          <fieldset className="scopes">
            <legend className="field-label">Scopes</legend>
            {SCOPES.filter(([scope]) => account.scopes.includes(scope)).map(([scope, text]) => (
              <Checkbox
                key={scope}
                label={
                  <>
                    <span className="mono">{scope}</span>
                    <span className="soft small">{`: ${text}`}</span>
                  </>
                }
                isSelected={scopes.includes(scope)}
                onChange={(isSelected) => set(scope, isSelected)}
              />
            ))}
          </fieldset>
          <TextField
            name="resources"
            label="Resources"
            multiline
            isRequired
            defaultValue={account.resources.join('\n')}
            hint="One pattern in a line: org/acme/ for everything of an organization, org/acme/mcp/files for one package, catalog for the list of all."
            error={errorOf('resources')}
          />
          <Choice
            name="days"
            label="Lifetime"
            initial="30"
            options={[
              ['7', '7 days'],
              ['30', '30 days'],
              ['90', '90 days'],
              ['365', '1 year'],
            ]}
            error={errorOf('expires_in')}
          />
        </>
      )}
    </ActionForm>
  );
}
