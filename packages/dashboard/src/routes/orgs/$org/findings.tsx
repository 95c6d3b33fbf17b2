import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../api/load.ts';
import { RISKS } from '../../../organization/security/finding-filters.tsx';
import { FindingsPage } from '../../../organization/security/findings-page.tsx';
import { findingsQuery, type FindingSearch } from '../../../organization/security/security.queries.ts';
import { choiceOf, FILTER_PENDING_MS, offsetOf, textOf } from '../../-search.ts';

const CLASSES = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N'] as const;

export const Route = createFileRoute('/orgs/$org/findings')({
  validateSearch: (search): FindingSearch => ({
    ...textOf('q', search),
    ...textOf('severity', search),
    ...choiceOf('status', ['resolved', 'all'] as const, search),
    ...choiceOf('vulnerability_class', CLASSES, search),
    ...choiceOf(
      'owasp_mcp',
      RISKS.map(([risk]) => risk),
      search,
    ),
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
