import { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from './api-failure.ts';

const MAX_RETRIES = 2;

/** Whether to repeat a failed request: only what may succeed then, and at most twice. */
const shouldRetry = (failures: number, error: unknown): boolean =>
  failures < MAX_RETRIES && error instanceof ApiFailure && error.isTemporary;

/** The cache of everything that was read from the server. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { staleTime: 10_000, retry: shouldRetry },
      mutations: { retry: false },
    },
  });
