import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { AppLink } from '../ui/button.tsx';
import { count } from '../ui/pager.tsx';
import { PageHeader } from '../ui/state.tsx';
import { totalsQuery } from './overview.queries.ts';

/** Start of the administration: totals, and what needs attention. */
export function OverviewPage() {
  const { data } = useSuspenseQuery(totalsQuery);
  return (
    <div className="stack wide">
      <PageHeader title="Administration" lead="Users, organizations, the catalog and its analyses." />
      <div className="tiles">
        <Tile title={<AppLink to="/admin/users">Users</AppLink>} total={data.allUsers}>
          <AppLink to="/admin/users" search={{ status: 'SUSPENDED' }}>
            {`${count(data.suspendedUsers ?? 0)} suspended`}
          </AppLink>
        </Tile>
        <Tile title={<AppLink to="/admin/orgs">Organizations</AppLink>} total={data.allOrgs}>
          <AppLink to="/admin/orgs" search={{ status: 'SUSPENDED' }}>
            {`${count(data.suspendedOrgs ?? 0)} suspended`}
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
          <span className="soft">
            {`${count(data.running ?? 0)} running, ${count(data.queued ?? 0)} waiting`}
          </span>
        </Tile>
      </div>
    </div>
  );
}

function Tile({
  title,
  total = 0,
  children,
}: {
  readonly title: ReactNode;
  readonly total: number | undefined;
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
