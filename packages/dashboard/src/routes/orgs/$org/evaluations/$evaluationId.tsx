import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../../api/load.ts';
import { EvaluationPage } from '../../../../organization/gate/evaluation-page.tsx';
import { evaluationQuery } from '../../../../organization/gate/gate.queries.ts';

export const Route = createFileRoute('/orgs/$org/evaluations/$evaluationId')({
  loader: ({ context, params }) =>
    load(context.queryClient, evaluationQuery(context.orgId, params.evaluationId)),
  component: EvaluationPage,
});
