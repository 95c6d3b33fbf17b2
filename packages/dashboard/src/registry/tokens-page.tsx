import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmedAction } from '../ui/confirmed-action.tsx';
import { PageHeader, State } from '../ui/state.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { isPast, Time } from '../ui/time.tsx';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { deleteToken, tokensQuery, type TokenEntry } from './registry.queries.ts';

const COLUMNS: readonly Column<TokenEntry>[] = [
  {
    name: 'Token',
    cell: ({ description, token_id: id }) => (
      <>
        {description === '' ? 'Without description' : description}
        <div className="soft small mono">{id}</div>
      </>
    ),
  },
  { name: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
  { name: 'Resources', cell: ({ resources }) => <span className="mono">{resources.join(', ')}</span> },
  {
    name: 'Expires',
    cell: ({ expires_at: at }) => (isPast(at) ? <Badge tone="warn">expired</Badge> : <Time at={at} />),
  },
  {
    name: 'Actions',
    kind: 'actions',
    cell: ({ token_id: id, description }) => (
      <ConfirmedAction
        label="Revoke"
        question={`Revoke ${description === '' ? id : description}?`}
        small
        changes={[tokensQuery.queryKey]}
        run={() => deleteToken(id)}
      >
        <p>Programs that use the token are refused at once. This cannot be undone.</p>
      </ConfirmedAction>
    ),
  },
];

/** The API tokens of the reader: creation, and revocation. */
export function TokensPage() {
  const { data } = useSuspenseQuery(tokensQuery);
  const [isCreating, setCreating] = useState(false);
  return (
    <div className="stack">
      <PageHeader
        title="API tokens"
        lead="Programs use the registry with them: pipelines that publish, and machines that install."
        actions={<Button onPress={() => setCreating(true)}>Create a token</Button>}
      />
      <CreateTokenDialog isOpen={isCreating} onClose={() => setCreating(false)} />
      <section className="card flush" aria-label="Your API tokens">
        <Table
          caption="Your API tokens"
          columns={COLUMNS}
          rows={data.tokens}
          keyOf={({ token_id: id }) => id}
          empty={
            <State title="No API tokens">
              <p>Create one for each program, with no more scopes and resources than it needs.</p>
            </State>
          }
        />
      </section>
    </div>
  );
}
