import { createFileRoute } from '@tanstack/react-router';
import { CheckPage } from '../check/check-page.tsx';
import { textOf } from './-search.ts';

export const Route = createFileRoute('/check')({
  validateSearch: (search): { org?: string; environment?: string } => ({
    ...textOf('org', search),
    ...textOf('environment', search),
  }),
  component: CheckPage,
});
