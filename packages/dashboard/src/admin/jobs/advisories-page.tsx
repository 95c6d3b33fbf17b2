import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { components } from '../../api/hub.js';
import { Badge } from '../../ui/badge.tsx';
import { Code } from '../../ui/code.tsx';
import { count } from '../../ui/count.ts';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { advisoriesQuery, SOURCES_PAGE } from './advisories.queries.ts';

type Source = components['schemas']['AdvisorySourceView'];

const route = getRouteApi('/admin/advisories');

const COLUMNS: readonly Column<Source>[] = [
  {
    name: 'Source',
    cell: ({ name, is_fetched: isFetched, ecosystems }) => (
      <>
        {name}
        <div className="row">
          <Badge>{isFetched ? 'fetched daily' : 'imported by hand'}</Badge>
          <span className="soft small">{ecosystems.join(', ')}</span>
        </div>
      </>
    ),
  },
  {
    name: 'State',
    cell: ({ failures, last_error: error }) =>
      failures === 0 ? (
        <Badge tone="good">up to date</Badge>
      ) : (
        <>
          <Badge tone="bad">{`${failures} failed attempts`}</Badge>
          <div className="small">{error}</div>
        </>
      ),
  },
  { name: 'Advisories', kind: 'number', cell: ({ advisories }) => count(advisories) },
  { name: 'Invalid records', kind: 'number', cell: ({ skipped }) => count(skipped) },
  { name: 'Imported', cell: ({ imported_at: at }) => <Time at={at} none="never" /> },
  { name: 'Checked', cell: ({ checked_at: at }) => <Time at={at} none="never" /> },
];

/** Where the known vulnerabilities of dependencies come from. */
export function AdvisoriesPage() {
  const { offset = 0 } = route.useSearch();
  const { data } = useSuspenseQuery(advisoriesQuery(offset));
  return (
    <div className="stack">
      <PageHeader
        title="Advisories"
        lead="Sources of known vulnerabilities, which analyses compare with the dependencies of a version."
      />
      <section className="card flush" aria-label="Sources of advisories">
        <Table
          caption="Sources of advisories"
          columns={COLUMNS}
          rows={data.sources}
          keyOf={({ id }) => id}
          empty={
            <State title="No advisories">
              <p>
                Without them, analyses say nothing about known vulnerabilities of dependencies. Set
                ADVISORIES_URL, or import an export of OSV:
              </p>
              <Code label="Command" text="npm run -s cli -- advisories import npm.zip" />
            </State>
          }
        />
        <Pager total={data.total} limit={SOURCES_PAGE} />
      </section>
    </div>
  );
}
