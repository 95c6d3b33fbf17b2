import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PosturePeriod, Risk } from '../../api/catalogs.gen.ts';
import { bodyOf, hub } from '../../api/client.ts';
import type { components } from '../../api/hub.js';
import { LIST_PAGE, type PageSearch } from '../shared/lists.ts';

/** The risk of an organization with its history. */
export type Posture = components['schemas']['OrganizationPosture'];

/** Numbers of open findings by severity. */
export type OpenFindings = components['schemas']['OpenFindings'];

/** The risk of the organization with each day of a period. */
export const postureQuery = (orgId: string, days: PosturePeriod) =>
  queryOptions({
    queryKey: ['org', orgId, 'posture', days],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/risk-posture', {
          params: { path: { orgId }, query: { days } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** A finding of one of the organization's MCPs. */
export type OrgFinding = components['schemas']['OrgFindingView'];

/** Filters of the findings; they live in the address. Without `status`, open ones are shown. */
export interface FindingSearch extends PageSearch {
  /** With commas between. */
  readonly severity?: string;
  readonly status?: 'resolved' | 'all';
  readonly vulnerability_class?: OrgFinding['vulnerability_class'];
  readonly owasp_mcp?: Risk;
  readonly mcp_id?: string;
  readonly rule_id?: string;
  readonly suppressed?: 'only' | 'without';
  readonly q?: string;
}

/** Key of the findings. */
export const findingsKey = (orgId: string) => ['org', orgId, 'findings'] as const;

/** A page of the findings, the worst first. */
export const findingsQuery = (orgId: string, search: FindingSearch) => {
  const { offset = 0, status, suppressed, ...filters } = search;
  return queryOptions({
    queryKey: [...findingsKey(orgId), search],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/findings', {
          params: {
            path: { orgId },
            query: {
              limit: LIST_PAGE,
              offset,
              ...filters,
              ...(status !== 'all' && { status: status ?? 'open' }),
              ...(suppressed !== undefined && { suppressed: suppressed === 'only' }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
};

/** A suppression. */
export type Suppression = components['schemas']['SuppressionView'];

/** Key of the suppressions. */
export const suppressionsKey = (orgId: string) => ['org', orgId, 'suppressions'] as const;

/** A page of the suppressions, newest first. */
export const suppressionsQuery = (orgId: string, { offset = 0 }: PageSearch) =>
  queryOptions({
    queryKey: [...suppressionsKey(orgId), { offset }],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/suppressions', {
          params: { path: { orgId }, query: { limit: LIST_PAGE, offset } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Suppresses a finding. */
export const suppress = (
  orgId: string,
  body: components['schemas']['CreateSuppressionRequest'],
): Promise<Suppression> =>
  bodyOf(hub.POST('/api/v1/orgs/{orgId}/suppressions', { params: { path: { orgId } }, body }));

/** Ends a suppression. */
export const endSuppression = (orgId: string, suppressionId: string): Promise<unknown> =>
  bodyOf(
    hub.DELETE('/api/v1/orgs/{orgId}/suppressions/{suppressionId}', {
      params: { path: { orgId, suppressionId } },
    }),
  );

/** The compliance of the organization with the ten risks of MCP servers. */
export const complianceQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['org', orgId, 'compliance'],
    queryFn: ({ signal }) =>
      bodyOf(hub.GET('/api/v1/orgs/{orgId}/compliance', { params: { path: { orgId } }, signal })),
  });

/** MCPs on a page of the matrix. */
export const MATRIX_PAGE = 25;

/** The controls with counts, and the results of a page of MCPs. */
export const controlsQuery = (orgId: string, { offset = 0 }: PageSearch) =>
  queryOptions({
    queryKey: ['org', orgId, 'controls', { offset }],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/controls', {
          params: { path: { orgId }, query: { limit: MATRIX_PAGE, offset } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** The environment whose policies the overview shows. */
export const SHOWN_ENVIRONMENT = 'production';

/** How many MCPs the policies of an environment deny today. */
export const policyComplianceQuery = (orgId: string, environment: string) =>
  queryOptions({
    queryKey: ['org', orgId, 'policies', 'compliance', environment],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.POST('/api/v1/orgs/{orgId}/policies/test', {
          params: { path: { orgId } },
          body: { environment, policies: [] },
          signal,
        }),
      ),
  });
