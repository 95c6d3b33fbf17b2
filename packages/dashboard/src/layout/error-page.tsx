import { useQuery, useQueryErrorResetBoundary } from '@tanstack/react-query';
import { useRouter, useRouterState, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { ApiFailure } from '../api/api-failure.ts';
import { sentence, textOf } from '../api/failure-text.ts';
import { meQuery, signInState, signInUrl } from '../session/session.ts';
import { AppLink, Button, ButtonLink } from '../ui/button.tsx';
import { State } from '../ui/state.tsx';

/** Page for a path that no route has, or for an object that does not exist or is hidden from the reader. */
export function NotFoundPage() {
  const { data: me } = useQuery(meQuery);
  return (
    <State title="Page not found" level={1}>
      {me ? (
        <p>
          Nothing is here, or {me.email} may not see it. If somebody sent you this link, ask them which
          account has access.
        </p>
      ) : (
        <>
          <p>
            Nothing is here, or you may not see it. If somebody sent you this link, sign in with the account
            that they gave access to.
          </p>
          <SignInButton />
        </>
      )}
      <AppLink to="/">Go to the catalog</AppLink>
    </State>
  );
}

/** Link for signing in that returns to the current page; nothing where nobody can sign in. */
export function SignInButton() {
  const path = useRouterState({ select: ({ location }) => location.publicHref });
  if (signInState() !== 'possible') return null;
  return <ButtonLink href={signInUrl(path)}>Sign in</ButtonLink>;
}

/** Page for a request that failed: 401, 403, 404, 429, the server out of reach, and everything else. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  useEffect(() => queries.reset(), [queries]);
  const retry = (): void => {
    // The browser remembers that a script could not be loaded.
    if (isMissingScript(error)) location.reload();
    reset();
    void router.invalidate();
  };
  const isOutOfReach = error instanceof ApiFailure ? error.status === 0 : isMissingScript(error);
  useEffect(() => {
    if (!isOutOfReach) return undefined;
    addEventListener('online', retry);
    return () => removeEventListener('online', retry);
  });
  if (isOutOfReach) {
    return (
      <State title={navigator.onLine ? 'The server cannot be reached' : 'You are offline'} level={1}>
        <p>
          {navigator.onLine
            ? 'This page could not be loaded. Check the connection; the server may also be restarting.'
            : 'This page could not be loaded without a connection. It loads by itself when you are online again.'}
        </p>
        <Button onPress={retry}>Try again</Button>
      </State>
    );
  }
  if (!(error instanceof ApiFailure)) {
    return (
      <State title="Something went wrong" level={1}>
        <p>The page could not be shown. Reload it; if it happens again, tell whoever runs this service.</p>
        <Button onPress={() => location.reload()}>Reload</Button>
      </State>
    );
  }
  if (error.status === 404) return <NotFoundPage />;
  if (error.status === 401) {
    return (
      <State title="Sign in to continue" level={1}>
        <p>This page is for people who are signed in. A session ends after twelve hours without use.</p>
        <SignInButton />
      </State>
    );
  }
  if (error.code === 'enterprise_required') {
    return (
      <State title="This needs the Enterprise plan" level={1}>
        <p>
          The organization is on another plan. Ask whoever runs this service to change it; everything that the
          organization has made before is kept.
        </p>
        <AppLink to="/orgs">Go to my organizations</AppLink>
      </State>
    );
  }
  if (error.status === 403) return <Refusal>{sentence(error.message)}</Refusal>;
  return (
    <State title={error.status === 429 ? 'Too many requests' : 'That did not work'} level={1}>
      <p>{textOf(error)}</p>
      <Button onPress={retry}>Try again</Button>
    </State>
  );
}

/** A page that the reader's role does not allow. @param children why */
export const Refusal = ({ children }: { readonly children: ReactNode }) => (
  <State title="You may not see this" level={1}>
    <p>{children} Ask an administrator for a role that may.</p>
    <AppLink to="/">Go to the catalog</AppLink>
  </State>
);

/** Whether the script of a page could not be loaded: the browsers say so in different words. */
const isMissingScript = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|module script|Unable to preload/i.test(error.message);
