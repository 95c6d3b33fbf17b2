import { createFileRoute } from '@tanstack/react-router';
import { RISKS, VULNERABILITY_CLASSES, type Risk } from '../../../api/catalogs.gen.ts';
import { load } from '../../../api/load.ts';
import { FindingsPage } from '../../../organization/security/findings-page.tsx';
import { findingsQuery, type FindingSearch } from '../../../organization/security/security.queries.ts';
import { choiceOf, FILTER_PENDING_MS, offsetOf, textOf } from '../../-search.ts';

export const Route = createFileRoute('/orgs/$org/findings')({
  validateSearch: (search): FindingSearch => ({
    ...textOf('q', search),
    ...textOf('severity', search),
    ...choiceOf('status', ['resolved', 'all'] as const, search),
    ...choiceOf('vulnerability_class', VULNERABILITY_CLASSES, search),
    ...choiceOf('owasp_mcp', Object.keys(RISKS) as Risk[], search),
    ...textOf('mcp_id', search),
    ...textOf('rule_id', search),
    ...choiceOf('suppressed', ['only', 'without'] as const, search),
    ...offsetOf(search),
  }),
  loaderDeps: ({ search }) => search,
  pendingMs: FILTER_PENDING_MS,
  loader: ({ context, deps }) => load(context.queryClient, findingsQuery(context.orgId, deps)),
  component: FindingsPage,
});
