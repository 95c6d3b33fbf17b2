import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../api/load.ts';
import { CompliancePage } from '../../../organization/security/compliance-page.tsx';
import { complianceQuery } from '../../../organization/security/security.queries.ts';

export const Route = createFileRoute('/orgs/$org/compliance')({
  loader: ({ context }) => load(context.queryClient, complianceQuery(context.orgId)),
  component: CompliancePage,
});
