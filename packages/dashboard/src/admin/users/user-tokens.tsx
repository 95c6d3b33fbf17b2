import { useSuspenseQuery } from '@tanstack/react-query';
import { USER_CHANGES } from '../../domain/user-plan.queries.ts';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { State } from '../../ui/state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { revokeToken, userTokensQuery, type ApiToken } from './users.queries.ts';

const nameOf = ({ name, id }: ApiToken): string => (name === '' ? id : name);

const COLUMNS: readonly Column<ApiToken>[] = [
  {
    name: 'Token',
    cell: (token) => (
      <>
        {nameOf(token)}
        <div className="soft small mono">{token.id}</div>
      </>
    ),
  },
  {
    name: 'For',
    cell: ({ kind, org }) => (kind === 'registry' ? 'the registry' : `the organization ${org ?? ''}`),
  },
  { name: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
  { name: 'Expires', cell: ({ expires_at: at }) => <Time at={at} /> },
  {
    name: 'Actions',
    kind: 'actions',
    cell: (token) => (
      <ConfirmedAction
        label="Revoke"
        question={`Revoke ${nameOf(token)}?`}
        small
        changes={USER_CHANGES}
        run={() => revokeToken(token.id)}
      >
        <p>Programs that use the token are refused at once. This cannot be undone.</p>
      </ConfirmedAction>
    ),
  },
];

/** The API tokens of both kinds that a user owns or has created. */
export function UserTokens({ userId }: { readonly userId: string }) {
  const { data } = useSuspenseQuery(userTokensQuery(userId));
  return (
    <section className="card flush" aria-labelledby="tokens">
      <h2 id="tokens">API tokens</h2>
      <Table
        caption="API tokens that the user owns or has created"
        columns={COLUMNS}
        rows={data.tokens}
        keyOf={({ id }) => id}
        empty={
          <State title="No API tokens">
            <p>The user owns no token of the registry, and has created no service token that is valid.</p>
          </State>
        }
      />
      {data.total > data.tokens.length ? (
        <p className="soft">These are the newest of {data.total}; the command line lists all.</p>
      ) : null}
    </section>
  );
}
