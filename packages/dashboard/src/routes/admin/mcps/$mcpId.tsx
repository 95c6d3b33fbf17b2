import { createFileRoute } from '@tanstack/react-router';
import { jobsQuery } from '../../../admin/jobs/jobs.queries.ts';
import { AdminMcpPage } from '../../../admin/mcps/admin-mcp-page.tsx';
import { adminMcpQuery, webhookSecretQuery } from '../../../admin/mcps/mcps.queries.ts';
import { termsQuery } from '../../../admin/terms/terms.queries.ts';
import { load } from '../../../api/load.ts';

export const Route = createFileRoute('/admin/mcps/$mcpId')({
  loader: ({ context: { queryClient }, params: { mcpId } }) =>
    Promise.all([
      load(queryClient, adminMcpQuery(mcpId)),
      load(queryClient, webhookSecretQuery(mcpId)),
      load(queryClient, jobsQuery({ mcp_id: mcpId })),
      load(queryClient, termsQuery('categories')),
      load(queryClient, termsQuery('tags')),
    ]),
  component: AdminMcpPage,
});
