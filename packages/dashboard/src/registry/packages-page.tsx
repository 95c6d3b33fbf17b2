import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { SubmitEvent } from 'react';
import { Badge } from '../ui/badges.tsx';
import { AppButtonLink, AppLink, Button } from '../ui/button.tsx';
import { formText, TextField } from '../ui/fields.tsx';
import { PageHeader, State } from '../ui/state.tsx';
import { Table, type Column } from '../ui/table.tsx';
import { packagesQuery, type CatalogEntry, type PackageSearch } from './registry.queries.ts';

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
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const [q, org] = [formText(form, 'q').trim(), formText(form, 'org').trim()];
    const next: PackageSearch = { ...(q === '' ? {} : { q }), ...(org === '' ? {} : { org }) };
    void navigate({ search: next });
  };
  return (
    <div className="stack">
      <PageHeader title="Packages" lead="What clients install: versions with their digests and status." />
      <search aria-label="Packages">
        <form className="registry-search" onSubmit={submit} key={`${search.q} ${search.org}`}>
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
          <Button type="submit" look="secondary">
            Search
          </Button>
        </form>
      </search>
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
          <span>{`${data.packages.length} ${data.packages.length === 1 ? 'package' : 'packages'} on this page`}</span>
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
