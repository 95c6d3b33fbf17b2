import type { ApiClient, ApiResponse } from './api-client.js';
import { commitOf, packagePath, publishRequest } from './builders.js';

/** Asks for the version that a reference means. */
export const resolve = (caller: ApiClient, id: string, ref: string): Promise<ApiResponse> =>
  caller.get(`${packagePath(id)}/resolve?ref=${encodeURIComponent(ref)}`);

/** Sends a publish request as the given text. */
export const publishText = (
  caller: ApiClient,
  id: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): Promise<ApiResponse> => caller.send('POST', `${packagePath(id)}/publish`, { body, headers });

/**
 * A publish request as text in which the JSON string `"@"` is replaced by `literal`: for what a JavaScript value cannot
 * hold.
 */
export const publishTextWith = (id: string, version: string, change: object, literal: string): string =>
  JSON.stringify(publishRequest(id, version, change)).replace('"@"', () => literal);

/** A value as the name of a test shows it. */
export const shown = (value: unknown): string =>
  value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60);

/** A commit that begins with the given digits. */
export const commitWith = (prefix: string, rest: string): string =>
  prefix + commitOf(rest).slice(prefix.length);
