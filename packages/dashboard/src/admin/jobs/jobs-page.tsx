import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { JOB_STATUS_LABELS } from '../../domain/labels.ts';
import { AppLink } from '../../ui/button.tsx';
import { counted } from '../../ui/count.ts';
import { SelectField } from '../../ui/fields.tsx';
import { choice, FilterBar } from '../../ui/filter-bar.tsx';
import { filterOptions } from '../../ui/labels.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { ADMIN_PAGE } from '../lists.ts';
import { BulkAction, SelectionBar, useSelection } from '../selection.tsx';
import { useBulk } from '../use-bulk.ts';
import { JobsTable } from './jobs-table.tsx';
import { JOB_CHANGES, jobsQuery, retryJob, type JobSearch } from './jobs.queries.ts';

const route = getRouteApi('/admin/jobs/');

/** The analyses: filters, and repetition of one or several. */
export function JobsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(jobsQuery(search));
  const selection = useSelection(
    data.analysis_jobs,
    ({ mcp_name: name, visible_version: version }) => `${name} ${version}`,
  );
  const bulk = useBulk(JOB_CHANGES);
  const filter = (change: Partial<JobSearch>): void =>
    void navigate({ search: { ...search, offset: undefined, ...change } });
  return (
    <div className="stack">
      <PageHeader title="Jobs" lead="Analyses of versions, newest first. The page follows those that run." />
      <FilterBar
        label="Analyses"
        beside={
          <>
            <SelectField
              label="Status"
              value={search.status ?? ''}
              options={filterOptions(JOB_STATUS_LABELS)}
              onChange={(status) => filter({ status: choice(status) })}
            />
            {search.mcp_id === undefined ? null : (
              <AppLink to="/admin/jobs" search={{ status: search.status }}>
                Show the analyses of all MCPs
              </AppLink>
            )}
          </>
        }
      />
      <section className="card flush" aria-label="Analyses found">
        <SelectionBar selection={selection} noun="analyses" state={bulk.state}>
          <BulkAction
            label="Analyze again"
            question={`Analyze ${counted(selection.selected.length, 'version')} again?`}
            selection={selection}
            bulk={bulk}
            run={(selected) => bulk.each('Analyze again', selected, retryJob)}
          >
            Each is a new analysis. Results that exist stay until the new ones are recorded.
          </BulkAction>
        </SelectionBar>
        <JobsTable
          jobs={data.analysis_jobs}
          first={selection.column}
          empty={
            search.status === undefined && search.mcp_id === undefined ? undefined : (
              <State title="Nothing found">
                <p>No analysis matches the filters.</p>
                <AppLink to="/admin/jobs">Show all analyses</AppLink>
              </State>
            )
          }
        />
        <Pager total={data.total} limit={ADMIN_PAGE} />
      </section>
    </div>
  );
}
