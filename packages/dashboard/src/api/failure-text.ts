import { ApiFailure } from './api-failure.ts';

/** What to say about an error of a request, as a sentence; nothing without an error. */
export function textOf(error: unknown): string | undefined {
  if (error === null || error === undefined) return undefined;
  if (!(error instanceof Error)) return 'The request failed.';
  const wait =
    error instanceof ApiFailure && error.retryAfter !== undefined && !/try again/i.test(error.message)
      ? ` Try again in ${error.retryAfter} seconds.`
      : '';
  return sentence(error.message) + wait;
}

/** A message of the API as a sentence. */
export const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.?$/, '.')}`;

/** Whether the reader was signed in, and is no longer. */
export const hasSessionEnded = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 401;
