import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../../api/load.ts';
import {
  deliveriesQuery,
  webhookQuery,
  type DeliverySearch,
} from '../../../../organization/automation/automation.queries.ts';
import { WebhookPage } from '../../../../organization/automation/webhook-page.tsx';
import { choiceOf, offsetOf } from '../../../-search.ts';

export const Route = createFileRoute('/orgs/$org/webhooks/$webhookId')({
  validateSearch: (search): DeliverySearch => ({
    ...choiceOf('status', ['PENDING', 'DELIVERED', 'DEAD'] as const, search),
    ...offsetOf(search),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient, orgId }, params: { webhookId }, deps }) =>
    Promise.all([
      load(queryClient, webhookQuery(orgId, webhookId)),
      load(queryClient, deliveriesQuery(orgId, webhookId, deps)),
    ]),
  component: WebhookPage,
});
