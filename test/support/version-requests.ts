import type { ApiClient, ApiResponse } from './api-client.js';
import { commitOf, packagePath, publishRequest } from './builders.js';

/** Resolves a reference. */
export const resolve = (caller: ApiClient, id: string, ref: string): Promise<ApiResponse> =>
  caller.get(`${packagePath(id)}/resolve?ref=${encodeURIComponent(ref)}`);

/** Sends a publish request with this raw text. */
export const publishText = (
  caller: ApiClient,
  id: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): Promise<ApiResponse> => caller.send('POST', `${packagePath(id)}/publish`, { body, headers });

/**
 * The text of a publish request in which the JSON string `"@"` is replaced by `literal`: for values that JavaScript cannot
 * represent.
 */
export const publishTextWith = (id: string, version: string, change: object, literal: string): string =>
  JSON.stringify(publishRequest(id, version, change)).replace('"@"', () => literal);

/** A value as shown in the name of a test. */
export const shown = (value: unknown): string =>
  value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60);

/** A commit that starts with the given digits. */
export const commitWith = (prefix: string, rest: string): string =>
  prefix + commitOf(rest).slice(prefix.length);
