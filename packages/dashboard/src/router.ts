import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { BASE_URL } from './api/client.ts';
import { routeTree } from './route-tree.gen.ts';
import { ErrorPage, NotFoundPage } from './layout/error-page.tsx';
import { PendingPage } from './layout/pending-page.tsx';

/** What every route's loader gets. */
export interface RouterContext {
  readonly queryClient: QueryClient;
}

/** The router of the application; paths are relative to where the service is published. */
export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    basepath: BASE_URL.pathname,
    context: { queryClient } satisfies RouterContext,
    // What no page knows, or finds invalid, is no part of the search that pages read.
    search: { strict: true },
    defaultPendingMs: 150,
    scrollRestoration: true,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    defaultPendingComponent: PendingPage,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
