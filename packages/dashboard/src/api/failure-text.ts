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

/** The field at the start of a message about one, such as `name`, `urls.0.url` or `scopes[0]`. */
const FIELD = /^[\w.[\]]+(?= )/;

/** Answers about what a request states; the messages of others begin with other words. */
const ABOUT_FIELDS = new Set([400, 409, 422]);

/** The path of the field that a failure is about, if it is about one. */
const pathOf = ({ field, message, status }: ApiFailure): string =>
  field ?? (ABOUT_FIELDS.has(status) ? FIELD.exec(message)?.[0] : undefined) ?? '';

/** The one of a form's fields that an error is about, or a part of it. */
export function fieldOf(error: unknown, fields: readonly string[]): string | undefined {
  if (!(error instanceof ApiFailure)) return undefined;
  const path = pathOf(error).split(/[.[\]]/);
  return fields.find((field) => path.includes(field));
}

/** What is wrong with the field that a failure is about, to be read below its name: without the name. */
export function fieldText(failure: ApiFailure): string {
  const start = `${pathOf(failure)} `;
  return sentence(failure.message.startsWith(start) ? failure.message.slice(start.length) : failure.message);
}

/** Whether the reader was signed in, and is no longer. */
export const hasSessionEnded = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 401;
