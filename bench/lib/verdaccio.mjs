import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sendJson } from './load.mjs';
import { ServerProcess } from './server-process.mjs';

const PEERS = fileURLToPath(new URL('../peers', import.meta.url));
const SCRIPT = join(PEERS, 'node_modules/verdaccio/bin/verdaccio');

/** How to install the peers, as shown in the help. */
export const INSTALL_PEERS = 'npm ci --prefix bench/peers --ignore-scripts';

export const isVerdaccioInstalled = () => existsSync(SCRIPT);

// No uplinks and no web interface: all responses come from its own storage. Anonymous reads are its cheapest kind of access
// check; it writes one log line per request, like the product.
const config = (folder) => `
storage: ${join(folder, 'storage')}
auth: { htpasswd: { file: ${join(folder, 'htpasswd')}, max_users: 10 } }
security: { api: { jwt: { sign: { expiresIn: 1d } } } }
uplinks: {}
packages:
  '**': { access: $all, publish: $authenticated }
web: { enable: false }
middlewares: {}
server: { keepAliveTimeout: 60 }
log: { type: stdout, format: json, level: http }
`;

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Verdaccio with its own storage and a logged-in user. */
export async function startVerdaccio({ folder }) {
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'config.yaml');
  await writeFile(file, config(folder));
  const origin = `http://127.0.0.1:${await freePort()}`;
  const server = await ServerProcess.start({
    name: 'Verdaccio',
    args: [SCRIPT, '--config', file, '--listen', origin],
    env: { HOME: folder, NO_UPDATE_NOTIFIER: '1' },
    ready: /http address/,
    origin,
  });
  const user = { name: 'bench', password: 'a password for benchmarks' };
  const { token } = await sendJson(origin, {
    method: 'PUT',
    path: '/-/user/org.couchdb.user:bench',
    json: user,
    expect: 201,
  });
  return { server, user: { Authorization: `Bearer ${token}` } };
}

/**
 * The package of a real MCP server that is installed here: `npm publish` sends its package.json and README with every version.
 */
async function examplePackage() {
  const folder = new URL('../../node_modules/@modelcontextprotocol/server-filesystem/', import.meta.url);
  return {
    manifest: JSON.parse(await readFile(new URL('package.json', folder), 'utf8')),
    readme: await readFile(new URL('README.md', folder), 'utf8'),
  };
}

const digest = (algorithm, bytes, encoding) => createHash(algorithm).update(bytes).digest(encoding);

/**
 * Publishes versions to Verdaccio: in the document that `npm publish` sends, with this tarball. The package.json and README are
 * those of the example package, whose name is the default.
 */
export async function verdaccioPublisher({ server, user }) {
  const { manifest, readme } = await examplePackage();
  return async ({ name = manifest.name, version, tarball }) => {
    const file = `${name}-${version}.tgz`;
    const published = {
      ...manifest,
      name,
      version,
      _id: `${name}@${version}`,
      gitHead: digest('sha1', version, 'hex'),
      _nodeVersion: '24.0.0',
      _npmVersion: '11.0.0',
      readme,
      readmeFilename: 'README.md',
      dist: {
        integrity: `sha512-${digest('sha512', tarball, 'base64')}`,
        shasum: digest('sha1', tarball, 'hex'),
        tarball: `${server.origin}/${name}/-/${file}`,
      },
    };
    const data = tarball.toString('base64');
    const path = `/${encodeURIComponent(name)}`;
    await sendJson(server.origin, {
      method: 'PUT',
      path,
      headers: user,
      expect: 201,
      json: {
        _id: name,
        name,
        'dist-tags': { latest: version },
        versions: { [version]: published },
        _attachments: { [file]: { content_type: 'application/octet-stream', data, length: tarball.length } },
      },
    });
    return path;
  };
}
