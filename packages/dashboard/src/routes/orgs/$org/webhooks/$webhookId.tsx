import { createFileRoute } from '@tanstack/react-router';
import { DELIVERY_STATUSES } from '../../../../api/catalogs.gen.ts';
import { load } from '../../../../api/load.ts';
import {
  deliveriesQuery,
  webhookQuery,
  type DeliverySearch,
} from '../../../../organization/automation/automation.queries.ts';
import { WebhookPage } from '../../../../organization/automation/webhook-page.tsx';
import { choiceOf, FILTER_PENDING_MS, offsetOf } from '../../../-search.ts';

export const Route = createFileRoute('/orgs/$org/webhooks/$webhookId')({
  validateSearch: (search): DeliverySearch => ({
    ...choiceOf('status', DELIVERY_STATUSES, search),
    ...offsetOf(search),
  }),
  loaderDeps: ({ search }) => search,
  pendingMs: FILTER_PENDING_MS,
  loader: ({ context: { queryClient, orgId }, params: { webhookId }, deps }) =>
    Promise.all([
      load(queryClient, webhookQuery(orgId, webhookId)),
      load(queryClient, deliveriesQuery(orgId, webhookId, deps)),
    ]),
  component: WebhookPage,
});
