import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, type Configuration } from 'oidc-provider';
import { ProviderState } from './provider-state.js';
import { rsaKey } from './fake-idp.js';

const CLIENT = { id: 'the-hub', secret: 'secret-of-the-hub' };
const SERVICE = { id: 'a-service', secret: 'secret-of-a-service' };
const AUDIENCE = 'https://hub.example.com/api';

/** The claims of the user who signs in. */
export interface ForeignUser {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

/**
 * An external OpenID provider: a separate server with RS256 keys, which signs in the user set by the test (`user`) without a
 * prompt, and issues tokens to services for their client credentials.
 */
export class ForeignProvider {
  /** The user at the browser; undefined for one who cancels. */
  user: ForeignUser | undefined = { sub: 'foreign|alice', email: 'alice@example.com', email_verified: true };

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
    callbackUrl: string,
  ) {
    const provider = new Provider(issuer, this.configuration(callbackUrl));
    const serve = provider.callback();
    server.on('request', (req, res) => {
      if (req.url?.startsWith('/interaction/') !== true) return void serve(req, res);
      const result =
        this.user === undefined ? { error: 'access_denied' } : { login: { accountId: this.user.sub } };
      void provider.interactionFinished(req, res, result);
    });
  }

  /** @param publicUrl of the hub */
  static async start(publicUrl: string): Promise<ForeignProvider> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return new ForeignProvider(server, `http://127.0.0.1:${port}`, `${publicUrl}/auth/callback`);
  }

  /** The variables that configure a hub to trust it. */
  get settings(): Record<string, string> {
    return {
      IDP_DOMAIN: this.issuer,
      IDP_AUDIENCE: AUDIENCE,
      IDP_CLIENT_ID: CLIENT.id,
      IDP_CLIENT_SECRET: CLIENT.secret,
    };
  }

  /** A machine-to-machine token (form-encoded grant_type, client_id, client_secret, audience). */
  async serviceJwt(): Promise<string> {
    const response = await fetch(`${this.issuer}/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: SERVICE.id,
        client_secret: SERVICE.secret,
        audience: AUDIENCE,
      }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private configuration(callbackUrl: string): Configuration {
    const { privateKey, kid } = rsaKey('foreign-1');
    const jwk = { ...privateKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' };
    return {
      adapter: new ProviderState().adapterOf,
      jwks: { keys: [jwk] },
      clients: [
        {
          client_id: CLIENT.id,
          client_secret: CLIENT.secret,
          redirect_uris: [callbackUrl],
          token_endpoint_auth_method: 'client_secret_post',
        },
        {
          client_id: SERVICE.id,
          client_secret: SERVICE.secret,
          redirect_uris: [],
          response_types: [],
          grant_types: ['client_credentials'],
          token_endpoint_auth_method: 'client_secret_post',
        },
      ],
      claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
      cookies: { keys: ['a key'] },
      // Otherwise only the latest code of a browser is valid.
      expiresWithSession: () => Promise.resolve(false),
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          // Users' tokens are for the provider's own userinfo endpoint, those of services for the hub.
          defaultResource: (_ctx, client) => (client.clientId === SERVICE.id ? AUDIENCE : []),
          getResourceServerInfo: () => ({
            audience: AUDIENCE,
            scope: '',
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'RS256' } },
          }),
        },
      },
      ttl: {
        AccessToken: 600,
        ClientCredentials: 600,
        Grant: 600,
        IdToken: 600,
        Interaction: 600,
        Session: 600,
      },
      findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ ...this.user, sub: id }) }),
      loadExistingGrant: async ({ oidc }) => {
        const grant = new oidc.provider.Grant({
          clientId: oidc.client?.clientId,
          accountId: oidc.session?.accountId,
        });
        grant.addOIDCScope('openid profile email');
        await grant.save();
        return grant;
      },
    };
  }
}
