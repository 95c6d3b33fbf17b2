import { createFileRoute } from '@tanstack/react-router';
import { ApiFailure } from '../../api/api-failure.ts';
import { load } from '../../api/load.ts';
import { RegistryError, RegistryLayout } from '../../registry/registry-layout.tsx';
import { accountQuery } from '../../registry/registry.queries.ts';
import { meQuery } from '../../session/session.ts';

export const Route = createFileRoute('/registry')({
  beforeLoad: async ({ context }) => {
    const me = await load(context.queryClient, meQuery);
    if (me === null) throw new ApiFailure(401, 'unauthorized', 'sign in to continue');
  },
  loader: ({ context }) => load(context.queryClient, accountQuery),
  component: RegistryLayout,
  errorComponent: RegistryError,
});
