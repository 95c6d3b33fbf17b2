import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { bodyOf, hub } from '../../api/client.ts';
import type { components } from '../../api/hub.js';
import { LIST_PAGE, type PageSearch } from '../shared/org.queries.ts';

/** A policy. */
export type Policy = components['schemas']['PolicyView'];

/** A policy as a request states it. */
export type PolicyRequest = components['schemas']['CreatePolicyRequest'];

/** What draft policies would change. */
export type PolicyTrial = components['schemas']['PolicyTrialView'];

/** Key of everything about policies. */
export const policiesKey = (orgId: string) => ['org', orgId, 'policies'] as const;

/** A page of the policies in the order of evaluation. */
export const policiesQuery = (orgId: string, { offset = 0 }: PageSearch = {}) =>
  queryOptions({
    queryKey: [...policiesKey(orgId), { offset }],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/policies', {
          params: { path: { orgId }, query: { limit: LIST_PAGE, offset } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** A policy by its id. */
export const policyQuery = (orgId: string, policyId: string) =>
  queryOptions({
    queryKey: [...policiesKey(orgId), policyId],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/policies/{policyId}', {
          params: { path: { orgId, policyId } },
          signal,
        }),
      ),
  });

/** What a draft would change for the MCPs of the organization. */
export const policyTrialQuery = (
  orgId: string,
  request: { readonly environment: string; readonly policy: PolicyRequest; readonly without: string[] },
) =>
  queryOptions({
    queryKey: [...policiesKey(orgId), 'trial', request],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.POST('/api/v1/orgs/{orgId}/policies/test', {
          params: { path: { orgId } },
          body: { environment: request.environment, policies: [request.policy], without: request.without },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Creates a policy. */
export const createPolicy = (orgId: string, body: PolicyRequest): Promise<Policy> =>
  bodyOf(hub.POST('/api/v1/orgs/{orgId}/policies', { params: { path: { orgId } }, body }));

/** Changes a policy. */
export const changePolicy = (
  orgId: string,
  policyId: string,
  body: components['schemas']['ChangePolicyRequest'],
): Promise<Policy> =>
  bodyOf(
    hub.PUT('/api/v1/orgs/{orgId}/policies/{policyId}', { params: { path: { orgId, policyId } }, body }),
  );

/** Deletes a policy. */
export const deletePolicy = (orgId: string, policyId: string): Promise<unknown> =>
  bodyOf(hub.DELETE('/api/v1/orgs/{orgId}/policies/{policyId}', { params: { path: { orgId, policyId } } }));
