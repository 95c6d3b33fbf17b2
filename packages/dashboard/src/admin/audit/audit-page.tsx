import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { NIL_UUID } from '../../api/nil-uuid.ts';
import { AppLink } from '../../ui/button.tsx';
import { Code } from '../../ui/code.tsx';
import { formTexts, TextField } from '../../ui/fields.tsx';
import { choice, FilterBar } from '../../ui/filter-bar.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { ADMIN_PAGE } from '../lists.ts';
import { nameOfOrg, orgQuery } from '../orgs/orgs.queries.ts';
import { nameOfUser, userQuery } from '../users/users.queries.ts';
import { auditQuery, type AuditEvent, type AuditSearch } from './audit.queries.ts';
import { Verification } from './verification.tsx';

const route = getRouteApi('/admin/audit');

const COLUMNS: readonly Column<AuditEvent>[] = [
  { name: 'Time', cell: ({ timestamp }) => <Time at={timestamp} exact /> },
  { name: 'Action', cell: ({ action }) => <span className="mono">{action}</span> },
  {
    name: 'Actor',
    cell: ({ actor_id: id, actor_name: name, actor_type: type }) =>
      type === 'user' ? (
        <AppLink to="/admin/audit" search={{ of: 'user', id }}>
          {name === '' ? id : name}
        </AppLink>
      ) : (
        <>{name === '' ? type : name}</>
      ),
  },
  {
    name: 'Resource',
    cell: ({ resource_id: id, details }) => (
      <>
        {String(details['resource_kind'])}
        {id === NIL_UUID ? null : <div className="soft small mono">{id}</div>}
      </>
    ),
  },
  {
    name: 'Details',
    cell: (event) => (
      <details className="details">
        <summary aria-label={`Show details of ${event.action}`}>Show</summary>
        <Code
          label={`Details of ${event.action}`}
          copies={false}
          text={JSON.stringify(
            { ...event.details, ip_address: event.ip_address, user_agent: event.user_agent },
            null,
            2,
          )}
        />
      </details>
    ),
  },
];

/** The audit trail of the platform, of a user or of an organization. */
export function AuditPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(auditQuery(search));
  const subject = useSubject(search);
  const isPlatform = subject === undefined;
  return (
    <div className="stack">
      <PageHeader
        title={isPlatform ? 'Audit' : `Audit: ${subject}`}
        lead={
          isPlatform
            ? 'What was done on the platform and in its organizations, by whom. Each organization also has a trail of its own.'
            : undefined
        }
      />
      {isPlatform ? (
        <Verification />
      ) : (
        <p>
          <AppLink to="/admin/audit">Show the trail of the platform</AppLink>
        </p>
      )}
      <AuditFilters
        search={search}
        onFilter={(filters) => void navigate({ search: { of: search.of, id: search.id, ...filters } })}
      />
      <section className="card flush" aria-label="Events">
        <Table
          caption="Audit events"
          columns={COLUMNS}
          rows={data.events}
          keyOf={({ id }) => id}
          empty={
            <State title="No events">
              <p>Change the filters. Actions are written as resource and verb, such as user.suspended.</p>
            </State>
          }
        />
        <Pager total={data.total} limit={ADMIN_PAGE} />
      </section>
    </div>
  );
}

/** The name of the user or organization whose trail is shown, or its id while the name loads; nothing for the platform. */
function useSubject({ of, id }: AuditSearch): string | undefined {
  const user = useQuery({ ...userQuery(id ?? ''), enabled: of === 'user' && id !== undefined });
  const org = useQuery({ ...orgQuery(id ?? ''), enabled: of === 'org' && id !== undefined });
  if (id === undefined || (of !== 'user' && of !== 'org')) return undefined;
  if (of === 'user') return user.data === undefined ? id : nameOfUser(user.data);
  return org.data === undefined ? id : nameOfOrg(org.data);
}

function AuditFilters({
  search,
  onFilter,
}: {
  readonly search: AuditSearch;
  readonly onFilter: (filters: Pick<AuditSearch, 'action' | 'since' | 'until'>) => void;
}) {
  return (
    <FilterBar
      label="Audit events"
      submit="Filter"
      key={[search.action, search.since, search.until, search.id].join(' ')}
      onApply={(form) => {
        const { action, since, until } = formTexts(form, ['action', 'since', 'until']);
        onFilter({ action: choice(action), since: choice(since), until: choice(until) });
      }}
    >
      <TextField
        name="action"
        label="Action"
        type="search"
        maxLength={100}
        placeholder="user.suspended"
        defaultValue={search.action ?? ''}
      />
      <TextField name="since" label="From" type="date" defaultValue={search.since ?? ''} />
      <TextField name="until" label="To" type="date" defaultValue={search.until ?? ''} />
    </FilterBar>
  );
}
