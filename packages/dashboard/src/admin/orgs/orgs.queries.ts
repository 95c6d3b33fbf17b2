import { queryOptions } from '@tanstack/react-query';
import { bodyOf, hub } from '../../api/client.ts';
import type { components } from '../../api/hub.js';
import { ADMIN_PAGE } from '../lists.ts';

/** An organization as administrators see it. */
export type Organization = components['schemas']['OrganizationView'];

/** What an organization is called. */
export const nameOfOrg = ({ display_name: display, name }: Organization): string =>
  display === '' ? name : display;

/** Search and filters of the organizations; they live in the address of the page. */
export interface OrgSearch {
  readonly q?: string;
  readonly status?: Organization['status'];
  readonly plan?: Organization['plan'];
  readonly offset?: number;
}

/** What a change of an organization affects. */
export const ORG_CHANGES = [['admin', 'orgs'], ['admin', 'totals'], ['admin', 'audit'], ['orgs']] as const;

/** A page of organizations. */
export const orgsQuery = (search: OrgSearch) =>
  queryOptions({
    queryKey: ['admin', 'orgs', 'list', search],
    queryFn: ({ signal }) =>
      bodyOf(hub.GET('/api/v1/admin/orgs', { params: { query: { ...search, limit: ADMIN_PAGE } }, signal })),
  });

/** An organization. */
export const orgQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['admin', 'orgs', orgId],
    queryFn: ({ signal }) =>
      bodyOf(hub.GET('/api/v1/admin/orgs/{orgId}', { params: { path: { orgId } }, signal })),
  });

const pathOf = (orgId: string) => ({ params: { path: { orgId } } });

/** Creates an organization for others. */
export const createOrg = (body: components['schemas']['AdminCreateOrganizationRequest']) =>
  bodyOf(hub.POST('/api/v1/admin/orgs', { body }));

/** Changes names and limits of an organization. */
export const changeOrg = (orgId: string, body: components['schemas']['AdminChangeOrganizationRequest']) =>
  bodyOf(hub.PUT('/api/v1/admin/orgs/{orgId}', { ...pathOf(orgId), body }));

/** Changes the plan of an organization. */
export const changeOrgPlan = (orgId: string, plan: Organization['plan']) =>
  bodyOf(hub.PATCH('/api/v1/admin/orgs/{orgId}/plan', { ...pathOf(orgId), body: { plan } }));

/** Suspends an organization: its members and tokens are refused. */
export const suspendOrg = (orgId: string) =>
  bodyOf(hub.POST('/api/v1/admin/orgs/{orgId}/suspend', pathOf(orgId)));

/** Ends the suspension of an organization. */
export const activateOrg = (orgId: string) =>
  bodyOf(hub.POST('/api/v1/admin/orgs/{orgId}/activate', pathOf(orgId)));

/** Deletes an organization. */
export const deleteOrg = (orgId: string) => bodyOf(hub.DELETE('/api/v1/admin/orgs/{orgId}', pathOf(orgId)));
