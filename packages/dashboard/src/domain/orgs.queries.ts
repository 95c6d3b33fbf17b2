import { queryOptions } from '@tanstack/react-query';
import { bodyOf, hub } from '../api/client.ts';
import type { components } from '../api/hub.js';

/** An organization. */
export type Organization = components['schemas']['OrganizationView'];

/** The organizations of the reader. */
export const orgsQuery = queryOptions({
  queryKey: ['orgs'],
  queryFn: ({ signal }) => bodyOf(hub.GET('/api/v1/orgs', { signal })),
});
