import { createFileRoute } from '@tanstack/react-router';
import { PushPage } from '../push/push-page.tsx';
import { textOf } from './-search.ts';

export const Route = createFileRoute('/push')({
  validateSearch: (search): { org?: string; name?: string } => ({
    ...textOf('org', search),
    ...textOf('name', search),
  }),
  component: PushPage,
});
