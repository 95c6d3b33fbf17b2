import { generateKeyPairSync, type JsonWebKey, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';

/** A key of the provider: its private half signs, its public half is published. */
export interface IdpKey {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: KeyObject;
  readonly jwk: JsonWebKey & { kid: string };
}

export const rsaKey = (kid: string, modulusLength = 2048): IdpKey =>
  keyOf(kid, 'RS256', generateKeyPairSync('rsa', { modulusLength }));

export const ed25519Key = (kid: string): IdpKey => keyOf(kid, 'EdDSA', generateKeyPairSync('ed25519'));

const keyOf = (
  kid: string,
  alg: string,
  { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject },
): IdpKey => ({
  kid,
  alg,
  privateKey,
  jwk: { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' },
});

type Answer = (res: ServerResponse) => void;

/** An identity provider on the loopback interface: a JWKS endpoint whose keys and failures a test controls. */
export class FakeIdp {
  readonly issuer = 'https://idp.test/';
  readonly audience = 'registry';
  /** The number of requests for the keys. */
  fetches = 0;
  /** Returned instead of the keys. */
  failure: Answer | undefined;
  keys: readonly object[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', (_req, res: ServerResponse) => {
      this.fetches += 1;
      if (this.failure !== undefined) this.failure(res);
      else res.setHeader('Content-Type', 'application/json').end(JSON.stringify({ keys: this.keys }));
    });
  }

  static async start(keys: readonly IdpKey[]): Promise<FakeIdp> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const idp = new FakeIdp(server);
    idp.publish(keys);
    return idp;
  }

  get jwksUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/jwks.json`;
  }

  /** The variables that configure the product to trust this provider. */
  get settings(): Record<string, string> {
    return {
      AUTH_MODE: 'enterprise',
      AUTH_ENTERPRISE_JWKS_URL: this.jwksUrl,
      AUTH_ENTERPRISE_ISSUER: this.issuer,
      AUTH_ENTERPRISE_AUDIENCE: this.audience,
    };
  }

  publish(keys: readonly IdpKey[]): void {
    this.keys = keys.map(({ jwk }) => jwk);
  }

  /** Valid claims, overridden by the given ones; undefined removes a claim. */
  claims(change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
    const now = Math.floor(Date.now() / 1000);
    const claims: Record<string, unknown> = {
      iss: this.issuer,
      aud: this.audience,
      sub: 'idp|alice',
      iat: now,
      exp: now + 600,
      scopes: [],
      resources: [],
      ...change,
    };
    return Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
  }

  /** A signed JWT; `header` is merged into the header. */
  jwt(key: IdpKey, change: Readonly<Record<string, unknown>> = {}, header: object = {}): Promise<string> {
    return new SignJWT(this.claims(change))
      .setProtectedHeader({ alg: key.alg, kid: key.kid, ...header })
      .sign(key.privateKey);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
