import { randomBytes } from 'node:crypto';
import pg from 'pg';

const CONNECT_TIMEOUT_MS = 2_000;

/**
 * Calls `work` with URLs of fresh databases on a PostgreSQL server and drops them afterwards. Undefined when there is no
 * server.
 */
export async function withPostgresDatabases(serverUrl, count, work) {
  const admin = new pg.Client({
    connectionString: serverUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  try {
    await admin.connect();
  } catch (error) {
    console.error(
      `no PostgreSQL server at ${new URL(serverUrl).host} (${error.code ?? error.message}): skipped`,
    );
    return undefined;
  }
  const names = Array.from({ length: count }, () => `mcp_hub_bench_${randomBytes(6).toString('hex')}`);
  try {
    for (const name of names) await admin.query(`CREATE DATABASE ${name}`);
    return await work(names.map((name) => Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href));
  } finally {
    for (const name of names) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    await admin.end();
  }
}
