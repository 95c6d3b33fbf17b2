import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { components } from '../api/registry.js';
import { Badge } from '../ui/badge.tsx';
import { Breadcrumbs } from '../ui/breadcrumbs.tsx';
import { AppLink } from '../ui/button.tsx';
import { ValueBadge } from '../ui/labels.tsx';
import { PageHeader, State } from '../ui/state.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';
import {
  packageQuery,
  STATUS_LABELS,
  versionQuery,
  versionsQuery,
  type PackageName,
} from './registry.queries.ts';
import { VersionCard } from './version-card.tsx';

const route = getRouteApi('/registry/$org/$name');

type Version = components['schemas']['VersionSummary'];

const columnsOf = ({ org, name }: PackageName, shown: string): readonly Column<Version>[] => [
  {
    name: 'Version',
    cell: ({ version }) => (
      <AppLink
        to="/registry/$org/$name"
        params={{ org, name }}
        search={{ version }}
        resetScroll={false}
        aria-current={version === shown ? 'true' : undefined}
      >
        <span className="mono">{version}</span>
      </AppLink>
    ),
  },
  { name: 'Status', cell: ({ status }) => <ValueBadge labels={STATUS_LABELS} value={status} /> },
  { name: 'Created', cell: ({ created_at: at }) => <Time at={at} /> },
];

/** A package: its versions, and one of them in detail. */
export function PackagePage() {
  const name = route.useParams();
  const search = route.useSearch();
  const { data: pack } = useSuspenseQuery(packageQuery(name));
  const { data } = useSuspenseQuery(versionsQuery(name));
  const { data: detail } = useSuspenseQuery(versionQuery(name, search.version));
  return (
    <div className="stack">
      <PageHeader
        title={pack.id}
        lead={pack.description === '' ? undefined : pack.description}
        above={
          <Breadcrumbs current={pack.id}>
            <AppLink to="/registry">Packages</AppLink>
          </Breadcrumbs>
        }
        actions={
          <>
            <Badge>{pack.visibility}</Badge>
            {pack.tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </>
        }
      />
      {detail === null ? (
        <State title="No versions yet">
          <p>Push a server to the hub, or publish a version through the registry’s API.</p>
        </State>
      ) : (
        <div className="registry-columns">
          <section className="card flush" aria-label="Versions">
            <Table
              caption="Versions"
              columns={columnsOf(name, detail.version)}
              rows={data.versions}
              keyOf={(row) => row.version}
            />
          </section>
          <VersionCard key={detail.version} name={name} detail={detail} />
        </div>
      )}
    </div>
  );
}
