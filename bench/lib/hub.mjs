import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { SignJWT } from 'jose';
import { send, sendJson } from './load.mjs';
import { startProduct } from './product.mjs';

const AUDIENCE = 'https://hub.bench/api';
const EMAIL = 'admin@example.com';
// Higher than the number of requests in a minute of any run.
const UNLIMITED = '1000000';

/** An OpenID provider on the loopback interface with one user, the platform administrator. */
async function startOpenIdProvider() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'bench', alg: 'RS256', use: 'sig' }];
  const server = createServer((req, res) => {
    const isDiscovery = req.url === '/.well-known/openid-configuration';
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify(isDiscovery ? { issuer, jwks_uri: `${issuer}jwks` } : { keys }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${server.address().port}/`;
  const jwt = await new SignJWT({ email: EMAIL, email_verified: true, name: 'Admin' })
    .setProtectedHeader({ alg: 'RS256', kid: 'bench' })
    .setIssuer(issuer)
    .setAudience(AUDIENCE)
    .setSubject('bench')
    .setIssuedAt()
    .setExpirationTime('2h')
    .sign(privateKey);
  return { issuer, jwt, stop: () => server.close() };
}

/**
 * The product with a hub organization on the Enterprise plan, and credentials of its callers: its owner, by a JWT (RS256, 2048
 * bits), and a service token with full access to it.
 * @param {{dist: string, folder: string, databaseUrl?: string, settings?: Record<string, string>, scopes?: string[]}} options `settings` are
 * additional environment variables; `scopes` are those of the token, else full access.
 * @returns {Promise<{server: import('./server-process.mjs').ServerProcess, orgId: string, jwt: Record<string, string>, token:
 * Record<string, string>, stop: () => Promise<void>}>}
 */
export async function startHub(options) {
  const provider = await startOpenIdProvider();
  const { server } = await startProduct({
    ...options,
    settings: {
      IDP_DOMAIN: provider.issuer,
      IDP_AUDIENCE: AUDIENCE,
      IDP_CLIENT_ID: 'bench',
      IDP_CLIENT_SECRET: 'a secret for benchmarks',
      IDP_CALLBACK_URL: 'http://localhost:8080/auth/callback',
      PLATFORM_ADMIN_EMAILS: EMAIL,
      RATE_LIMIT_ANONYMOUS: UNLIMITED,
      RATE_LIMIT_FREE: UNLIMITED,
      RATE_LIMIT_PRO: UNLIMITED,
      RATE_LIMIT_ENTERPRISE: UNLIMITED,
      ...options.settings,
    },
  });
  const jwt = { Authorization: `Bearer ${provider.jwt}` };
  const stop = () => (provider.stop(), server.stop());
  try {
    const call = async (method, path, json, expect = 200) =>
      sendJson(server.origin, { method, path: `/api/v1${path}`, headers: jwt, json, expect });
    const { status, body } = await send(server.origin, { path: '/api/v1/me', headers: jwt });
    if (status !== 200) throw new Error(`GET /api/v1/me answered ${status}: ${body}`);
    await call('PATCH', `/admin/users/${JSON.parse(body).id}/plan`, { plan: 'ENTERPRISE' });
    const names = { name: 'Acme', slug: 'acme', display_name: 'Acme' };
    const { id: orgId } = await call('POST', '/orgs', names, 201);
    const request = { name: 'bench', description: '', scopes: options.scopes ?? [`admin:org:${orgId}`] };
    const { token } = await call('POST', `/orgs/${orgId}/tokens`, request, 201);
    return { server, orgId, jwt, token: { Authorization: `Bearer ${token}` }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
