import { hkdfSync } from 'node:crypto';
import type { ClientMetadata, Configuration, interactionPolicy, KoaContextWithOIDC } from 'oidc-provider';
import { claimsOfAccount, type LocalUsersService } from '../../../../auth/local-users/local-users.service.js';
import { pathOf } from '../../../../common/http/request-path.js';
import { PROVIDER_PATH, type IdpClientSettings } from '../../../../config/idp.js';
import { PAGE_HEADERS } from '../../../platform/pages/page.js';
import { errorPage } from '../../../platform/pages/pages.surface.js';
import { HostCookies } from '../../../../common/http/host-cookies.js';
import { isState, SIGN_IN_SECONDS } from '../sign-in-request.js';
import { isCurrentLogin } from './account-state.js';
import { NO_SESSIONS } from './no-sessions.js';
import { secondsAhead, type StoredProviderState } from './stored-provider-state.js';
import { SIGNING_ALGORITHM, type SigningKey } from './signing-key.js';

const SCOPES = ['openid', 'profile', 'email'];

// The hub as a resource server; the audience of its access tokens is the configured one.
const HUB = 'urn:mcp-hub:hub';

/** Settings and dependencies of the provider. */
export interface ProviderParts {
  readonly publicUrl: string;
  readonly audience: string;
  readonly client: IdpClientSettings;
  readonly key: SigningKey;
  readonly users: LocalUsersService;
  readonly state: StoredProviderState;
}

// As long as the longest session of the hub.
const SESSION_SECONDS = 7 * 24 * 3600;

const NEVER = { enabled: false } as const;

/**
 * The configuration of `oidc-provider`: one client, the hub; the authorization code flow with PKCE only; no consent.
 */
export function providerConfiguration(parts: ProviderParts, policy: typeof interactionPolicy): Configuration {
  const { publicUrl, audience, client, key } = parts;
  const path = `${pathOf(publicUrl)}${PROVIDER_PATH}`;
  return {
    ...accounts(parts),
    adapter: (kind) => (kind === 'Session' ? NO_SESSIONS : parts.state.adapterOf(kind)),
    // For every sign-in, without the consent that `offline_access` would need: the client is the hub itself.
    issueRefreshToken: () => Promise.resolve(true),
    rotateRefreshToken: false,
    clients: [clientOf(client)],
    clientAuthMethods: ['client_secret_basic'],
    formats: { customizers: { jwt: (_ctx, _token, { payload }) => moveTimes(payload) } },
    jwks: { keys: [key.jwk] },
    enabledJWA: { idTokenSigningAlgValues: [SIGNING_ALGORITHM] },
    responseTypes: ['code'],
    // The provider remembers no sessions.
    expiresWithSession: () => Promise.resolve(false),
    pkce: { required: () => true },
    cookies: cookies(publicUrl, path, client.sessionSecret),
    features: {
      devInteractions: NEVER,
      dPoP: NEVER,
      pushedAuthorizationRequests: NEVER,
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, { clientId }, token) => token.clientId === clientId,
      },
      rpInitiatedLogout: NEVER,
      userinfo: NEVER,
      resourceIndicators: accessTokensFor(audience),
    },
    // In seconds.
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: SESSION_SECONDS,
      IdToken: 300,
      Interaction: SIGN_IN_SECONDS,
      RefreshToken: SESSION_SECONDS,
      Session: SIGN_IN_SECONDS,
    },
    interactions: {
      policy: alwaysAsk(policy),
      // The state lets the page of a sign-in that is over find out where its user wanted to go.
      url: (_ctx, { uid, params }) => `${path}/interaction/${uid}${stateQuery(params['state'])}`,
    },
    renderError: (ctx, { error, error_description: description }) => {
      ctx.set({ ...PAGE_HEADERS });
      ctx.body = errorPage(
        ctx.status,
        { message: description ?? error, details: {} },
        { publicUrl, canSignIn: true },
      );
    },
  };
}

/** Access tokens have the time of the database, by which all servers judge them. */
function moveTimes(payload: Record<string, unknown>): void {
  for (const name of ['iat', 'exp']) {
    const time = payload[name];
    if (typeof time === 'number') payload[name] = time + secondsAhead();
  }
}

/** The query of the login page; empty for a state that is none of the hub's. */
export const stateQuery = (state: unknown): string => (isState(state) ? `?state=${state}` : '');

const clientOf = ({ id, secret, callbackUrl }: IdpClientSettings): ClientMetadata => ({
  client_id: id,
  client_secret: secret,
  redirect_uris: [callbackUrl],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_basic',
  id_token_signed_response_alg: SIGNING_ALGORITHM,
});

/** They are limited to the provider's paths, which the prefix `__Host-` does not allow. */
function cookies(publicUrl: string, path: string, secret: string): NonNullable<Configuration['cookies']> {
  const { deployment } = new HostCookies(publicUrl);
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'mcp-hub built-in provider', 32));
  return {
    names: {
      session: `${deployment}-oidc-session`,
      interaction: `${deployment}-oidc-interaction`,
      resume: `${deployment}-oidc-resume`,
    },
    keys: [key.toString('base64url')],
    long: { httpOnly: true, sameSite: 'lax', signed: true, path },
    short: { httpOnly: true, sameSite: 'lax', signed: true },
  };
}

/** Access tokens for the hub are JWTs. */
const accessTokensFor = (audience: string) => ({
  enabled: true,
  defaultResource: () => HUB,
  useGrantedResource: () => true,
  getResourceServerInfo: () => ({
    audience,
    scope: '',
    accessTokenFormat: 'jwt' as const,
    jwt: { sign: { alg: SIGNING_ALGORITHM } },
  }),
});

/** Accounts and their claims. Disabled users have no account, and neither have logins from before their credentials ended. */
function accounts({ users }: ProviderParts): Configuration {
  return {
    scopes: SCOPES,
    claims: { openid: ['sub', 'credentials'], profile: ['name'], email: ['email', 'email_verified'] },
    // Puts the claims of the scopes into the ID token, so that the hub needs no other request.
    conformIdTokenClaims: false,
    findAccount: async (_ctx, id, token) => {
      const account = await users.account(id);
      if (account === undefined) return undefined;
      // Codes and refresh tokens know the methods of their login.
      const methods: unknown = token !== undefined && 'amr' in token ? token.amr : undefined;
      if (isMethods(methods) && !isCurrentLogin(methods, account)) return undefined;
      const claims = claimsOfAccount(account);
      return { accountId: id, claims: () => ({ sub: id, ...claims }), ofAccessTokens: claims };
    },
    // The account that was found for the same request.
    extraTokenClaims: ({ oidc }) =>
      oidc.entities.Account?.['ofAccessTokens'] as Record<string, unknown> | undefined,
    loadExistingGrant: grantAll,
  };
}

const isMethods = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((method) => typeof method === 'string');

/** Grants all scopes without consent: the client is the hub itself. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const { provider, client, session } = oidc;
  const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
  grant.addOIDCScope(SCOPES.join(' '));
  await grant.save();
  return grant;
}

/**
 * Asks for the password at every sign-in: the hub has its own sessions, and signing out of it must require a new login.
 */
function alwaysAsk({ base, Check }: typeof interactionPolicy): interactionPolicy.DefaultPolicy {
  const prompts = base();
  prompts.remove('consent');
  const needsLogin = ({ oidc }: KoaContextWithOIDC): boolean => oidc.result?.login === undefined;
  prompts
    .get('login')
    ?.checks.add(new Check('each_time', 'a login is required each time', 'login_required', needsLogin));
  return prompts;
}
