import pg from 'pg';

const CONNECT_TIMEOUT_MS = 5_000;
// Another client can take the connection that would be shared in between.
const ROUNDS = 3;

/**
 * Whether a pooler in front of the database lends a connection for one transaction at a time (PgBouncer with
 * `pool_mode = transaction` or `statement`). Then one session of the database answers two clients, or several answer one.
 */
export async function sharesConnections(url: string): Promise<boolean> {
  const clients = [1, 2].map(
    () =>
      new pg.Client({
        connectionString: url,
        application_name: 'mcp-hub',
        connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      }),
  );
  const sessions = new Map<pg.Client, number>();
  try {
    for (const client of clients) {
      client.on('error', () => undefined);
      await client.connect();
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const client of clients) {
        const [row] = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows;
        const pid = row?.pid ?? 0;
        if ((sessions.get(client) ?? pid) !== pid) return true;
        sessions.set(client, pid);
      }
      if (new Set(sessions.values()).size < clients.length) return true;
    }
    return false;
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
  }
}
