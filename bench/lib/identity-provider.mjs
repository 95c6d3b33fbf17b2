import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { SignJWT } from 'jose';

const ISSUER = 'https://idp.example.com/';
const SCOPES = [
  'mcp:catalog:read',
  'mcp:resolve',
  'mcp:resolve:prepublish',
  'mcp:publish',
  'artifact:download',
  'token:create',
];

/**
 * @typedef {object} IdentityProvider
 * @property {Record<string, string>} settings Environment of a product that trusts it.
 * @property {string} jwt A JWT (RS256, 2048 bits) that may do everything in the organization `acme`, for an hour.
 * @property {() => void} stop
 */

/** An identity provider on the loopback interface. @returns {Promise<IdentityProvider>} */
export async function startIdentityProvider() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'bench', alg: 'RS256', use: 'sig' }];
  const server = createServer((_req, res) => res.end(JSON.stringify({ keys }))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const jwt = await new SignJWT({ scopes: SCOPES, resources: ['catalog', 'org/acme/'], orgs: ['acme'] })
    .setProtectedHeader({ alg: 'RS256', kid: 'bench' })
    .setIssuer(ISSUER)
    .setAudience('registry')
    .setSubject('bench')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(privateKey);
  return {
    settings: {
      AUTH_MODE: 'enterprise',
      AUTH_ENTERPRISE_JWKS_URL: `http://127.0.0.1:${server.address().port}/`,
      AUTH_ENTERPRISE_ISSUER: ISSUER,
      AUTH_ENTERPRISE_AUDIENCE: 'registry',
    },
    jwt,
    stop: () => server.close(),
  };
}
