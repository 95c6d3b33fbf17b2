import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { SeverityBadge } from '../../domain/badges.tsx';
import { McpLink } from '../../domain/mcp-link.tsx';
import { Badge } from '../../ui/badge.tsx';
import { AppLink } from '../../ui/button.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { LIST_PAGE } from '../shared/lists.ts';
import { useOrg, type Org } from '../shared/org.queries.ts';
import {
  endSuppression,
  findingsKey,
  suppressionsKey,
  suppressionsQuery,
  type Suppression,
} from './security.queries.ts';

const route = getRouteApi('/orgs/$org/suppressions');

/** The findings that the organization accepts for a time, with reason and end. */
export function SuppressionsPage() {
  const org = useOrg();
  const search = route.useSearch();
  const { data } = useSuspenseQuery(suppressionsQuery(org.id, search));
  return (
    <div className="stack wide">
      <PageHeader
        title="Suppressions"
        lead="Findings that the organization accepts for a time. They change no score, and each has an end."
      />
      <section className="card flush" aria-label="Suppressions">
        <Table
          caption="Suppressions, newest first"
          rows={data.suppressions}
          keyOf={({ id }) => id}
          columns={columns(org)}
          empty={
            <State title="No suppressions">
              <p>Suppress a finding in the list of findings, with a reason and an end.</p>
              <AppLink to="/orgs/$org/findings" params={{ org: org.slug }}>
                Go to the findings
              </AppLink>
            </State>
          }
        />
        <Pager total={data.total} limit={LIST_PAGE} />
      </section>
    </div>
  );
}

const columns = (org: Org): Column<Suppression>[] => [
  {
    name: 'Finding',
    cell: ({ title, severity, mcp_name, finding_status }) => (
      <div className="stack tight">
        <span>
          <SeverityBadge severity={severity} /> {title}
        </span>
        <span className="soft small">
          <McpLink name={mcp_name} />
          {finding_status === 'resolved' ? ' (resolved since)' : ''}
        </span>
      </div>
    ),
  },
  { name: 'Reason', cell: ({ reason }) => reason },
  {
    name: 'By',
    cell: ({ author, created_at }) => (
      <div className="stack tight">
        <span>{author.name}</span>
        <span className="soft small">
          <Time at={created_at} />
        </span>
      </div>
    ),
  },
  {
    name: 'Ends',
    cell: ({ expired, expires_at }) => (
      <span>
        {expired ? <Badge>ended</Badge> : null} <Time at={expires_at} />
      </span>
    ),
  },
  ...(org.can('mcp:write')
    ? [
        {
          name: 'Actions',
          kind: 'actions' as const,
          cell: ({ id, title, expired }: Suppression) =>
            expired ? null : (
              <ConfirmedAction
                label="End"
                name={`End the suppression of “${title}”`}
                small
                question="End the suppression?"
                verb="End suppression"
                run={() => endSuppression(org.id, id)}
                changes={[suppressionsKey(org.id), findingsKey(org.id)]}
                success="The suppression has ended."
                isDangerous={false}
              >
                <p>The finding “{title}” then counts as undecided again.</p>
              </ConfirmedAction>
            ),
        },
      ]
    : []),
];
