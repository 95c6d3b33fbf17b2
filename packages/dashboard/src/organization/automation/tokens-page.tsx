import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { isPast, Time } from '../../ui/time.tsx';
import { GateRequest } from '../shared/gate-request.tsx';
import { ListSearchBar } from '../shared/list-search-bar.tsx';
import { LIST_PAGE } from '../shared/lists.ts';
import { useOrg, type Org } from '../shared/org.queries.ts';
import { revokeToken, tokensKey, tokensQuery, type Token } from './automation.queries.ts';
import { NewToken, type CreatedToken } from './new-token.tsx';
import { asksGate, scopeName } from './token-scopes.ts';

const route = getRouteApi('/orgs/$org/tokens');

/** The service tokens of the organization. */
export function TokensPage() {
  const org = useOrg();
  const search = route.useSearch();
  const { data } = useSuspenseQuery(tokensQuery(org.id, search));
  const isSearched = search.q !== undefined;
  const [isCreating, setCreating] = useState(false);
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const create = <Button onPress={() => setCreating(true)}>New service token</Button>;
  return (
    <div className="stack wide">
      <PageHeader
        title="Service tokens"
        lead="Credentials of pipelines and programs. They belong to the organization, not to who has created them."
        actions={create}
      />
      <ListSearchBar label="Search service tokens" q={search.q} total={data.total} />
      <section className="card flush" aria-label="Service tokens">
        <Table
          caption="Service tokens, newest first"
          rows={data.tokens}
          keyOf={({ id }) => id}
          columns={columns(org)}
          empty={
            isSearched ? (
              <State title="Nothing found">
                <p>No token has all these words in its name or description.</p>
              </State>
            ) : (
              <State title="No service tokens yet">
                <p>A pipeline needs one to ask the gate which servers may run.</p>
                {create}
              </State>
            )
          }
        />
        <Pager total={data.total} limit={LIST_PAGE} />
      </section>
      <NewToken
        org={org}
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onCreated={(token) => {
          setCreating(false);
          setCreated(token);
        }}
      />
      <SecretDialog
        title="The new service token"
        label="Service token"
        secret={created?.token ?? null}
        onClose={() => setCreated(null)}
      >
        <p className="soft">
          Put it into the secrets of your pipeline. Requests send it as <code>Authorization: Bearer …</code>.
        </p>
        {created?.scopes.some(asksGate) ? <GateRequest org={org} token={created.token} /> : null}
      </SecretDialog>
    </div>
  );
}

const columns = (org: Org): Column<Token>[] => [
  {
    name: 'Token',
    cell: ({ name, description, token_prefix }) => (
      <div className="stack tight">
        <span>
          <strong>{name}</strong> <code className="soft">{token_prefix}…</code>
        </span>
        {description === '' ? null : <span className="soft small">{description}</span>}
      </div>
    ),
  },
  {
    name: 'May',
    cell: ({ scopes }) => (
      <ul className="plain">
        {scopes.map((scope) => (
          <li key={scope}>{scopeName(scope)}</li>
        ))}
      </ul>
    ),
  },
  { name: 'State', cell: (token) => <TokenState token={token} /> },
  {
    name: 'Last used',
    cell: ({ last_used_at }) => <Time at={last_used_at} none="never" />,
  },
  {
    name: 'Actions',
    kind: 'actions',
    cell: ({ id, name, revoked_at, expires_at }) =>
      revoked_at !== null || isPast(expires_at) ? null : (
        <ConfirmedAction
          label="Revoke"
          name={`Revoke ${name}`}
          small
          question={`Revoke the token “${name}”?`}
          run={() => revokeToken(org.id, id)}
          changes={[tokensKey(org.id)]}
          success={`The token “${name}” is revoked.`}
        >
          <p>
            It and the tokens that it has created stop working at once, and for good. What uses it needs a new
            token.
          </p>
        </ConfirmedAction>
      ),
  },
];

function TokenState({ token }: { readonly token: Token }) {
  const { revoked_at, expires_at, creator_lacks_role } = token;
  if (revoked_at !== null) {
    return (
      <span>
        <Badge>revoked</Badge> <Time at={revoked_at} />
      </span>
    );
  }
  if (isPast(expires_at)) {
    return (
      <span>
        <Badge>expired</Badge> <Time at={expires_at} />
      </span>
    );
  }
  return (
    <div className="stack tight">
      <span>
        {creator_lacks_role ? <Badge tone="warn">without rights</Badge> : <Badge tone="good">valid</Badge>}
      </span>
      <span className="soft small">
        {creator_lacks_role ? 'Its creator is no longer an administrator.' : 'expires '}
        {creator_lacks_role ? null : <Time at={expires_at} />}
      </span>
    </div>
  );
}
