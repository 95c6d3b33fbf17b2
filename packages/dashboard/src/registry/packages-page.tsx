import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Badge } from '../ui/badge.tsx';
import { AppButtonLink, AppLink } from '../ui/button.tsx';
import { counted } from '../ui/count.ts';
import { formTexts, TextField } from '../ui/fields.tsx';
import { choice, FilterBar } from '../ui/filter-bar.tsx';
import { PageHeader, State } from '../ui/state.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { packagesQuery, type CatalogEntry } from './registry.queries.ts';

const route = getRouteApi('/registry/');

const COLUMNS: readonly Column<CatalogEntry>[] = [
  {
    name: 'Package',
    cell: ({ org_id: org, name, id }) => (
      <AppLink to="/registry/$org/$name" params={{ org, name }}>
        {id}
      </AppLink>
    ),
  },
  {
    name: 'Description',
    cell: ({ description, tags }) => (
      <>
        {description === '' ? <span className="soft">none</span> : description}
        {tags.length === 0 ? null : <div className="soft small">{tags.join(', ')}</div>}
      </>
    ),
  },
  {
    name: 'Latest version',
    cell: ({ latest_version: version }) =>
      version === null ? (
        <span className="soft">none published</span>
      ) : (
        <span className="mono">{version}</span>
      ),
  },
  { name: 'Visibility', cell: ({ visibility }) => <Badge>{visibility}</Badge> },
];

/** The packages of the registry that the reader may see. */
export function PackagesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(packagesQuery(search));
  return (
    <div className="stack">
      <PageHeader title="Packages" lead="What clients install: versions with their digests and status." />
      <FilterBar
        label="Packages"
        submit="Search"
        key={`${search.q} ${search.org}`}
        onApply={(form) => {
          const { q, org } = formTexts(form, ['q', 'org']);
          void navigate({ search: { q: choice(q), org: choice(org) } });
        }}
      >
        <TextField
          name="q"
          label="Search"
          type="search"
          maxLength={200}
          placeholder="Name, description or tag"
          defaultValue={search.q ?? ''}
        />
        <TextField
          name="org"
          label="Organization"
          placeholder="All"
          autoComplete="off"
          defaultValue={search.org ?? ''}
        />
      </FilterBar>
      <section className="card flush" aria-label="Packages found">
        <Table
          caption="Packages"
          columns={COLUMNS}
          rows={data.packages}
          keyOf={({ id }) => id}
          empty={
            <State title="No packages">
              <p>
                Change the search, or push a server: its certified versions become packages of its
                organization.
              </p>
              <AppLink to="/">Go to the catalog</AppLink>
            </State>
          }
        />
        <nav className="pager" aria-label="Pages">
          <span>{`${counted(data.packages.length, 'package')} on this page`}</span>
          <span className="row">
            {search.cursor === undefined ? null : (
              <AppButtonLink to="/registry" search={{ ...search, cursor: undefined }} look="secondary" small>
                First page
              </AppButtonLink>
            )}
            {data.next === undefined ? null : (
              <AppButtonLink to="/registry" search={{ ...search, cursor: data.next }} look="secondary" small>
                Next
              </AppButtonLink>
            )}
          </span>
        </nav>
      </section>
    </div>
  );
}
