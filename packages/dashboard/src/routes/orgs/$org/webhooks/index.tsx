import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../../api/load.ts';
import { webhooksQuery } from '../../../../organization/automation/automation.queries.ts';
import { WebhooksPage } from '../../../../organization/automation/webhooks-page.tsx';

export const Route = createFileRoute('/orgs/$org/webhooks/')({
  loader: ({ context }) => load(context.queryClient, webhooksQuery(context.orgId)),
  component: WebhooksPage,
});
