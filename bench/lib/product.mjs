import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { sendBytes, sendJson } from './load.mjs';
import { ServerProcess } from './server-process.mjs';

const ISSUER_SECRET = 'a secret for benchmarks, of 32 bytes or more';
const PASSWORD = 'a password for benchmarks';

/**
 * The product as started by `npm start`, with a data directory of its own, and its administrator logged in; or a user with a JWT,
 * when an identity provider is given.
 * @param {{dist: string, folder: string, databaseUrl?: string, nodeArgs?: string[], identityProvider?:
 * import('./identity-provider.mjs').IdentityProvider, settings?: Record<string, string>}} options `settings` are additional
 * environment variables.
 */
export async function startProduct({
  dist,
  folder,
  databaseUrl,
  nodeArgs = ['--max-semi-space-size=16'],
  identityProvider,
  settings = {},
}) {
  const server = await ServerProcess.start({
    name: 'mcp-hub',
    args: [...nodeArgs, join(dist, 'main.js')],
    env: {
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      ALLOW_EMBEDDED: 'true',
      AUTH_OSS_ISSUER_SECRET: ISSUER_SECRET,
      BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...identityProvider?.settings,
      ...settings,
    },
    ready: /listens on (http:\/\/[^\s]+)/,
  });
  if (identityProvider !== undefined) {
    return { server, admin: { Authorization: `Bearer ${identityProvider.jwt}` } };
  }
  const { access_token: jwt } = await sendJson(server.origin, {
    method: 'POST',
    path: '/v1/auth/login',
    json: { username: 'admin', password: PASSWORD },
  });
  return { server, admin: { Authorization: `Bearer ${jwt}` } };
}

/**
 * A process that only analyzes, for a product with the same settings.
 * @param {{dist: string, folder: string, databaseUrl: string, settings: Record<string, string>}} options
 */
export const startWorker = ({ dist, folder, databaseUrl, settings }) =>
  ServerProcess.start({
    name: 'mcp-hub worker',
    args: [join(dist, 'main.js')],
    env: {
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      ALLOW_EMBEDDED: 'true',
      AUTH_OSS_ISSUER_SECRET: ISSUER_SECRET,
      DATABASE_URL: databaseUrl,
      PROCESS_ROLE: 'worker',
      ...settings,
    },
    ready: /analyzes \(started/,
    // As in production, where it does not run as root.
    raisesPriority: false,
    origin: '',
  });

/** An API token with the rights of a typical client. */
export async function makeToken({ server, admin }) {
  const token = await sendJson(server.origin, {
    method: 'POST',
    path: '/v1/tokens',
    headers: admin,
    expect: 201,
    json: {
      description: 'benchmark',
      scopes: ['mcp:catalog:read', 'mcp:resolve', 'artifact:download'],
      resources: ['catalog', 'org/acme/'],
    },
  });
  return { Authorization: `Token ${token.token_id}:${token.secret}` };
}

export const digestOf = (bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** The path of a package, and the body of a request to publish a version whose bundle has this digest and size. */
export function publishRequest({ org, name, version, digest, size }) {
  const commit = createHash('sha1').update(`${name}@${version}`).digest('hex');
  return {
    base: `/v1/org/${org}/mcps/${name}`,
    json: {
      version,
      bundle_digest: digest,
      bundle_size_bytes: size,
      manifest_json: {
        schema_version: 1,
        package: { id: `${org}/${name}`, version },
        runtime: { type: 'node', version: '>=22' },
        entrypoint: { command: ['node', 'index.js'] },
      },
      git_sha: commit,
      repo_url: `https://github.com/${org}/${name}`,
      repo_visibility: 'public',
      repo_provider: 'github',
      repo_ref: `v${version}`,
      repo_commit: commit,
      certification_level: 2,
    },
  };
}

const bundlePath = (org, digest) => `/v1/org/${org}/artifacts/${digest}/bundle`;

/** Publishes a version with this bundle through the registry, and returns the bundle's path. */
export async function publishVersion({ server, admin }, { org, name, version, bundle }) {
  const digest = digestOf(bundle);
  const { base, json } = publishRequest({ org, name, version, digest, size: bundle.length });
  const post = (path, body) => sendJson(server.origin, { method: 'POST', path, headers: admin, json: body });
  await post(`${base}/publish`, json);
  const path = bundlePath(org, digest);
  await sendBytes(server.origin, { method: 'PUT', path, headers: admin, bytes: bundle });
  await post(`${base}/versions/${version}/status`, { status: 'published' });
  return path;
}

/**
 * Uploads a large body as a bundle through the registry.
 * @returns {(body: import('./large-uploads.mjs').LargeBody) => Promise<unknown>}
 */
export const uploadLarge =
  ({ server, admin }, org) =>
  ({ digest, size, stream }) =>
    sendBytes(server.origin, {
      method: 'PUT',
      path: bundlePath(org, digest),
      headers: admin,
      bytes: stream(),
      length: size,
    });
