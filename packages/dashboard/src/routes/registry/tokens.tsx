import { createFileRoute } from '@tanstack/react-router';
import { load } from '../../api/load.ts';
import { tokensQuery } from '../../registry/registry.queries.ts';
import { TokensPage } from '../../registry/tokens-page.tsx';

export const Route = createFileRoute('/registry/tokens')({
  loader: ({ context }) => load(context.queryClient, tokensQuery),
  component: TokensPage,
});
