import type { QueryClient, QueryExecuteOptions, QueryKey } from '@tanstack/react-query';

/**
 * Reads a query for a route's loader: from the cache at once if it is there, and the component reads it again if it is
 * stale; otherwise from the server.
 */
export const load = <Data, Key extends QueryKey>(
  queryClient: QueryClient,
  options: QueryExecuteOptions<Data, Error, Data, Data, Key>,
): Promise<Data> => queryClient.query({ ...options, staleTime: 'static' });

/** Starts to read what a component asks for after the page is shown, so that it does not wait for the page's own data. */
export const prefetch = <Data, Key extends QueryKey>(
  queryClient: QueryClient,
  options: QueryExecuteOptions<Data, Error, Data, Data, Key>,
): void => {
  // The component shows what went wrong.
  load(queryClient, options).catch(() => undefined);
};

/** Reads a query from the server, whatever the cache has. */
export const fresh = <Data, Key extends QueryKey>(
  queryClient: QueryClient,
  options: QueryExecuteOptions<Data, Error, Data, Data, Key>,
): Promise<Data> => queryClient.query({ ...options, staleTime: 0 });
