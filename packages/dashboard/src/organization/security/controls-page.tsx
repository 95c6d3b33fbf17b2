import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CONTROL_CATEGORY_NAMES } from '../../domain/labels.ts';
import { count } from '../../ui/count.ts';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { useOrg } from '../shared/org.queries.ts';
import { ControlsMatrix } from './controls-matrix.tsx';
import { controlsQuery, MATRIX_PAGE } from './security.queries.ts';

const route = getRouteApi('/orgs/$org/controls');

/** The controls: how many MCPs pass each, and each result of each MCP. */
export function ControlsPage() {
  const org = useOrg();
  const search = route.useSearch();
  const { data } = useSuspenseQuery(controlsQuery(org.id, search));
  return (
    <div className="stack wide">
      <PageHeader
        title="Controls"
        lead={`What the analyzer requires of each MCP server. Catalog of controls ${data.controls_catalog_version}.`}
      />
      <section className="card flush" aria-labelledby="matrix">
        <h2 id="matrix" className="card-title">
          Results by MCP
        </h2>
        {data.total === 0 ? (
          <State title="Nothing analyzed yet">
            <p>The results appear once an MCP of the organization is analyzed.</p>
          </State>
        ) : (
          <ControlsMatrix controls={data.controls} mcps={data.mcps} />
        )}
        <Pager total={data.total} limit={MATRIX_PAGE} />
      </section>
      <section className="card flush" aria-labelledby="by-control">
        <h2 id="by-control" className="card-title">
          Numbers by control
        </h2>
        <Table
          caption="Controls with the number of MCPs for each result"
          rows={data.controls}
          keyOf={({ control_id }) => control_id}
          columns={[
            {
              name: 'Control',
              cell: ({ control_id, control_name }) => (
                <span>
                  <strong>{control_id}</strong> {control_name}
                </span>
              ),
            },
            { name: 'Category', cell: ({ category }) => CONTROL_CATEGORY_NAMES[category] },
            { name: 'Passed', kind: 'number', cell: ({ passed }) => count(passed) },
            { name: 'Failed', kind: 'number', cell: ({ failed }) => count(failed) },
            { name: 'Not applicable', kind: 'number', cell: ({ not_applicable }) => count(not_applicable) },
            { name: 'Not observable', kind: 'number', cell: ({ not_observable }) => count(not_observable) },
          ]}
        />
      </section>
    </div>
  );
}
