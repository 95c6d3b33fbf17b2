import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { load } from '../api/load.ts';
import { Shell } from '../layout/shell.tsx';
import type { RouterContext } from '../router.ts';
import { meQuery } from '../session/session.ts';

export const Route = createRootRouteWithContext<RouterContext>()({
  loader: ({ context }) => load(context.queryClient, meQuery),
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
});
