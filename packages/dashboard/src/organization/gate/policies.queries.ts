import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { bodyOf, hub } from '../../api/client.ts';
import type { components } from '../../api/hub.js';
import { LIST_PAGE, type ListSearch } from '../shared/lists.ts';

/** A policy. */
export type Policy = components['schemas']['PolicyView'];

/** A policy as a request states it. */
export type PolicyRequest = components['schemas']['CreatePolicyRequest'];

/** What draft policies would change. */
export type PolicyTrial = components['schemas']['PolicyTrialView'];

/** Key of everything about policies. */
export const policiesKey = (orgId: string) => ['org', orgId, 'policies'] as const;

/** A page of the policies in the order of evaluation. */
export const policiesQuery = (orgId: string, { offset = 0, q }: ListSearch = {}) =>
  queryOptions({
    queryKey: [...policiesKey(orgId), { offset, q }],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/policies', {
          params: { path: { orgId }, query: { limit: LIST_PAGE, offset, ...(q !== undefined && { q }) } },
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

/** What is tried: a draft in place of others, or a policy by its id. */
export type TrialRequest = components['schemas']['PolicyTrialRequest'];

/** What a draft would change for the MCPs of the organization. */
export const policyTrialQuery = (orgId: string, body: TrialRequest) =>
  queryOptions({
    queryKey: [...policiesKey(orgId), 'trial', body],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.POST('/api/v1/orgs/{orgId}/policies/test', {
          params: { path: { orgId } },
          body,
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** The trial of a policy as it is stored: it needs no more than the address of its page. */
export const storedTrial = (policyId: string): TrialRequest => ({ policies: [], policy_id: policyId });

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
