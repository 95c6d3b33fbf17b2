import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ApiFailure } from '../../api/api-failure.ts';
import { ROLES, type Permission, type Role } from '../../api/catalogs.gen.ts';
import { bodyOf, hub } from '../../api/client.ts';
import type { Organization } from '../../domain/orgs.queries.ts';
import { useMe } from '../../session/session.ts';

/** An organization by its id. */
export const orgQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['org', orgId, 'organization'],
    queryFn: ({ signal }) => bodyOf(hub.GET('/api/v1/orgs/{orgId}', { params: { path: { orgId } }, signal })),
  });

/** The roles and their permissions; they are the same in every organization. */
export const rolesQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['org', orgId, 'roles'],
    staleTime: 600_000,
    queryFn: ({ signal }) =>
      bodyOf(hub.GET('/api/v1/orgs/{orgId}/roles', { params: { path: { orgId } }, signal })),
  });

const route = getRouteApi('/orgs/$org');

/** The organization of a page, as the reader sees it. */
export interface Org {
  readonly id: string;
  readonly slug: string;
  readonly view: Organization;
  /** The reader's role. */
  readonly role: Role;
  /** Whether the reader's role has a permission, such as `policy:write`. */
  readonly can: (permission: Permission) => boolean;
}

/** The organization of the page; only below `/orgs/$org`. */
export function useOrg(): Org {
  const { org: slug } = route.useParams();
  const { orgId } = route.useRouteContext();
  const { data: view } = useSuspenseQuery(orgQuery(orgId));
  const { data: roles } = useSuspenseQuery(rolesQuery(orgId));
  const me = useMe();
  const membership = me?.orgs.find(({ id }) => id === orgId);
  // The reader was removed while the page was open.
  if (me !== null && membership === undefined)
    throw new ApiFailure(404, 'not_found', 'organization not found');
  const role = membership?.role ?? 'MEMBER';
  const permissions = roles.roles.find(({ name }) => name === role)?.permissions ?? [];
  return { id: orgId, slug, view, role, can: (permission) => permissions.includes(permission) };
}

/** Roles that a member with `role` may give: those up to their own. */
export const rolesUpTo = (role: Role): readonly Role[] => ROLES.slice(ROLES.indexOf(role));
