import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode, SubmitEvent } from 'react';
import type { McpSort } from '../api/catalogs.gen.ts';
import { SORT_NAMES } from '../domain/labels.ts';
import { SignInButton } from '../layout/error-page.tsx';
import { useMe } from '../session/session.ts';
import { AppButtonLink, AppLink, Button } from '../ui/button.tsx';
import { counted } from '../ui/count.ts';
import { formText, SelectField, TextField } from '../ui/fields.tsx';
import { optionsOf, type Option } from '../ui/labels.tsx';
import { Pager } from '../ui/pager.tsx';
import { PageHeader, State } from '../ui/state.tsx';
import { CATALOG_PAGE, catalogQuery, facetsQuery, type CatalogSearch } from './catalog.queries.ts';
import { FacetList } from './facet-list.tsx';
import { activeFilters, facetsOf } from './facet-values.ts';
import { FilterChips } from './filter-chips.tsx';
import { McpCard } from './mcp-card.tsx';
import './catalog.css';

const route = getRouteApi('/');

/** The catalog: search, facets, and a card for each MCP. The page before stays until the next one is there. */
export function CatalogPage() {
  const search = route.useSearch();
  const list = useQuery({
    ...catalogQuery(search),
    placeholderData: keepPreviousData,
    throwOnError: true,
  });
  // The list is worth showing even if its counts are not there.
  const { data: facets, isError } = useQuery({ ...facetsQuery(search), placeholderData: keepPreviousData });
  const active = activeFilters(search, facets);
  return (
    <div className="stack wide">
      <PageHeader
        title="Catalog"
        lead="MCP servers with the result of their security analysis. Look one up before an agent runs it."
      />
      <SearchForm search={search} />
      <div className="catalog">
        {facets === undefined ? (
          <div className="facets" aria-hidden="true">
            {isError ? null : <span className="skeleton facet-skeleton" />}
          </div>
        ) : (
          <FacetList facets={facetsOf(facets)} search={search} activeCount={active.length} />
        )}
        <section className="stack" aria-label="Servers" aria-busy={list.isPlaceholderData}>
          <FilterChips active={active} search={search} />
          {list.data === undefined ? (
            <CardSkeletons />
          ) : (
            <>
              <p className="soft" role="status">
                {counted(list.data.total, 'server')}
              </p>
              <Cards
                mcps={list.data.mcps}
                empty={active.length === 0 ? <EmptyCatalog /> : <NothingFound search={search} />}
              />
              {list.data.total <= CATALOG_PAGE ? null : (
                <Pager total={list.data.total} limit={CATALOG_PAGE} />
              )}
            </>
          )}
        </section>
      </div>
    </div>
  );
}

const withoutOffset = ({ offset: _offset, ...rest }: CatalogSearch): CatalogSearch => rest;

const SORT_OPTIONS: readonly Option<McpSort | ''>[] = [['', 'Best match'], ...optionsOf(SORT_NAMES)];

function SearchForm({ search }: { readonly search: CatalogSearch }) {
  const navigate = route.useNavigate();
  const { q: _q, ...rest } = withoutOffset(search);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const q = formText(event.currentTarget, 'q').trim();
    void navigate({ search: q === '' ? rest : { ...rest, q } });
  };
  const sort = (value: McpSort | ''): void => {
    const { sort: _sort, ...others } = withoutOffset(search);
    void navigate({ search: value === '' ? others : { ...others, sort: value }, resetScroll: false });
  };
  // Without a search the best match is the newest.
  const options = search.q === undefined ? SORT_OPTIONS.slice(1) : SORT_OPTIONS;
  return (
    <search className="row search-form">
      <form className="row search-form" onSubmit={submit} key={search.q}>
        <TextField
          name="q"
          label="Search"
          type="search"
          defaultValue={search.q ?? ''}
          placeholder="Name or description"
          maxLength={200}
        />
        <Button type="submit">Search</Button>
      </form>
      <SelectField
        label="Sort by"
        value={search.sort ?? (search.q === undefined ? 'newest' : '')}
        onChange={sort}
        options={options}
      />
    </search>
  );
}

type Mcps = Parameters<typeof McpCard>[0]['mcp'][];

function Cards({ mcps, empty }: { readonly mcps: Mcps; readonly empty: ReactNode }) {
  if (mcps.length === 0) return empty;
  return (
    <ul className="plain grid">
      {mcps.map((mcp) => (
        <li key={mcp.id}>
          <McpCard mcp={mcp} />
        </li>
      ))}
    </ul>
  );
}

function CardSkeletons() {
  return (
    <div className="grid">
      <span className="visually-hidden" role="status">
        Loading
      </span>
      {Array.from({ length: 6 }, (_, index) => (
        <span key={index} className="skeleton card-skeleton" />
      ))}
    </div>
  );
}

/** A catalog without any server that the reader may see. */
function EmptyCatalog() {
  const me = useMe();
  return (
    <State title="The catalog is empty">
      <p>
        {me === null
          ? 'No server is public here yet. Sign in to push one, and to see those of your organizations.'
          : 'Push a server of yours, which is analyzed at once, or publish one to the registry.'}
      </p>
      {me === null ? <SignInButton /> : <AppButtonLink to="/push">Push an MCP server</AppButtonLink>}
      {me?.role === 'PLATFORM_ADMIN' ? (
        <p>
          <AppLink to="/admin/mcps/new">Add one from its repository, npm or PyPI</AppLink>
        </p>
      ) : null}
      <CheckHint />
    </State>
  );
}

const CheckHint = () => (
  <p>
    <AppLink to="/check">Check an npm or PyPI name or a configuration</AppLink> to see what is known of it.
  </p>
);

function NothingFound({ search }: { readonly search: CatalogSearch }) {
  return (
    <State title="Nothing found">
      <p>
        {search.q === undefined
          ? 'No server of the catalog matches these filters. Remove one of them.'
          : 'No server of the catalog matches. Search for a part of its name, or remove a filter.'}
      </p>
      <CheckHint />
    </State>
  );
}
