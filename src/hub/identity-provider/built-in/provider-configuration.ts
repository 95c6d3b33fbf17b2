import { hkdfSync } from 'node:crypto';
import type { ClientMetadata, Configuration, interactionPolicy, KoaContextWithOIDC } from 'oidc-provider';
import { claimsOfAccount, type LocalUsersService } from '../../../access/local-users/local-users.service.js';
import { pathOf } from '../../../common/http/request-path.js';
import { PROVIDER_PATH, type IdpClientSettings } from '../../../config/idp.js';
import { PAGE_HEADERS } from '../../pages/page.js';
import { errorPage } from '../../pages/pages.surface.js';
import { ProviderState } from './provider-state.js';
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
}

const NEVER = { enabled: false } as const;

/**
 * The configuration of `oidc-provider`: one client, the hub; the authorization code flow with PKCE only; no consent.
 */
export function providerConfiguration(parts: ProviderParts, policy: typeof interactionPolicy): Configuration {
  const { publicUrl, audience, client, key } = parts;
  const path = `${pathOf(publicUrl)}${PROVIDER_PATH}`;
  return {
    ...accounts(parts),
    adapter: new ProviderState().adapterOf,
    clients: [clientOf(client)],
    clientAuthMethods: ['client_secret_basic'],
    jwks: { keys: [key.jwk] },
    enabledJWA: { idTokenSigningAlgValues: [SIGNING_ALGORITHM] },
    responseTypes: ['code'],
    pkce: { required: () => true },
    cookies: cookies(path, client.sessionSecret),
    features: {
      devInteractions: NEVER,
      dPoP: NEVER,
      pushedAuthorizationRequests: NEVER,
      rpInitiatedLogout: NEVER,
      userinfo: NEVER,
      resourceIndicators: accessTokensFor(audience),
    },
    // In seconds.
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 300,
      Interaction: 600,
      Session: 600,
    },
    interactions: {
      policy: alwaysAsk(policy),
      url: (_ctx, { uid }) => `${path}/interaction/${uid}`,
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

const clientOf = ({ id, secret, callbackUrl }: IdpClientSettings): ClientMetadata => ({
  client_id: id,
  client_secret: secret,
  redirect_uris: [callbackUrl],
  grant_types: ['authorization_code'],
  response_types: ['code'],
  token_endpoint_auth_method: 'client_secret_basic',
  id_token_signed_response_alg: SIGNING_ALGORITHM,
});

function cookies(path: string, secret: string): NonNullable<Configuration['cookies']> {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'mcp-hub built-in provider', 32));
  return {
    names: { session: 'oidc-session', interaction: 'oidc-interaction', resume: 'oidc-resume' },
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

/** Accounts and their claims. Disabled users have no account. */
function accounts({ users }: ProviderParts): Configuration {
  const claimsOf = async (id: string) => {
    const account = await users.account(id);
    return account && claimsOfAccount(account);
  };
  return {
    scopes: SCOPES,
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    // Puts the claims of the scopes into the ID token, so that the hub needs no other request.
    conformIdTokenClaims: false,
    findAccount: async (_ctx, id) => {
      const claims = await claimsOf(id);
      return claims && { accountId: id, claims: () => ({ sub: id, ...claims }) };
    },
    extraTokenClaims: (_ctx, token) => ('accountId' in token ? claimsOf(token.accountId) : undefined),
    loadExistingGrant: grantAll,
  };
}

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
