import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DeliveryStatus } from '../../api/catalogs.gen.ts';
import { bodyOf, hub } from '../../api/client.ts';
import type { components } from '../../api/hub.js';
import type { Names } from '../../ui/labels.tsx';
import { LIST_PAGE, type ListSearch, type PageSearch } from '../shared/lists.ts';

/** A service token, without its secret. */
export type Token = components['schemas']['ServiceTokenView'];

/** Key of the service tokens. */
export const tokensKey = (orgId: string) => ['org', orgId, 'tokens'] as const;

/** A page of the service tokens, newest first. */
export const tokensQuery = (orgId: string, { offset = 0, q }: ListSearch) =>
  queryOptions({
    queryKey: [...tokensKey(orgId), { offset, q }],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/tokens', {
          params: { path: { orgId }, query: { limit: LIST_PAGE, offset, ...(q !== undefined && { q }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });

/** Creates a service token; its secret is in this response alone. */
export const createToken = (
  orgId: string,
  body: components['schemas']['CreateServiceTokenRequest'],
): Promise<components['schemas']['CreatedServiceToken']> =>
  bodyOf(hub.POST('/api/v1/orgs/{orgId}/tokens', { params: { path: { orgId } }, body }));

/** Revokes a service token. */
export const revokeToken = (orgId: string, tokenId: string): Promise<unknown> =>
  bodyOf(hub.DELETE('/api/v1/orgs/{orgId}/tokens/{tokenId}', { params: { path: { orgId, tokenId } } }));

/** A webhook, without its secret. */
export type Webhook = components['schemas']['OutboundWebhookView'];

/** A webhook with its secret. */
export type WebhookWithSecret = components['schemas']['OutboundWebhookWithSecret'];

/** A delivery of an event to a webhook. */
export type Delivery = components['schemas']['OutboundDeliveryView'];

/** Key of the webhooks and their deliveries. */
export const webhooksKey = (orgId: string) => ['org', orgId, 'webhooks'] as const;

/** The webhooks; there are at most 20. */
export const webhooksQuery = (orgId: string) =>
  queryOptions({
    queryKey: webhooksKey(orgId),
    queryFn: ({ signal }) =>
      bodyOf(hub.GET('/api/v1/orgs/{orgId}/webhooks', { params: { path: { orgId } }, signal })),
  });

/** A webhook by its id. */
export const webhookQuery = (orgId: string, webhookId: string) =>
  queryOptions({
    queryKey: [...webhooksKey(orgId), webhookId],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/webhooks/{webhookId}', {
          params: { path: { orgId, webhookId } },
          signal,
        }),
      ),
  });

/** Filters of deliveries; they live in the address. */
export interface DeliverySearch extends PageSearch {
  readonly status?: DeliveryStatus;
}

/** A page of the deliveries of a webhook, newest first; read again while one is pending. */
export const deliveriesQuery = (
  orgId: string,
  webhookId: string,
  { offset = 0, ...filters }: DeliverySearch,
) =>
  queryOptions({
    queryKey: [...webhooksKey(orgId), webhookId, 'deliveries', { offset, ...filters }],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/webhooks/{webhookId}/deliveries', {
          params: { path: { orgId, webhookId }, query: { limit: LIST_PAGE, offset, ...filters } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.deliveries.some(({ status }) => status === 'PENDING') === true ? DELIVERY_POLL_MS : false,
  });

const DELIVERY_POLL_MS = 5000;

/** Creates a webhook; its secret is in this response alone. */
export const createWebhook = (
  orgId: string,
  body: components['schemas']['CreateOutboundWebhookRequest'],
): Promise<WebhookWithSecret> =>
  bodyOf(hub.POST('/api/v1/orgs/{orgId}/webhooks', { params: { path: { orgId } }, body }));

/** Changes a webhook. */
export const changeWebhook = (
  orgId: string,
  webhookId: string,
  body: components['schemas']['ChangeOutboundWebhookRequest'],
): Promise<Webhook> =>
  bodyOf(
    hub.PUT('/api/v1/orgs/{orgId}/webhooks/{webhookId}', { params: { path: { orgId, webhookId } }, body }),
  );

/** Deletes a webhook with its deliveries. */
export const deleteWebhook = (orgId: string, webhookId: string): Promise<unknown> =>
  bodyOf(hub.DELETE('/api/v1/orgs/{orgId}/webhooks/{webhookId}', { params: { path: { orgId, webhookId } } }));

/** Gives a webhook a new secret. */
export const rotateWebhook = (orgId: string, webhookId: string): Promise<WebhookWithSecret> =>
  bodyOf(
    hub.POST('/api/v1/orgs/{orgId}/webhooks/{webhookId}/rotate', { params: { path: { orgId, webhookId } } }),
  );

/** Sends a test event to a webhook. */
export const testWebhook = (orgId: string, webhookId: string): Promise<Delivery> =>
  bodyOf(
    hub.POST('/api/v1/orgs/{orgId}/webhooks/{webhookId}/test', { params: { path: { orgId, webhookId } } }),
  );

/** Sends a delivery again. */
export const redeliver = (orgId: string, webhookId: string, deliveryId: string): Promise<Delivery> =>
  bodyOf(
    hub.POST('/api/v1/orgs/{orgId}/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver', {
      params: { path: { orgId, webhookId, deliveryId } },
    }),
  );

/** A report. */
export type Report = components['schemas']['ReportView'];

/** A schedule of reports. */
export type Schedule = components['schemas']['ReportScheduleView'];

/** Names of the sizes of paper. */
export const PAPER_NAMES: Names<Report['paper']> = { A4: 'A4', LETTER: 'Letter' };

/** Key of the reports. */
export const reportsKey = (orgId: string) => ['org', orgId, 'reports'] as const;

const REPORT_POLL_MS = 2000;

/** A page of the reports, newest first; read again while one is being made. */
export const reportsQuery = (orgId: string, { offset = 0 }: PageSearch) =>
  queryOptions({
    queryKey: [...reportsKey(orgId), { offset }],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/orgs/{orgId}/reports', {
          params: { path: { orgId }, query: { limit: LIST_PAGE, offset } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.reports.some(({ status }) => status === 'PENDING') === true ? REPORT_POLL_MS : false,
  });

/** Orders a report. */
export const createReport = (
  orgId: string,
  body: components['schemas']['CreateReportRequest'],
): Promise<Report> => bodyOf(hub.POST('/api/v1/orgs/{orgId}/reports', { params: { path: { orgId } }, body }));

/** Key of the schedules of reports. */
export const schedulesKey = (orgId: string) => ['org', orgId, 'report-schedules'] as const;

/** The schedules of reports; there are at most 10. */
export const schedulesQuery = (orgId: string) =>
  queryOptions({
    queryKey: schedulesKey(orgId),
    queryFn: ({ signal }) =>
      bodyOf(hub.GET('/api/v1/orgs/{orgId}/report-schedules', { params: { path: { orgId } }, signal })),
  });

/** Creates a schedule of reports. */
export const createSchedule = (
  orgId: string,
  body: components['schemas']['CreateReportScheduleRequest'],
): Promise<Schedule> =>
  bodyOf(hub.POST('/api/v1/orgs/{orgId}/report-schedules', { params: { path: { orgId } }, body }));

/** Deletes a schedule of reports. */
export const deleteSchedule = (orgId: string, scheduleId: string): Promise<unknown> =>
  bodyOf(
    hub.DELETE('/api/v1/orgs/{orgId}/report-schedules/{scheduleId}', {
      params: { path: { orgId, scheduleId } },
    }),
  );
