import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { components } from '../api/registry.js';
import { ActionForm } from '../ui/action-form.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Checkboxes, Choice, formText, TextField } from '../ui/fields.tsx';
import { optionsOf, type Names } from '../ui/labels.tsx';
import { SecretDialog } from '../ui/secret-dialog.tsx';
import { accountQuery, createToken, tokensQuery, type TokenScope } from './registry.queries.ts';

type CreatedToken = components['schemas']['CreatedToken'];

const DAY_SECONDS = 86_400;

/** What each scope allows. */
const SCOPE_NAMES: Names<TokenScope> = {
  'mcp:catalog:read': 'see packages and versions',
  'mcp:resolve': 'resolve published versions',
  'mcp:resolve:prepublish': 'resolve versions that are not published',
  'artifact:download': 'download bundles and manifests',
  'evidence:read': 'download evidence',
  'mcp:publish': 'publish and revoke versions',
  'token:create': 'create tokens',
  'token:list': 'list tokens',
  'token:delete': 'revoke tokens',
};

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
    <>
      <Dialog title="Create a token" isOpen={isOpen && created === undefined} onClose={close}>
        <TokenForm onCancel={close} onCreated={setCreated} />
      </Dialog>
      <SecretDialog
        title="The new token"
        label="Header with the token"
        secret={created === undefined ? null : `Authorization: Token ${created.token_id}:${created.secret}`}
        onClose={close}
      >
        <p className="soft">Programs send its id and its secret in this header.</p>
      </SecretDialog>
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
  const [scopes, setScopes] = useState<TokenScope[]>([
    'mcp:catalog:read',
    'mcp:resolve',
    'artifact:download',
  ]);
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
          scopes,
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
          <Checkboxes
            legend="Scopes"
            options={optionsOf(SCOPE_NAMES)
              .filter(([scope]) => account.scopes.includes(scope))
              .map(([scope, text]) => [
                scope,
                <>
                  <span className="mono">{scope}</span>
                  <span className="soft small">{`: ${text}`}</span>
                </>,
              ])}
            chosen={scopes}
            onChange={setScopes}
          />
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
