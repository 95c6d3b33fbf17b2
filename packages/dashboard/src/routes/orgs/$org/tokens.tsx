import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../../api/load.ts';
import { tokensQuery } from '../../../organization/automation/automation.queries.ts';
import { TokensPage } from '../../../organization/automation/tokens-page.tsx';
import type { ListSearch } from '../../../organization/shared/lists.ts';
import { FILTER_PENDING_MS, offsetOf, textOf } from '../../-search.ts';

export const Route = createFileRoute('/orgs/$org/tokens')({
  validateSearch: (search): ListSearch => ({ ...textOf('q', search), ...offsetOf(search) }),
  loaderDeps: ({ search }) => search,
  pendingMs: FILTER_PENDING_MS,
  loader: ({ context, deps }) => load(context.queryClient, tokensQuery(context.orgId, deps)),
  component: TokensPage,
});
