import type { ApiFailure } from '../api/api-failure.ts';
import { sentence } from '../api/failure-text.ts';

/** Fields of the form. */
export type PushField = 'name' | 'version' | 'file';

/** What went wrong with a push, and what to do next. */
export interface PushFailure {
  /** The field to correct; undefined if it is none of them. */
  readonly field?: PushField;
  readonly message: string;
}

const FIELDS: readonly (readonly [inApi: string, field: PushField])[] = [
  ['mcp_name', 'name'],
  ['mcp_version', 'version'],
  ['bundle_digest', 'file'],
];

/** Explains a refusal of the server. */
export function explain({ status, message, field, retryAfter }: ApiFailure): PushFailure {
  // Messages about a field start with its name.
  const known = FIELDS.find(([name]) => name === field || message.startsWith(`${name} `));
  if (known !== undefined && (status === 400 || status === 409))
    return { field: known[1], message: message.replace(`${known[0]} `, 'It ') };
  switch (status) {
    case 401:
      return { message: 'Your session has ended. Sign in again, then push once more.' };
    case 403:
    case 404:
      return {
        field: 'name',
        message: 'You may not push to this organization. Ask one of its administrators for the role ADMIN.',
      };
    case 409:
      return { field: 'version', message: sentence(message) };
    case 413:
      return {
        field: 'file',
        message: `${sentence(message)} Leave out what the server does not need at run time, such as tests and caches.`,
      };
    case 429:
    case 503:
      return {
        message: `${sentence(message)}${retryAfter === undefined ? '' : ` Push again in ${retryAfter} seconds.`}`,
      };
    default:
      return { message: sentence(message) };
  }
}
