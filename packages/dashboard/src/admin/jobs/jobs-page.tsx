import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { AppLink } from '../../ui/button.tsx';
import { ConfirmedAction } from '../../ui/confirmed-action.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { filterOptions, JOB_STATUSES } from '../badges.tsx';
import { useBulk } from '../bulk.ts';
import { counted, SelectionBar, useSelection } from '../selection.tsx';
import { ADMIN_PAGE } from '../users/users.queries.ts';
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
      <search className="admin-filters" aria-label="Analyses">
        <SelectField
          label="Status"
          value={search.status ?? ''}
          options={filterOptions(JOB_STATUSES)}
          onChange={(status) => filter({ status: status === '' ? undefined : status })}
        />
        {search.mcp_id === undefined ? null : (
          <AppLink to="/admin/jobs" search={{ status: search.status }}>
            Show the analyses of all MCPs
          </AppLink>
        )}
      </search>
      <section className="card flush" aria-label="Analyses found">
        <SelectionBar selection={selection} noun="analyses" state={bulk.state}>
          <ConfirmedAction
            label="Analyze again"
            question={`Analyze ${counted(selection.selected.length, 'version')} again?`}
            small
            isDangerous={false}
            isDisabled={selection.selected.length === 0 || bulk.state.isRunning}
            changes={[]}
            run={() => bulk.each('Analyze again', selection.selected, retryJob)}
          >
            <p>Each is a new analysis. Results that exist stay until the new ones are recorded.</p>
          </ConfirmedAction>
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
        <Pager
          total={data.total}
          limit={ADMIN_PAGE}
          offset={search.offset ?? 0}
          onOffset={(offset) => void navigate({ search: { ...search, offset } })}
        />
      </section>
    </div>
  );
}
