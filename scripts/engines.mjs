// The PostgreSQL and Redis servers of a run of the tests, or of a drill: those that are named, or some of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { startTemporaryPostgres } from './temporary-postgres.mjs';

export const DEFAULT_DATABASE = 'postgres://postgres@127.0.0.1:5432/postgres';
export const DEFAULT_REDIS = 'redis://127.0.0.1:6379';

/** Whether a server listens at a URL. */
async function listens(url) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port || 6379), hostname);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** The Redis server in TEST_REDIS_URL or on the standard port, else one for this run alone with its files in `folder`. */
export async function redisOf(folder) {
  const url = process.env.TEST_REDIS_URL ?? DEFAULT_REDIS;
  if (process.env.TEST_REDIS_URL !== undefined || (await listens(url))) return { url, stop: () => undefined };
  const port = await freePort();
  const program = spawn('redis-server', ['--port', String(port), '--save', '', '--dir', folder], {
    stdio: 'ignore',
  });
  program.on('error', () => undefined);
  return { url: `redis://127.0.0.1:${port}`, stop: () => program.kill() };
}

/** The PostgreSQL server in TEST_DATABASE_URL, else one for this run alone, else the one on the standard port. */
export async function postgresOf(folder) {
  const named = process.env.TEST_DATABASE_URL;
  const own = named === undefined ? await startTemporaryPostgres(folder, await freePort()) : undefined;
  return own ?? { url: named ?? DEFAULT_DATABASE, stop: () => undefined };
}
