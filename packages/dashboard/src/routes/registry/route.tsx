import { createFileRoute } from '@tanstack/react-router';
import { ApiFailure } from '../../api/api-failure.ts';
import { load, prefetch } from '../../api/load.ts';
import { RegistryError, RegistryLayout } from '../../registry/registry-layout.tsx';
import { accountQuery } from '../../registry/registry.queries.ts';
import { hasSession, meQuery } from '../../session/session.ts';

export const Route = createFileRoute('/registry')({
  beforeLoad: async ({ context }) => {
    // Beside the user of the session, whom the token does not need.
    if (hasSession()) prefetch(context.queryClient, accountQuery);
    const me = await load(context.queryClient, meQuery);
    if (me === null) throw new ApiFailure(401, 'unauthorized', 'sign in to continue');
  },
  loader: ({ context }) => load(context.queryClient, accountQuery),
  component: RegistryLayout,
  errorComponent: RegistryError,
});
