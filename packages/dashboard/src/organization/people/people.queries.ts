import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Role } from '../../api/catalogs.gen.ts';
import { bodyOf, hub } from '../../api/client.ts';
import type { components } from '../../api/hub.js';
import { areasKey, type Area } from '../shared/areas.queries.ts';
import { LIST_PAGE, type ListSearch, type PageSearch } from '../shared/lists.ts';

/** A member of an organization. */
export type Member = components['schemas']['OrganizationMemberView'];

/** A member of an area. */
export type AreaMember = components['schemas']['AreaMemberView'];

/** Key of the members. */
export const membersKey = (orgId: string) => ['org', orgId, 'members'] as const;

/** A page of the members, in the order in which they joined. */
export const membersQuery = (orgId: string, { offset = 0, q }: ListSearch = {}, limit = LIST_PAGE) =>
  queryOptions({
    queryKey: [...membersKey(orgId), { offset, limit, q }],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/members', {
          params: { path: { orgId }, query: { limit, offset, ...(q !== undefined && { q }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Changes the role of a member. */
export const changeMember = (orgId: string, userId: string, role: Role): Promise<Member> =>
  bodyOf(
    hub.PATCH('/api/v1/orgs/{orgId}/members/{userId}', {
      params: { path: { orgId, userId } },
      body: { role },
    }),
  );

/** Removes a member; in the registry, too, unless the membership is kept there. */
export const removeMember = (
  orgId: string,
  userId: string,
  keepsRegistry = false,
): Promise<components['schemas']['RemovedMember']> =>
  bodyOf(
    hub.DELETE('/api/v1/orgs/{orgId}/members/{userId}', {
      params: { path: { orgId, userId }, query: keepsRegistry ? { keep_registry: true } : {} },
    }),
  );

/** Replaces what a member, or a former one, made or knows. */
export const rotateMemberSecrets = (
  orgId: string,
  userId: string,
): Promise<components['schemas']['RotatedSecrets']> =>
  bodyOf(
    hub.POST('/api/v1/orgs/{orgId}/members/{userId}/secrets/rotate', {
      params: { path: { orgId, userId } },
      body: {},
    }),
  );

/** An invitation. */
export type Invitation = components['schemas']['InvitationView'];

/** Key of the invitations. */
export const invitationsKey = (orgId: string) => ['org', orgId, 'invitations'] as const;

/** A page of the invitations, newest first. */
export const invitationsQuery = (orgId: string, { offset = 0 }: PageSearch) =>
  queryOptions({
    queryKey: [...invitationsKey(orgId), { offset }],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/invitations', {
          params: { path: { orgId }, query: { limit: LIST_PAGE, offset } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Invites somebody. */
export const invite = (
  orgId: string,
  body: components['schemas']['InviteRequest'],
): Promise<components['schemas']['CreatedInvitationView']> =>
  bodyOf(hub.POST('/api/v1/orgs/{orgId}/users/invite', { params: { path: { orgId } }, body }));

/** Revokes a pending invitation. */
export const revokeInvitation = (orgId: string, invitationId: string): Promise<unknown> =>
  bodyOf(
    hub.DELETE('/api/v1/orgs/{orgId}/invitations/{invitationId}', {
      params: { path: { orgId, invitationId } },
    }),
  );

/** An area by its id. */
export const areaQuery = (orgId: string, areaId: string) =>
  queryOptions({
    queryKey: [...areasKey(orgId), areaId],
    queryFn: ({ signal }) =>
      bodyOf(hub.GET('/api/v1/orgs/{orgId}/areas/{areaId}', { params: { path: { orgId, areaId } }, signal })),
  });

/** A page of the members of an area. */
export const areaMembersQuery = (orgId: string, areaId: string, { offset = 0 }: PageSearch) =>
  queryOptions({
    queryKey: [...areasKey(orgId), areaId, 'members', { offset }],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/areas/{areaId}/members', {
          params: { path: { orgId, areaId }, query: { limit: LIST_PAGE, offset } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Creates an area. */
export const createArea = (orgId: string, body: components['schemas']['CreateAreaRequest']): Promise<Area> =>
  bodyOf(hub.POST('/api/v1/orgs/{orgId}/areas', { params: { path: { orgId } }, body }));

/** Changes an area. */
export const changeArea = (
  orgId: string,
  areaId: string,
  body: components['schemas']['ChangeAreaRequest'],
): Promise<Area> =>
  bodyOf(hub.PUT('/api/v1/orgs/{orgId}/areas/{areaId}', { params: { path: { orgId, areaId } }, body }));

/** Deletes an area. */
export const deleteArea = (orgId: string, areaId: string): Promise<unknown> =>
  bodyOf(hub.DELETE('/api/v1/orgs/{orgId}/areas/{areaId}', { params: { path: { orgId, areaId } } }));

/** Adds a member of the organization to an area. */
export const addAreaMember = (
  orgId: string,
  areaId: string,
  body: components['schemas']['AddAreaMemberRequest'],
): Promise<AreaMember> =>
  bodyOf(
    hub.POST('/api/v1/orgs/{orgId}/areas/{areaId}/members', { params: { path: { orgId, areaId } }, body }),
  );

/** Changes the role of a member of an area. */
export const changeAreaMember = (
  orgId: string,
  areaId: string,
  userId: string,
  role: AreaMember['role'],
): Promise<AreaMember> =>
  bodyOf(
    hub.PATCH('/api/v1/orgs/{orgId}/areas/{areaId}/members/{userId}/role', {
      params: { path: { orgId, areaId, userId } },
      body: { role },
    }),
  );

/** Removes a member from an area. */
export const removeAreaMember = (orgId: string, areaId: string, userId: string): Promise<unknown> =>
  bodyOf(
    hub.DELETE('/api/v1/orgs/{orgId}/areas/{areaId}/members/{userId}', {
      params: { path: { orgId, areaId, userId } },
    }),
  );
