import { queryOptions } from '@tanstack/react-query';
import { bodyOf, hub } from '../../api/client.ts';
import type { components } from '../../api/hub.js';
import { startOfDay } from '../../ui/calendar-day.ts';
import { ADMIN_PAGE } from '../lists.ts';

/** A recorded action. */
export type AuditEvent = components['schemas']['AuditEventView'];

/** Whose events are shown. */
export const AUDIT_TRAILS = ['platform', 'user', 'org'] as const;
type AuditOf = (typeof AUDIT_TRAILS)[number];

/** Filters of the audit trail; they live in the address of the page. */
export interface AuditSearch {
  /** Default: the platform. */
  readonly of?: AuditOf;
  /** Id of the user or organization. */
  readonly id?: string;
  readonly action?: string;
  /** Days in the reader's time zone, as YYYY-MM-DD. */
  readonly since?: string;
  readonly until?: string;
  readonly offset?: number;
}

/** A page of the audit trail, newest first. */
export const auditQuery = (search: AuditSearch) =>
  queryOptions({
    queryKey: ['admin', 'audit', search],
    queryFn: ({ signal }) => {
      const { of = 'platform', id, since, until, ...others } = search;
      const query = {
        ...others,
        ...(since !== undefined && { since: startOfDay(since) }),
        // Events of that day are included.
        ...(until !== undefined && { until: startOfDay(until, 1) }),
        limit: ADMIN_PAGE,
      };
      if (of === 'user' && id !== undefined) {
        const path = { userId: id };
        return bodyOf(hub.GET('/api/v1/admin/audit/users/{userId}', { params: { path, query }, signal }));
      }
      if (of === 'org' && id !== undefined) {
        const path = { orgId: id };
        return bodyOf(hub.GET('/api/v1/admin/audit/orgs/{orgId}', { params: { path, query }, signal }));
      }
      return bodyOf(hub.GET('/api/v1/admin/audit', { params: { query }, signal }));
    },
  });

/** Verifies the audit chain of the platform. */
export const verifyAudit = (full: boolean) =>
  bodyOf(hub.GET('/api/v1/admin/audit/verify', { params: { query: { full } } }));
