import { queryOptions, useSuspenseQuery, type QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../api/api-failure.ts';
import { hasSessionEnded } from '../api/failure-text.ts';
import { bodyOf, hub, urlOf } from '../api/client.ts';
import { load } from '../api/load.ts';
import type { components } from '../api/hub.js';
import { announceUser } from './tabs.ts';

/** The user who is signed in. */
export type Me = components['schemas']['Me'];

/** How signing in works here; the server writes it into the page. */
export type SignIn = 'possible' | 'read_only' | 'not_configured';

const metaOf = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/** Whether and why not a browser can sign in. */
export const signInState = (): SignIn => (metaOf('sign-in') ?? 'possible') as SignIn;

/** Whether the request of this page carried a session cookie, so that visitors without one cause no 401. */
export const hasSession = (): boolean => metaOf('session') !== 'none';

/** The user of the session; null for visitors. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  staleTime: 60_000,
  queryFn: async ({ client }): Promise<Me | null> => {
    if (!hasSession()) return null;
    try {
      const me = await bodyOf(hub.GET('/api/v1/me'));
      announceUser(me.id);
      return me;
    } catch (error) {
      // Who was signed in keeps the page, with what is entered there, and sees that the session has ended.
      const wasSignedIn = (client.getQueryData(meQuery.queryKey) ?? null) !== null;
      if (hasSessionEnded(error) && !wasSignedIn) return null;
      throw error;
    }
  },
});

/** The user of the session; null for visitors. Suspends while it loads; the root route loads it. */
export const useMe = (): Me | null => useSuspenseQuery(meQuery).data;

/**
 * The user of the session, for routes that are for signed-in people only.
 * @throws ApiFailure 401 for visitors
 */
export async function requireMe(queryClient: QueryClient): Promise<Me> {
  const me = await load(queryClient, meQuery);
  if (me === null) throw new ApiFailure(401, 'unauthorized', 'sign in to see this page');
  return me;
}

/** URL that signs the user in and returns to `path`, a path of this application with its base. */
export const signInUrl = (path: string): string =>
  `${urlOf('/auth/login')}?return_to=${encodeURIComponent(path)}`;

/** Ends the session in all tabs, and shows the start page as a visitor sees it. */
export async function signOut(): Promise<void> {
  await fetch(urlOf('/auth/logout'), { method: 'POST', redirect: 'manual', credentials: 'same-origin' });
  leave();
}

/** Shows the start page as a visitor sees it, in all tabs, once the session has ended. */
export function leave(): void {
  announceUser(null);
  location.assign(urlOf('/'));
}
