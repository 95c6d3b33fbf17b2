import { createFileRoute } from '@tanstack/react-router';
import { AdminLayout } from '../../admin/admin-layout.tsx';
import { ApiFailure } from '../../api/api-failure.ts';
import { load } from '../../api/load.ts';
import { meQuery } from '../../session/session.ts';

export const Route = createFileRoute('/admin')({
  beforeLoad: async ({ context }) => {
    const me = await load(context.queryClient, meQuery);
    if (me === null) throw new ApiFailure(401, 'unauthorized', 'sign in to continue');
    if (me.role !== 'PLATFORM_ADMIN') {
      throw new ApiFailure(403, 'forbidden', 'these pages are for administrators of the platform');
    }
  },
  component: AdminLayout,
});
