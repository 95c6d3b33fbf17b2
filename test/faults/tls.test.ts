import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aVersion } from '../support/builders.js';
import { PASSWORD } from '../support/credentials.js';
import { PostgresServer, STRANGE_ADDRESS } from '../support/postgres-server.js';
import { expectRefused } from '../support/refusals.js';
import { ServerHome } from '../support/server-home.js';
import { FailedStart, type ServerProcess } from '../support/server-process.js';
import { resolve } from '../support/version-requests.js';

let postgres: PostgresServer;
let home: ServerHome;
beforeAll(async () => {
  postgres = await PostgresServer.start();
});
afterAll(() => postgres.close());
beforeEach(async () => {
  home = await ServerHome.open({ DATABASE_URL: postgres.url });
});
afterEach(() => home.close());

/** The product on that server, with a query appended to its URL. */
function start(
  query: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
  host = 'localhost',
): Promise<ServerProcess> {
  const url = new URL(postgres.url);
  url.hostname = host;
  url.search = new URLSearchParams(query).toString();
  return home.start({ DATABASE_URL: url.href, ...environment });
}

/** Whether each of the product's connections is encrypted. */
const encrypted = async (): Promise<boolean[]> => {
  const rows = await postgres.rows<{ ssl: boolean }>(
    `SELECT s.ssl FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) WHERE a.application_name LIKE 'mcp-hub%'`,
  );
  return rows.map(({ ssl }) => ssl);
};

/** Concurrent requests, so that the pool grows beyond its first connection. */
async function work(server: ServerProcess, id: string): Promise<void> {
  const admin = await server.admin();
  await aVersion(admin, id, '1.0.0').published();
  const answers = await Promise.all(Array.from({ length: 20 }, () => resolve(admin, id, 'latest')));
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
}

const ofAuthority = (): string => postgres.certificates.authority;

/** Exited with 1 and a plain explanation that the database's certificate, or its absence, is the problem. */
async function expectRefusedStart(starting: Promise<ServerProcess>): Promise<void> {
  const failed = await starting.catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(FailedStart);
  const { exitCode, message } = failed as FailedStart;
  expect(exitCode).toBe(1);
  expect(message).toMatch(/database.*(certificate|SSL)/);
  expect(message).not.toMatch(/^\s+at /m);
  expect(message).not.toContain(encodeURIComponent(PASSWORD));
}

describe('a database URL with sslmode=verify-full', () => {
  it('encrypts every connection, trusting the authority in NODE_EXTRA_CA_CERTS', async () => {
    const server = await start({ sslmode: 'verify-full' }, { NODE_EXTRA_CA_CERTS: ofAuthority() });
    await work(server, 'tls/extra');
    const connections = await encrypted();
    expect(connections.length).toBeGreaterThan(1);
    expect(new Set(connections)).toEqual(new Set([true]));
  });

  it('encrypts every connection, trusting the authority in sslrootcert', async () => {
    const server = await start({ sslmode: 'verify-full', sslrootcert: ofAuthority() });
    await work(server, 'tls/named');
    expect(new Set(await encrypted())).toEqual(new Set([true]));
  });

  it.each(['verify-full', 'verify-ca', 'require', 'prefer'])(
    'like with sslmode=%s, fails at the start for a server with an untrusted authority, with a plain explanation',
    async (sslmode) => {
      await expectRefusedStart(start({ sslmode }));
    },
  );

  it('fails at the start for a server without TLS', async () => {
    await postgres.stop('immediate');
    await postgres.start({ tls: false });
    try {
      await expectRefusedStart(start({ sslmode: 'verify-full', sslrootcert: ofAuthority() }));
    } finally {
      await postgres.stop('immediate');
      await postgres.start();
    }
  });

  it('fails at the start for a name that is not in the certificate', async () => {
    const environment = { NODE_EXTRA_CA_CERTS: ofAuthority() };
    await expectRefusedStart(start({ sslmode: 'verify-full' }, environment, STRANGE_ADDRESS));
  });
});

/** In a location that is unaffected when the server gets another one. */
async function copyOfAuthority(): Promise<string> {
  const path = join(home.dataDir, 'authority.pem');
  await copyFile(postgres.certificates.authority, path);
  return path;
}

describe('a database URL without sslmode', () => {
  it('encrypts nothing, whatever the server offers', async () => {
    const server = await start({});
    await work(server, 'tls/nothing');
    expect(new Set(await encrypted())).toEqual(new Set([false]));
  });
});

describe('a database URL with sslmode=no-verify', () => {
  it('encrypts every connection, and trusts any server', async () => {
    const server = await start({ sslmode: 'no-verify' });
    await work(server, 'tls/anybody');
    expect(new Set(await encrypted())).toEqual(new Set([true]));
  });
});

describe('a database server that restarts with a certificate of another authority', () => {
  it('receives nothing: 503 until its certificate is trusted', async () => {
    const server = await start({ sslmode: 'verify-full', sslrootcert: await copyOfAuthority() });
    await work(server, 'tls/changed');
    await postgres.stop('immediate');
    await postgres.changeAuthority();
    await postgres.start();
    const { client } = server;
    for (let round = 0; round < 3; round += 1) {
      expectRefused(await client.get('/readyz'), 503);
      const refused = await client.post('/v1/auth/login', { username: 'admin', password: PASSWORD });
      expectRefused(refused, 503);
      expect(refused.headers.get('retry-after')).toBe('5');
    }
    expect(await encrypted()).toEqual([]);
  });
});
