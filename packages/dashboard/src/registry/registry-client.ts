import createClient from 'openapi-fetch';
import { ApiFailure } from '../api/api-failure.ts';
import { bodyOf, failures, hub, SERVER_URL } from '../api/client.ts';
import type { paths as RegistryPaths } from '../api/registry.js';

/** What the registry's token of the reader says; the token itself stays in this module. */
export interface RegistryAccount {
  readonly username: string;
  /** Slugs of the organizations that the reader is a member of. */
  readonly orgs: readonly string[];
  readonly scopes: readonly string[];
  /** Resource patterns. */
  readonly resources: readonly string[];
}

interface Session {
  readonly token: string;
  readonly endsAt: number;
  readonly account: RegistryAccount;
}

// A token is renewed before it ends, so that no request carries one that ends on its way.
const RESERVE_MS = 30_000;

// In memory only: neither storage nor cookies hold the token, and it is gone with the page.
let session: Promise<Session> | undefined;

async function open(): Promise<Session> {
  const { access_token: token, expires_in: seconds } = await bodyOf(hub.POST('/api/v1/me/registry-token'));
  return { token, endsAt: Date.now() + seconds * 1000 - RESERVE_MS, account: accountOf(token) };
}

/** Asks for a token at most once at a time, and again when it is about to end. */
async function current(): Promise<Session> {
  const found = await session;
  if (found !== undefined && found.endsAt > Date.now()) return found;
  const opening = open();
  session = opening;
  opening.catch(() => {
    if (session === opening) session = undefined;
  });
  return opening;
}

/** Reads the claims of a token. They only decide what is offered; the registry decides what is allowed. */
function accountOf(token: string): RegistryAccount {
  const [, payload = ''] = token.split('.');
  const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );
  const claims = JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  const texts = (name: string): readonly string[] =>
    Array.isArray(claims[name]) ? claims[name].map(String) : [];
  return {
    username: String(claims['sub']),
    orgs: texts('orgs'),
    scopes: texts('scopes'),
    resources: texts('resources'),
  };
}

/**
 * Who the reader is in the registry.
 * @throws ApiFailure 409 if the registry does not know the user of the session, 401 without a session
 */
export const registryAccount = async (): Promise<RegistryAccount> => (await current()).account;

/** Client of the registry's API, typed by its OpenAPI document. Requests carry the reader's token of the registry. */
export const registry = createClient<RegistryPaths>({
  baseUrl: SERVER_URL,
  credentials: 'omit',
});
registry.use(failures);
registry.use({
  async onRequest({ request }) {
    request.headers.set('Authorization', `Bearer ${(await current()).token}`);
    return request;
  },
  onResponse({ response }) {
    // Its user was changed or suspended: the next request asks for a new one.
    if (response.status === 401) session = undefined;
  },
});

/** Whether an error says that the registry does not know the user of the session. */
export const isUnknownToRegistry = (error: unknown): boolean =>
  error instanceof ApiFailure && error.status === 409;
