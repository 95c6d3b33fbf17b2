import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api-failure.ts';

const MAX_RETRIES = 2;

/** Whether to repeat a failed request: only what may succeed then, and at most twice. */
const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < MAX_RETRIES && navigator.onLine && error instanceof ApiFailure && error.isTemporary;

/** The cache of everything that was read from the server. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      // Without a connection a request fails at once, and the page says so, instead of waiting for one.
      queries: { staleTime: 10_000, retry: shouldRetry, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
    mutationCache: new MutationCache({
      onError: (error) => {
        if (!(error instanceof ApiFailure)) return;
        if (error.status === 401) void client.invalidateQueries({ queryKey: ['me'] });
        // The reader's rights are others now: what they may not do goes from the page.
        if (error.status === 403) void client.invalidateQueries();
      },
    }),
  });
  return client;
}
