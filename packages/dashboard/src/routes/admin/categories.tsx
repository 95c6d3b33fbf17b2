import { createFileRoute } from '@tanstack/react-router';
import { TermsPage } from '../../admin/terms/terms-page.tsx';
import { termsQuery } from '../../admin/terms/terms.queries.ts';
import { load } from '../../api/load.ts';
import { offsetOf } from '../-search.ts';

export const Route = createFileRoute('/admin/categories')({
  validateSearch: offsetOf,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => load(context.queryClient, termsQuery('categories', deps.offset)),
  component: Categories,
});

function Categories() {
  const { offset = 0 } = Route.useSearch();
  return <TermsPage taxonomy="categories" offset={offset} />;
}
