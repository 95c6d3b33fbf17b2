import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAnalysisProgress, type AnalysisProgress } from '../domain/analysis-progress.ts';

/**
 * Follows the analysis of a version while it runs, and reads the MCP again at each change, so that the page shows the
 * result when it is there. The component needs the version as its key.
 */
export function useFollowedAnalysis({
  mcp: { id, name },
  version,
}: {
  readonly mcp: { readonly id: string; readonly name: string };
  readonly version: { readonly id: string; readonly status: string };
}): AnalysisProgress {
  const queryClient = useQueryClient();
  const progress = useAnalysisProgress({ mcpId: id, versionId: version.id }, version.status);
  const { status } = progress;
  const isNews = status !== version.status;
  useEffect(() => {
    if (isNews) void queryClient.invalidateQueries({ queryKey: ['mcp', name] });
  }, [queryClient, isNews, name, status]);
  return progress;
}
