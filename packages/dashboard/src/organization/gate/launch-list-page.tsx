import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { AppLink } from '../../ui/button.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SearchBar } from '../../ui/search-bar.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { LIST_PAGE } from '../shared/lists.ts';
import { orgMcpsQuery } from '../shared/org-mcps.queries.ts';
import { useOrg } from '../shared/org.queries.ts';

const route = getRouteApi('/orgs/$org/launch/');

/** Choice of the MCP whose launch settings are shown. */
export function LaunchListPage() {
  const org = useOrg();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(orgMcpsQuery(org.id, { ...search, sort: 'name' }));
  return (
    <div className="stack wide">
      <PageHeader
        title="Launch settings"
        lead="How your organization starts its MCPs, where that differs from their packages: with folders or flags, as an image, or at an address."
      />
      <SearchBar
        label="Filter MCPs"
        q={search.q}
        onSearch={(q) => void navigate({ search: { q } })}
        onClear={search.q === undefined ? undefined : () => void navigate({ search: {} })}
      />
      <section className="card flush" aria-label="MCPs">
        <Table
          caption="MCPs of the organization by name"
          rows={data.mcps}
          keyOf={({ id }) => id}
          columns={[
            {
              name: 'MCP',
              cell: ({ id, name }) => (
                <AppLink to="/orgs/$org/launch/$mcpId" params={{ org: org.slug, mcpId: id }}>
                  {name}
                </AppLink>
              ),
            },
            {
              name: 'Description',
              cell: ({ description }) => description || <span className="soft">none</span>,
            },
            {
              name: 'Newest version',
              cell: ({ latest_version }) =>
                latest_version?.visible_version ?? <span className="soft">none yet</span>,
            },
          ]}
          empty={
            <State title={search.q === undefined ? 'No MCPs yet' : 'Nothing found'}>
              <p>
                {search.q === undefined
                  ? 'Push an MCP server first; then say here how it starts.'
                  : 'No MCP matches the search.'}
              </p>
            </State>
          }
        />
        <Pager total={data.total} limit={LIST_PAGE} />
      </section>
    </div>
  );
}
