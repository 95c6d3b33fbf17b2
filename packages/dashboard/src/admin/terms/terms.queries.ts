import { queryOptions } from '@tanstack/react-query';
import { bodyOf, hub } from '../../api/client.ts';
import type { components } from '../../api/hub.js';

/** A category or a tag. */
export type Term = components['schemas']['WordView'];
/** Which of the two taxonomies. */
export type Taxonomy = 'categories' | 'tags';

/** Terms on a page, and at most in a selection field. */
export const TERMS_PAGE = 100;

/** A page of categories or tags, by slug. */
export const termsQuery = (taxonomy: Taxonomy, offset = 0) =>
  queryOptions({
    queryKey: ['admin', taxonomy, offset],
    queryFn: async ({ signal }): Promise<{ total: number; terms: readonly Term[] }> => {
      const params = { query: { limit: TERMS_PAGE, offset } };
      if (taxonomy === 'categories') {
        const list = await bodyOf(hub.GET('/api/v1/admin/categories', { params, signal }));
        return { total: list.total, terms: list.categories };
      }
      const list = await bodyOf(hub.GET('/api/v1/admin/tags', { params, signal }));
      return { total: list.total, terms: list.tags };
    },
  });

type NewTerm = components['schemas']['CreateWordRequest'];

/** Creates a category or tag. */
export const createTerm = (taxonomy: Taxonomy, body: NewTerm): Promise<Term> =>
  bodyOf(
    taxonomy === 'categories'
      ? hub.POST('/api/v1/admin/categories', { body })
      : hub.POST('/api/v1/admin/tags', { body }),
  );

/** Changes a category or tag. */
export const changeTerm = (taxonomy: Taxonomy, id: string, body: Partial<NewTerm>): Promise<Term> => {
  const options = { params: { path: { id } }, body };
  return bodyOf(
    taxonomy === 'categories'
      ? hub.PUT('/api/v1/admin/categories/{id}', options)
      : hub.PUT('/api/v1/admin/tags/{id}', options),
  );
};

/** Deletes a category or tag; its MCPs stay without it. */
export const deleteTerm = (taxonomy: Taxonomy, id: string): Promise<unknown> => {
  const options = { params: { path: { id } } };
  return bodyOf<unknown>(
    taxonomy === 'categories'
      ? hub.DELETE('/api/v1/admin/categories/{id}', options)
      : hub.DELETE('/api/v1/admin/tags/{id}', options),
  );
};
