import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { LevelBadge, Score } from '../../domain/badges.tsx';
import { ORIGIN_NAMES, VISIBILITY_NAMES } from '../../domain/labels.ts';
import { Badge } from '../../ui/badge.tsx';
import { AppButtonLink, AppLink } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { choice } from '../../ui/filter-bar.tsx';
import { filterOptions } from '../../ui/labels.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchBar } from '../../ui/search-bar.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table, type Column } from '../../ui/table.tsx';
import { ADMIN_PAGE } from '../lists.ts';
import { useSelection } from '../selection.tsx';
import { termsQuery } from '../terms/terms.queries.ts';
import { McpSelection } from './mcp-selection.tsx';
import { adminMcpsQuery, type AdminMcp, type McpSearch } from './mcps.queries.ts';

const route = getRouteApi('/admin/mcps/');

const COLUMNS: readonly Column<AdminMcp>[] = [
  {
    name: 'MCP',
    cell: (mcp) => (
      <>
        <AppLink to="/admin/mcps/$mcpId" params={{ mcpId: mcp.id }}>
          {mcp.name}
        </AppLink>
        <div className="row">
          <Badge tone={mcp.origin === 'community' ? 'neutral' : 'brand'}>{mcp.origin}</Badge>
          {mcp.visibility === 'private' ? <Badge>private</Badge> : null}
          {mcp.featured ? <Badge tone="good">featured</Badge> : null}
        </div>
      </>
    ),
  },
  {
    name: 'Category',
    cell: ({ category }) => (category === null ? <span className="soft">none</span> : category.name),
  },
  {
    name: 'Tags',
    cell: ({ tags }) =>
      tags.length === 0 ? <span className="soft">none</span> : tags.map(({ name }) => name).join(', '),
  },
  {
    name: 'Newest version',
    cell: ({ latest_version: version }) =>
      version === null ? (
        <span className="soft">none</span>
      ) : (
        <span className="row">
          <Score score={version.global_score} />
          <span>
            <LevelBadge level={version.certification_level} />
            <div className="soft small">{version.visible_version}</div>
          </span>
        </span>
      ),
  },
];

/** The MCPs of all organizations: search, filters, and changes of several. */
export function AdminMcpsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(adminMcpsQuery(search));
  const selection = useSelection(data.mcps, ({ name }) => name);
  const filter = (change: Partial<McpSearch>): void =>
    void navigate({ search: { ...search, offset: undefined, ...change } });
  return (
    <div className="stack">
      <PageHeader
        title="MCPs"
        lead="The catalog of the platform and the MCPs of all organizations."
        actions={<AppButtonLink to="/admin/mcps/new">Add an MCP</AppButtonLink>}
      />
      <SearchBar
        label="MCPs"
        submit="Search"
        q={search.q}
        placeholder="Name or description"
        onSearch={(q) => filter({ q })}
        beside={<McpFilters search={search} filter={filter} />}
      />
      {search.org_id === undefined ? null : (
        <p>
          MCPs of one organization.{' '}
          <AppLink to="/admin/mcps" search={{ ...search, org_id: undefined, offset: undefined }}>
            Show all
          </AppLink>
        </p>
      )}
      <section className="card flush" aria-label="MCPs found">
        <McpSelection selection={selection} />
        <Table
          caption="MCPs"
          columns={[selection.column, ...COLUMNS]}
          rows={data.mcps}
          keyOf={({ id }) => id}
          empty={
            <State title="No MCPs found">
              <p>Change the search or the filters, or add the MCP from its repository or package.</p>
            </State>
          }
        />
        <Pager total={data.total} limit={ADMIN_PAGE} />
      </section>
    </div>
  );
}

function McpFilters({
  search,
  filter,
}: {
  readonly search: McpSearch;
  readonly filter: (change: Partial<McpSearch>) => void;
}) {
  const { data: categories } = useSuspenseQuery(termsQuery('categories'));
  return (
    <>
      <SelectField
        label="Category"
        value={search.category ?? ''}
        options={[['', 'All'] as const, ...categories.terms.map(({ slug, name }) => [slug, name] as const)]}
        onChange={(category) => filter({ category: choice(category) })}
      />
      <SelectField
        label="Origin"
        value={search.origin ?? ''}
        options={filterOptions(ORIGIN_NAMES)}
        onChange={(origin) => filter({ origin: choice(origin) })}
      />
      <SelectField
        label="Visibility"
        value={search.visibility ?? ''}
        options={filterOptions(VISIBILITY_NAMES)}
        onChange={(visibility) => filter({ visibility: choice(visibility) })}
      />
      <SelectField
        label="Featured"
        value={search.featured ?? ''}
        options={[
          ['', 'All'],
          ['true', 'Featured'],
          ['false', 'Not featured'],
        ]}
        onChange={(featured) => filter({ featured: choice(featured) })}
      />
    </>
  );
}
