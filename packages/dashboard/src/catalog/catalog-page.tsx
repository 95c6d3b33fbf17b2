import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { SubmitEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { formText, TextField } from '../ui/fields.tsx';
import { Pager } from '../ui/pager.tsx';
import { PageHeader, State } from '../ui/state.tsx';
import { CATALOG_PAGE, catalogQuery } from './catalog.queries.ts';
import { McpCard } from './mcp-card.tsx';

const route = getRouteApi('/');

/** The catalog: search, and a card for each MCP. */
export function CatalogPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(catalogQuery(search));
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const q = formText(event.currentTarget, 'q').trim();
    void navigate({ search: q === '' ? {} : { q } });
  };
  return (
    <div className="stack wide">
      <PageHeader
        title="Catalog"
        lead="MCP servers with the result of their security analysis. Look one up before an agent runs it."
      />
      <search>
        <form className="row search-form" onSubmit={submit} key={search.q}>
          <TextField
            name="q"
            label="Search"
            type="search"
            defaultValue={search.q ?? ''}
            placeholder="Name or description"
          />
          <Button type="submit">Search</Button>
        </form>
      </search>
      {data.mcps.length === 0 ? (
        <State title="Nothing found">
          <p>
            No MCP matches. Search for a part of its name, or check an npm or PyPI name that is not in the
            catalog.
          </p>
        </State>
      ) : (
        <ul className="plain grid">
          {data.mcps.map((mcp) => (
            <li key={mcp.id}>
              <McpCard mcp={mcp} />
            </li>
          ))}
        </ul>
      )}
      <Pager
        total={data.total}
        limit={CATALOG_PAGE}
        offset={search.offset ?? 0}
        onOffset={(offset) => void navigate({ search: { ...search, offset } })}
      />
    </div>
  );
}
