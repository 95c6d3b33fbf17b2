import { useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { hasSessionEnded, textOf } from '../api/failure-text.ts';
import { signInState, signInUrl } from '../session/session.ts';
import { Notice } from './state.tsx';

/** What went wrong with something that the reader wanted to change; nothing without an error. */
export function messageOf(error: unknown): ReactNode {
  return hasSessionEnded(error) ? <SessionEnded /> : textOf(error);
}

/** The same as a notice. */
export function Failure({ error }: { readonly error: unknown }) {
  const message = messageOf(error);
  return message === undefined ? null : <Notice kind="bad">{message}</Notice>;
}

/** Leads to the sign-in in another tab, so that nothing that was entered in this one is lost. */
function SessionEnded() {
  return (
    <>
      Your session has ended. <SignInAgain />, and send this once more: what you have entered stays here.
    </>
  );
}

/** The sign-in, in a new tab. */
export function SignInAgain() {
  const path = useRouterState({ select: ({ location }) => location.publicHref });
  if (signInState() !== 'possible') return <>Sign in again</>;
  return (
    <a href={signInUrl(path)} target="_blank" rel="noreferrer">
      Sign in again in a new tab
    </a>
  );
}
