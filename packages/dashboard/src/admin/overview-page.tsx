import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AppLink } from '../ui/button.tsx';
import { count } from '../ui/count.ts';
import { PageHeader } from '../ui/state.tsx';
import { totalsQuery } from './overview.queries.ts';

/** Start of the administration: totals, and what needs attention. */
export function OverviewPage() {
  const { data } = useSuspenseQuery(totalsQuery);
  return (
    <div className="stack wide">
      <PageHeader title="Administration" lead="Users, organizations, the catalog and its analyses." />
      <div className="tiles">
        <Tile title={<AppLink to="/admin/users">Users</AppLink>} total={data.users}>
          <AppLink to="/admin/users" search={{ status: 'SUSPENDED' }}>
            Suspended users
          </AppLink>
        </Tile>
        <Tile title={<AppLink to="/admin/orgs">Organizations</AppLink>} total={data.orgs}>
          <AppLink to="/admin/orgs" search={{ status: 'SUSPENDED' }}>
            Suspended organizations
          </AppLink>
        </Tile>
        <Tile title={<AppLink to="/admin/mcps">MCPs</AppLink>} total={data.mcps}>
          <AppLink to="/admin/mcps/new">Add an MCP</AppLink>
        </Tile>
        <Tile
          title={
            <AppLink to="/admin/jobs" search={{ status: 'FAILED' }}>
              Failed analyses
            </AppLink>
          }
          total={data.failed}
        >
          <AppLink to="/admin/jobs">All analyses</AppLink>
        </Tile>
      </div>
    </div>
  );
}

function Tile({
  title,
  total,
  children,
}: {
  readonly title: ReactNode;
  readonly total: number;
  readonly children: ReactNode;
}) {
  return (
    <section className="card tile">
      <h2>{title}</h2>
      <span className="tile-number">{count(total)}</span>
      <span>{children}</span>
    </section>
  );
}
