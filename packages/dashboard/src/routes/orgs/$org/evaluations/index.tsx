import { createFileRoute } from '@tanstack/react-router';
import { EVALUATION_RESULTS } from '../../../../api/catalogs.gen.ts';
import { load } from '../../../../api/load.ts';
import { EvaluationsPage } from '../../../../organization/gate/evaluations-page.tsx';
import { evaluationsQuery, type EvaluationSearch } from '../../../../organization/gate/gate.queries.ts';
import { choiceOf, FILTER_PENDING_MS, offsetOf, textOf } from '../../../-search.ts';

export const Route = createFileRoute('/orgs/$org/evaluations/')({
  validateSearch: (search): EvaluationSearch => ({
    ...choiceOf('result', EVALUATION_RESULTS, search),
    ...textOf('environment', search),
    ...offsetOf(search),
  }),
  loaderDeps: ({ search }) => search,
  pendingMs: FILTER_PENDING_MS,
  loader: ({ context, deps }) => load(context.queryClient, evaluationsQuery(context.orgId, deps)),
  component: EvaluationsPage,
});
