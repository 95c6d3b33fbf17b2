import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../../api/load.ts';
import { launchQuery } from '../../../../organization/gate/gate.queries.ts';
import { LaunchPage } from '../../../../organization/gate/launch-page.tsx';

export const Route = createFileRoute('/orgs/$org/launch/$mcpId')({
  loader: ({ context, params }) => load(context.queryClient, launchQuery(context.orgId, params.mcpId)),
  component: LaunchPage,
});
