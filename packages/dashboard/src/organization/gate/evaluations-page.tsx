import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { EvaluationResult as ResultOfEvaluation } from '../../api/catalogs.gen.ts';
import { Badge } from '../../ui/badge.tsx';
import { AppButtonLink, AppLink } from '../../ui/button.tsx';
import { formText, SelectField, TextField } from '../../ui/fields.tsx';
import { choice, FilterBar, isFiltered, useChosen } from '../../ui/filter-bar.tsx';
import { filterOptions, type Names } from '../../ui/labels.tsx';
import { Pager } from '../../ui/pager.tsx';
import { PageHeader, State } from '../../ui/state.tsx';
import { Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { GateRequest } from '../shared/gate-request.tsx';
import { LIST_PAGE } from '../shared/lists.ts';
import { useOrg } from '../shared/org.queries.ts';
import { evaluationsQuery } from './gate.queries.ts';

const route = getRouteApi('/orgs/$org/evaluations/');

const RESULT_NAMES: Names<ResultOfEvaluation> = { FAIL: 'Failed', PASS: 'Passed' };

/** The result of an evaluation. One that passed without any policy says nothing good. */
export function EvaluationResult({
  evaluation: { result, policies_applied: applied },
}: {
  readonly evaluation: { readonly result: ResultOfEvaluation; readonly policies_applied: number };
}) {
  if (result !== 'PASS') return <Badge tone="bad">failed</Badge>;
  return applied === 0 ? <Badge tone="warn">no policy</Badge> : <Badge tone="good">passed</Badge>;
}

/** What the gate has decided for pipelines, newest first. */
export function EvaluationsPage() {
  const org = useOrg();
  const search = route.useSearch();
  const chosen = useChosen(search);
  const navigate = route.useNavigate();
  const { data } = useSuspenseQuery(evaluationsQuery(org.id, search));
  const filtered = isFiltered({ ...search });
  return (
    <div className="stack wide">
      <PageHeader title="Evaluations" lead="What the gate has answered to pipelines and other callers." />
      <FilterBar
        label="Filter evaluations"
        key={search.environment}
        onApply={(form) =>
          void navigate({
            search: {
              ...search,
              offset: undefined,
              environment: choice(formText(form, 'environment').trim()),
            },
          })
        }
        onClear={filtered ? () => void navigate({ search: {} }) : undefined}
      >
        <SelectField
          label="Result"
          value={chosen.result ?? ''}
          options={filterOptions(RESULT_NAMES)}
          onChange={(result) =>
            void navigate({ search: { ...search, offset: undefined, result: choice(result) } })
          }
        />
        <TextField name="environment" label="Environment" defaultValue={search.environment ?? ''} />
      </FilterBar>
      <section className="card flush" aria-label="Evaluations">
        <Table
          caption="Evaluations, newest first"
          rows={data.evaluations}
          keyOf={({ id }) => id}
          columns={[
            {
              name: 'Time',
              cell: ({ id, evaluated_at }) => (
                <AppLink
                  to="/orgs/$org/evaluations/$evaluationId"
                  params={{ org: org.slug, evaluationId: id }}
                >
                  <Time at={evaluated_at} />
                </AppLink>
              ),
            },
            { name: 'Result', cell: (evaluation) => <EvaluationResult evaluation={evaluation} /> },
            { name: 'Environment', cell: ({ environment }) => environment },
            { name: 'Servers', kind: 'number', cell: ({ servers }) => servers },
            { name: 'Denied', kind: 'number', cell: ({ denied }) => denied },
            { name: 'Policies', kind: 'number', cell: ({ policies_applied: applied }) => applied },
          ]}
          empty={
            filtered ? (
              <State title="Nothing found">
                <p>No evaluation matches the filters.</p>
              </State>
            ) : (
              <State title="No evaluations yet">
                <p>
                  Create a service token for a pipeline, and let it ask the gate. Each answer is then listed
                  here with its reasons.
                </p>
                <AppButtonLink to="/orgs/$org/tokens" params={{ org: org.slug }}>
                  Go to the service tokens
                </AppButtonLink>
                <GateRequest org={org} token="mcp_tk_…" />
              </State>
            )
          }
        />
        <Pager total={data.total} limit={LIST_PAGE} />
      </section>
    </div>
  );
}
