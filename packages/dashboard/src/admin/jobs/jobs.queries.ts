import { queryOptions } from '@tanstack/react-query';
import { ApiFailure } from '../../api/api-failure.ts';
import { bodyOf, hub } from '../../api/client.ts';
import type { components } from '../../api/hub.js';
import { ADMIN_PAGE } from '../lists.ts';

/** An analysis of a version. */
export type Job = components['schemas']['AnalysisJobView'];
/** How far the publication of a version in the registry is. */
export type Publication = components['schemas']['PublicationView'];

/** Filters of the analyses; they live in the address of the page. */
export interface JobSearch {
  readonly status?: Job['status'];
  readonly mcp_id?: string;
  readonly offset?: number;
}

/** What a repeated analysis affects. */
export const JOB_CHANGES = [['admin', 'jobs'], ['admin', 'totals'], ['mcp']] as const;

const REFRESH_MS = 4000;
const FIRST_ANALYSIS_MS = 10_000;

/** Whether an analysis will go on by itself. */
export const isUnfinished = ({ status }: Pick<Job, 'status'>): boolean =>
  status === 'QUEUED' || status === 'RUNNING';

/** A page of analyses, newest first; read again while some of them run. */
export const jobsQuery = (search: JobSearch) =>
  queryOptions({
    queryKey: ['admin', 'jobs', 'list', search],
    queryFn: ({ signal }) =>
      bodyOf(
        hub.GET('/api/v1/admin/analysis-jobs', {
          params: { query: { ...search, limit: ADMIN_PAGE } },
          signal,
        }),
      ),
    refetchInterval: ({ state: { data } }) =>
      data?.analysis_jobs.some(isUnfinished)
        ? REFRESH_MS
        : // The first analysis of a new MCP starts once its source is fetched.
          search.mcp_id !== undefined && data?.total === 0 && FIRST_ANALYSIS_MS,
  });

/** An analysis, with the publication of its version; the publication is null if there is none. */
export const jobQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['admin', 'jobs', jobId],
    queryFn: async ({ signal }) => {
      const job = await bodyOf(
        hub.GET('/api/v1/admin/analysis-jobs/{jobId}', { params: { path: { jobId } }, signal }),
      );
      return { job, publication: await publicationOf(job, signal) };
    },
    refetchInterval: ({ state }) =>
      state.data !== undefined && (isUnfinished(state.data.job) || isPublishing(state.data.publication))
        ? REFRESH_MS
        : false,
  });

const isPublishing = (publication: Publication | null): boolean =>
  publication?.status === 'QUEUED' || publication?.status === 'RUNNING';

const versionPath = ({ mcp_id: mcpId, version_id: versionId }: Job) => ({
  params: { path: { mcpId, versionId } },
});

async function publicationOf(job: Job, signal: AbortSignal): Promise<Publication | null> {
  try {
    return await bodyOf(
      hub.GET('/api/v1/admin/mcps/{mcpId}/versions/{versionId}/publication', {
        ...versionPath(job),
        signal,
      }),
    );
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return null;
    throw error;
  }
}

/** Analyzes the version of an analysis again. */
export const retryJob = (jobId: string) =>
  bodyOf(hub.POST('/api/v1/admin/analysis-jobs/{jobId}/retry', { params: { path: { jobId } } }));

/** Tries the publication of a version again. */
export const retryPublication = (job: Job) =>
  bodyOf(hub.POST('/api/v1/admin/mcps/{mcpId}/versions/{versionId}/publication/retry', versionPath(job)));
