import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { NIL_UUID } from '../../api/nil-uuid.ts';
import { AppLink } from '../../ui/button.tsx';
import { formTexts, TextField } from '../../ui/fields.tsx';
import { choice, FilterBar, isFiltered } from '../../ui/filter-bar.tsx';
import type { Names } from '../../ui/labels.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { SuggestField } from '../../ui/suggest-field.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { LIST_PAGE } from '../shared/lists.ts';
import { useOrg } from '../shared/org.queries.ts';
import { AuditChain } from './audit-chain.tsx';
import { auditQuery, type AuditEvent } from './settings.queries.ts';

const route = getRouteApi('/orgs/$org/audit');

const ACTIONS = [
  'allow_list.created',
  'area.created',
  'invitation.created',
  'mcp.source_unavailable',
  'member.joined',
  'member.removed',
  'member.updated',
  'organization.updated',
  'policy.created',
  'policy.deleted',
  'policy.updated',
  'report.requested',
  'suppression.created',
  'suppression.deleted',
  'token.created',
  'token.revoked',
  'version.ingested',
  'webhook.created',
];

/** The audit trail of the organization, with the status of its hash chain. */
export function AuditPage() {
  const org = useOrg();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(auditQuery(org.id, search));
  const filtered = isFiltered({ ...search });
  return (
    <div className="stack wide">
      <PageHeader
        title="Audit trail"
        lead="Every change in the organization: who made it, when, and from where."
      />
      <AuditChain orgId={org.id} />
      <FilterBar
        label="Filter the audit trail"
        key={JSON.stringify(search)}
        onApply={(form) => {
          const { action, since, until } = formTexts(form, ['action', 'since', 'until']);
          void navigate({
            search: {
              action: choice(action),
              since: choice(since),
              until: choice(until),
              actor_id: search.actor_id,
            },
          });
        }}
        onClear={filtered ? () => void navigate({ search: {} }) : undefined}
      >
        <SuggestField
          name="action"
          label="Action"
          defaultValue={search.action ?? ''}
          placeholder="policy.updated"
          suggestions={ACTIONS}
        />
        <TextField name="since" label="From" type="date" defaultValue={search.since ?? ''} />
        <TextField name="until" label="To" type="date" defaultValue={search.until ?? ''} />
      </FilterBar>
      {search.actor_id === undefined ? null : <p className="soft">Only what one actor has done.</p>}
      <section className="card flush" aria-label="Events">
        <Table
          caption="Audit events, newest first"
          rows={data.events}
          keyOf={({ id }) => id}
          columns={[
            { name: 'Time', cell: ({ timestamp }) => <Time at={timestamp} /> },
            {
              name: 'Who',
              cell: (event) => (
                <Actor event={event} slug={org.slug} search={{ ...search, offset: undefined }} />
              ),
            },
            { name: 'Action', cell: ({ action }) => <code>{action}</code> },
            { name: 'Details', cell: (event) => <Details event={event} /> },
          ]}
          empty={
            <State title="Nothing found">
              <p>No event matches the filters.</p>
            </State>
          }
        />
        <Pager total={data.total} limit={LIST_PAGE} />
      </section>
    </div>
  );
}

const ACTOR_NAMES: Names<AuditEvent['actor_type']> = {
  user: 'person',
  service_token: 'service token',
  system: 'system',
};

function Actor({
  event,
  slug,
  search,
}: {
  readonly event: AuditEvent;
  readonly slug: string;
  readonly search: Readonly<Record<string, unknown>>;
}) {
  const { actor_id, actor_name, actor_type, ip_address, user_agent } = event;
  return (
    <div className="stack tight">
      {actor_type === 'system' ? (
        <span>{actor_name || 'the system'}</span>
      ) : (
        <AppLink
          to="/orgs/$org/audit"
          params={{ org: slug }}
          search={{ ...search, actor_id }}
          aria-label={`Only what ${actor_name} has done`}
        >
          {actor_name}
        </AppLink>
      )}
      <span className="soft small" title={user_agent}>
        {ACTOR_NAMES[actor_type]}
        {ip_address === '' ? '' : `, ${ip_address}`}
      </span>
    </div>
  );
}

function Details({ event }: { readonly event: AuditEvent }) {
  const { resource_id } = event;
  const { resource_kind, ...details } = event.details;
  const entries = Object.entries(details);
  return (
    <div className="stack tight">
      <span className="small">
        {String(resource_kind)}
        {resource_id === NIL_UUID ? '' : ' '}
        {resource_id === NIL_UUID ? null : <code className="soft">{resource_id.slice(0, 8)}</code>}
      </span>
      {entries.length === 0 ? null : (
        <details>
          <summary>{entries.length === 1 ? 'One detail' : `${entries.length} details`}</summary>
          <pre className="event-details">{JSON.stringify(details, undefined, 2)}</pre>
        </details>
      )}
    </div>
  );
}
