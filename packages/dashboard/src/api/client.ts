import createClient, { type Middleware } from 'openapi-fetch';
import { ApiFailure } from './api-failure.ts';
import type { paths as HubPaths } from './hub.js';

/** Base URL of the service, which the server writes into the page; ends with a slash. */
export const BASE_URL = new URL('./', document.baseURI);

/** The same without the slash, as programs take it. */
export const SERVER_URL = BASE_URL.href.replace(/\/$/, '');

/** A path of the service as a URL, such as `/docs`; the service may be published under a path. */
export const urlOf = (path: string): string => new URL(path.replace(/^\//, ''), BASE_URL).href;

/** Turns every response outside 2xx, and a connection that failed, into an `ApiFailure`. */
export const failures: Middleware = {
  async onResponse({ response }) {
    if (!response.ok && response.status !== 304) throw await ApiFailure.of(response);
  },
  onError({ error }) {
    return error instanceof ApiFailure ? error : ApiFailure.unreachable(error);
  },
};

/** Client of the hub's API, typed by its OpenAPI document. Requests carry the session cookie of the browser. */
export const hub = createClient<HubPaths>({
  baseUrl: SERVER_URL,
  credentials: 'same-origin',
});
hub.use(failures);

/**
 * The body of a successful response.
 * @throws ApiFailure for any other response
 */
export async function bodyOf<T>(request: Promise<{ data?: T }>): Promise<T> {
  // The middleware has thrown for everything else; responses without a body are undefined.
  return (await request).data as T;
}
