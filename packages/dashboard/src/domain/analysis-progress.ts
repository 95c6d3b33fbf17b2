import { queryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { bodyOf, hub, urlOf } from '../api/client.ts';
import type { components } from '../api/hub.js';

/** Where the analysis of a version is. */
export interface AnalysisProgress {
  readonly status: string;
  /** What is done now, if the server says it. */
  readonly stage?: string;
  /** Percentage of the whole analysis, if the server says it. */
  readonly percentage?: number;
}

/** States that an analysis still changes. */
export const isRunning = (status: string): boolean => status === 'INGESTED' || status === 'ANALYZING';

interface VersionId {
  readonly mcpId: string;
  readonly versionId: string;
}

const POLL_MS = 3000;

/** A version with the results of its analysis. */
export const analyzedVersionQuery = ({ mcpId, versionId }: VersionId, status: string) =>
  queryOptions({
    queryKey: ['analyzed-version', mcpId, versionId, status],
    queryFn: ({ signal }): Promise<components['schemas']['McpVersionDetail']> =>
      bodyOf(
        hub.GET('/api/v1/mcps/{mcpId}/versions/{versionId}', {
          params: { path: { mcpId, versionId } },
          signal,
        }),
      ),
  });

/** Follows the analysis of a version by its events; where these do not arrive, it asks again and again. */
export function useAnalysisProgress(
  { mcpId, versionId }: VersionId,
  initialStatus: string,
): AnalysisProgress {
  const [progress, setProgress] = useState<AnalysisProgress>({ status: initialStatus });
  const [polls, setPolls] = useState(false);
  const isDone = !isRunning(progress.status);

  useEffect(() => {
    if (polls || isDone) return undefined;
    const events = new EventSource(urlOf(`/api/v1/mcps/${mcpId}/versions/${versionId}/events`));
    const read = ({ data }: MessageEvent<string>): void => {
      const next = progressOf(data);
      if (next !== undefined) setProgress(next);
    };
    events.addEventListener('status', read);
    events.addEventListener('done', read);
    events.onerror = () => {
      // The browser connects again by itself after a break, but not after a refusal.
      if (events.readyState === EventSource.CLOSED) setPolls(true);
    };
    return () => events.close();
  }, [mcpId, versionId, polls, isDone]);

  useEffect(() => {
    if (!polls || isDone) return undefined;
    const timer = setInterval(() => {
      bodyOf(
        hub.GET('/api/v1/mcps/{mcpId}/versions/{versionId}', { params: { path: { mcpId, versionId } } }),
      ).then(
        ({ status }) => setProgress({ status }),
        // The next attempt may succeed.
        () => undefined,
      );
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [mcpId, versionId, polls, isDone]);

  return progress;
}

/** The data of an event; undefined for what is not understood. */
function progressOf(data: string): AnalysisProgress | undefined {
  try {
    const { status, stage, progress } = JSON.parse(data) as Readonly<Record<string, unknown>>;
    if (typeof status !== 'string') return undefined;
    return {
      status,
      ...(typeof stage === 'string' && { stage }),
      ...(typeof progress === 'number' && { percentage: progress }),
    };
  } catch {
    return undefined;
  }
}
