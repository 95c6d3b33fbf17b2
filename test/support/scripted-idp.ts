import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import { rsaKey, type IdpKey } from './fake-idp.js';

/** The response of the token endpoint: claims that override those of the ID token, and its signing key. */
export interface TokenScript {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly key?: IdpKey;
  /** Replaces the ID token. */
  readonly idToken?: string;
  /** Claims of the userinfo endpoint, besides the subject of the ID token. */
  readonly userinfo?: Readonly<Record<string, unknown>>;
}

/** An OpenID provider with scripted responses, also invalid ones. It accepts every code and every secret. */
export class ScriptedIdp {
  readonly clientId = 'scripted-hub';
  readonly key = rsaKey('scripted-1');
  token: TokenScript = {};
  /** Replaces the response of the token endpoint. */
  failure: ((res: ServerResponse) => void) | undefined;
  /** Given with each ID token. */
  refreshToken: string | undefined;
  /** The response for a refresh token: its status and body. */
  refresh: (token: string) => Promise<readonly [number, object]> | readonly [number, object] = () => [
    200,
    {},
  ];
  /** Refresh tokens that were used and revoked. */
  readonly refreshed: string[] = [];
  readonly revoked: string[] = [];
  /** The status of revocations. */
  revocation: number | Promise<number> = 200;
  /** Fields of the discovery document. */
  metadata: Readonly<Record<string, unknown>> = {};
  /** The nonce of the last sign-in. */
  nonce = '';

  private constructor(private readonly server: Server) {
    server.on('request', (req, res) => void this.serve(req, res));
  }

  static async start(): Promise<ScriptedIdp> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new ScriptedIdp(server);
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  get settings(): Record<string, string> {
    return {
      IDP_DOMAIN: this.issuer,
      IDP_AUDIENCE: 'https://hub.test/api',
      IDP_CLIENT_ID: this.clientId,
      IDP_CLIENT_SECRET: 'secret',
    };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** A valid ID token, changed as in the script. */
  async idToken(): Promise<string> {
    const { claims = {}, key = this.key } = this.token;
    const now = Math.floor(Date.now() / 1000);
    const all: Record<string, unknown> = {
      iss: this.issuer,
      aud: this.clientId,
      sub: 'scripted|alice',
      iat: now,
      exp: now + 300,
      nonce: this.nonce,
      email: 'alice@example.com',
      email_verified: true,
      ...claims,
    };
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    return new SignJWT(given).setProtectedHeader({ alg: key.alg, kid: key.kid }).sign(key.privateKey);
  }

  private async serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(req.url ?? '/', this.issuer);
    if (pathname === '/authorize') this.authorize(searchParams, res);
    else if (pathname === '/token' && this.failure !== undefined) this.failure(res);
    else if (pathname === '/token') await this.answerToken(req, res);
    else if (pathname === '/revoke') {
      this.revoked.push((await formOf(req)).get('token') ?? '');
      res.writeHead(await this.revocation).end();
    } else
      res.setHeader('Content-Type', 'application/json').end(JSON.stringify(await this.answerOf(pathname)));
  }

  private async answerToken(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const form = await formOf(req);
    const token = form.get('refresh_token');
    res.setHeader('Content-Type', 'application/json');
    if (form.get('grant_type') !== 'refresh_token' || token === null) {
      res.end(JSON.stringify(await this.answerOf('/token')));
      return;
    }
    this.refreshed.push(token);
    const [status, body] = await this.refresh(token);
    const tokens = { access_token: 'opaque', token_type: 'Bearer', expires_in: 60 };
    res.writeHead(status).end(JSON.stringify({ ...(status === 200 && tokens), ...body }));
  }

  private authorize(asked: URLSearchParams, res: ServerResponse): void {
    this.nonce = asked.get('nonce') ?? '';
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.search = String(new URLSearchParams({ code: 'any', state: asked.get('state') ?? '' }));
    res.writeHead(302, { Location: back.href }).end();
  }

  private get refreshField(): object {
    return this.refreshToken === undefined ? {} : { refresh_token: this.refreshToken };
  }

  private async answerOf(path: string): Promise<object> {
    if (path === '/jwks') return { keys: [this.key.jwk] };
    if (path === '/token') {
      const idToken = this.token.idToken ?? (await this.idToken());
      return {
        access_token: 'opaque',
        token_type: 'Bearer',
        expires_in: 60,
        id_token: idToken,
        ...this.refreshField,
      };
    }
    if (path === '/userinfo') {
      return { sub: this.token.claims?.['sub'] ?? 'scripted|alice', ...this.token.userinfo };
    }
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}authorize`,
      token_endpoint: `${this.issuer}token`,
      jwks_uri: `${this.issuer}jwks`,
      userinfo_endpoint: `${this.issuer}userinfo`,
      revocation_endpoint: `${this.issuer}revoke`,
      ...this.metadata,
    };
  }
}

async function formOf(req: IncomingMessage): Promise<URLSearchParams> {
  const chunks = (await req.toArray()) as Buffer[];
  return new URLSearchParams(Buffer.concat(chunks).toString());
}
