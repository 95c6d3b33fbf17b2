import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { bodyOf, hub } from '../../api/client.ts';
import type { components } from '../../api/hub.js';
import type { Organization } from '../../domain/orgs.queries.ts';
import { startOfDay } from '../../ui/calendar-day.ts';
import { LIST_PAGE, type PageSearch } from '../shared/lists.ts';

/** How long an organization keeps its records. */
export type Retention = components['schemas']['RetentionView'];

/** Changes the names of an organization. */
export const changeOrganization = (
  orgId: string,
  body: components['schemas']['ChangeOrganizationRequest'],
): Promise<Organization> => bodyOf(hub.PUT('/api/v1/orgs/{orgId}', { params: { path: { orgId } }, body }));

/** How long the organization keeps its records. */
export const retentionQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['org', orgId, 'retention'],
    queryFn: ({ signal }) =>
      bodyOf(hub.GET('/api/v1/orgs/{orgId}/retention', { params: { path: { orgId } }, signal })),
  });

/** Changes how long the organization keeps its records. */
export const changeRetention = (
  orgId: string,
  body: components['schemas']['ChangeRetentionRequest'],
): Promise<Retention> =>
  bodyOf(hub.PUT('/api/v1/orgs/{orgId}/retention', { params: { path: { orgId } }, body }));

/** An audit event. */
export type AuditEvent = components['schemas']['AuditEventView'];

/** Filters of the audit trail; they live in the address. Days are those of the reader. */
export interface AuditSearch extends PageSearch {
  readonly action?: string;
  readonly actor_id?: string;
  readonly since?: string;
  readonly until?: string;
}

/** A page of the audit trail, newest first. */
export const auditQuery = (orgId: string, { offset = 0, since, until, ...filters }: AuditSearch) =>
  queryOptions({
    queryKey: ['org', orgId, 'audit', { offset, since, until, ...filters }],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/audit-events', {
          params: {
            path: { orgId },
            query: {
              limit: LIST_PAGE,
              offset,
              ...filters,
              ...(since !== undefined && { since: startOfDay(since) }),
              // Events of that day are included.
              ...(until !== undefined && { until: startOfDay(until, 1) }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** What became of the hash chain of the audit trail; `full` reads everything again. */
export const verifyAudit = (
  orgId: string,
  full: boolean,
): Promise<components['schemas']['AuditVerification']> =>
  bodyOf(
    hub.GET('/api/v1/orgs/{orgId}/audit-events/verify', { params: { path: { orgId }, query: { full } } }),
  );

/** The status of the hash chain, as far as it was verified before. */
export const verificationQuery = (orgId: string) =>
  queryOptions({
    queryKey: ['org', orgId, 'audit-verification'],
    staleTime: 60_000,
    queryFn: () => verifyAudit(orgId, false),
  });
