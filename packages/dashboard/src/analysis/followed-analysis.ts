import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

const POLL_MS = 10_000;

/** States that an analysis still changes. */
export const isRunning = (status: string): boolean => status === 'INGESTED' || status === 'ANALYZING';

/** Reads an MCP again while its shown version is analyzed, so that the page shows the result when it is there. */
export function useFollowedAnalysis({
  mcp,
  version,
}: {
  readonly mcp: { readonly name: string };
  readonly version: { readonly status: string };
}): void {
  const queryClient = useQueryClient();
  const runs = isRunning(version.status);
  const { name } = mcp;
  useEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible')
        void queryClient.invalidateQueries({
          predicate: ({ queryKey: [kind, of, about] }) =>
            kind === 'mcp' && of === name && (about === 'detail' || about === 'versions'),
        });
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [queryClient, runs, name]);
}
