import { hkdfSync } from 'node:crypto';
import type { ClientMetadata, Configuration, interactionPolicy, KoaContextWithOIDC } from 'oidc-provider';
import type { LocalUsersService } from '../../../access/local-users/local-users.service.js';
import { pathOf } from '../../../common/http/request-path.js';
import { PROVIDER_PATH, type IdpClientSettings } from '../../../config/idp.js';
import { PAGE_HEADERS } from '../../pages/page.js';
import { errorPage } from '../../pages/pages.surface.js';
import { ProviderState } from './provider-state.js';
import { SIGNING_ALGORITHM, type SigningKey } from './signing-key.js';

const SCOPES = ['openid', 'profile', 'email'];

// Stands for the hub among what tokens can be for; their audience is the configured one.
const HUB = 'urn:mcp-hub:hub';

/** What the provider is made of. */
export interface ProviderParts {
  readonly publicUrl: string;
  readonly audience: string;
  readonly client: IdpClientSettings;
  readonly key: SigningKey;
  readonly users: LocalUsersService;
}

const NEVER = { enabled: false } as const;

/** The settings of `oidc-provider`: one client, which is the hub; one way in, the code flow with PKCE; no consent. */
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
    // Seconds.
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

/** Access tokens are JWTs for the hub. */
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

/** Whom tokens tell of. Of a disabled user there are none. */
function accounts({ users }: ProviderParts): Configuration {
  const claimsOf = async (id: string) => {
    const account = await users.account(id);
    return account && { email: account.email, email_verified: true, name: account.username };
  };
  return {
    scopes: SCOPES,
    claims: { openid: ['sub'], profile: ['name'], email: ['email', 'email_verified'] },
    // What the scopes stand for is in the ID token, so that nothing else needs to be asked.
    conformIdTokenClaims: false,
    findAccount: async (_ctx, id) => {
      const claims = await claimsOf(id);
      return claims && { accountId: id, claims: () => ({ sub: id, ...claims }) };
    },
    extraTokenClaims: (_ctx, token) => ('accountId' in token ? claimsOf(token.accountId) : undefined),
    loadExistingGrant: grantAll,
  };
}

/** The hub asks on behalf of the user's own installation: nobody else has a say in what it learns. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const { provider, client, session } = oidc;
  const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
  grant.addOIDCScope(SCOPES.join(' '));
  await grant.save();
  return grant;
}

/** The password is asked for each time: the hub has its own sessions, and signing out of it must mean something. */
function alwaysAsk({ base, Check }: typeof interactionPolicy): interactionPolicy.DefaultPolicy {
  const prompts = base();
  prompts.remove('consent');
  const asked = ({ oidc }: KoaContextWithOIDC): boolean => oidc.result?.login === undefined;
  prompts
    .get('login')
    ?.checks.add(new Check('each_time', 'the user is asked each time', 'login_required', asked));
  return prompts;
}
