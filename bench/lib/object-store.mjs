import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { ServerProcess } from './server-process.mjs';

const SCRIPT = fileURLToPath(new URL('../servers/object-store.mjs', import.meta.url));
const BUCKET = 'artifacts';
// The built-in keys of s3rver.
const KEY = 'S3RVER';

/**
 * @typedef {object} ObjectStore
 * @property {ServerProcess} server
 * @property {Record<string, string>} settings Environment of a product that stores its artifacts there.
 * @property {(path: string) => string} objectPath Where the store keeps the bundle that the registry has at `path`.
 */

/**
 * An S3-compatible server in a separate process, so that its CPU time is measured alone.
 * @returns {Promise<ObjectStore>}
 */
export async function startObjectStore(folder) {
  await mkdir(folder, { recursive: true });
  const server = await ServerProcess.start({
    name: 's3rver',
    args: [SCRIPT],
    env: { FOLDER: folder, BUCKET },
    ready: /listens on (\S+)/,
  });
  return {
    server,
    settings: {
      STORAGE_TYPE: 's3',
      STORAGE_S3_BUCKET: BUCKET,
      STORAGE_S3_ENDPOINT: server.origin,
      STORAGE_S3_FORCE_PATH_STYLE: 'true',
      STORAGE_S3_ACCESS_KEY_ID: KEY,
      STORAGE_S3_SECRET_ACCESS_KEY: KEY,
    },
    objectPath: (path) => {
      const [, org, hex] = /^\/v1\/org\/([^/]+)\/artifacts\/sha256:([0-9a-f]+)\/bundle$/.exec(path);
      return `/${BUCKET}/objects/${org}/bundle/${hex}`;
    },
  };
}
