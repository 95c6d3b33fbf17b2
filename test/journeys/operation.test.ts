import { writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../src/storage/database/data-source-options.js';
import { ApiClient } from '../support/api-client.js';
import { artifactPath, aVersion, bundleOf, digestOf, publish } from '../support/builders.js';
import { ISSUER_SECRET, PASSWORD } from '../support/credentials.js';
import { freePort } from '../support/ports.js';
import { ServerHome } from '../support/server-home.js';
import { eventually } from '../support/stored-artifacts.js';
import { engine } from '../support/test-database.js';

let home: ServerHome;

beforeEach(async () => {
  home = await ServerHome.open();
});

afterEach(() => home.close());

describe('METRICS_PORT', () => {
  it('serves metrics there and only there, labeled by route, without any text from clients', async () => {
    const server = await home.start({ METRICS_PORT: '0' });
    const [, metricsUrl = ''] = /metrics at (\S+)/.exec(server.output) ?? [];
    const admin = await server.admin();
    await aVersion(admin, 'acme/files', '1.0.0').published();
    await admin.get('/v1/org/acme/mcps/files/resolve?ref=latest');
    await admin.get('/v1/org/secret-canary/mcps/files');
    await admin.get('/nowhere/secret-canary');

    const metrics = await (await fetch(metricsUrl)).text();
    expect(metrics).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/v1\/org\/:org\/mcps\/:name\/resolve",status="200"\} 1/,
    );
    expect(metrics).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="none",status="404"\} 1/,
    );
    expect(metrics).toMatch(/^database_connections \d/m);
    expect(metrics).toMatch(/^process_cpu_seconds_total /m);
    for (const canary of [
      'secret-canary',
      PASSWORD,
      ISSUER_SECRET,
      'acme',
      admin.credentials['authorization'],
    ]) {
      expect(metrics).not.toContain(canary);
    }
    expect((await server.client.get('/metrics')).status).toBe(404);
    expect((await fetch(metricsUrl.replace('/metrics', '/v1/catalog'))).status).toBe(404);
    expect(await server.kill('SIGTERM')).toBe(0);
  });
});

describe('an address in use by another program', () => {
  let other: Server;
  let taken: string;
  beforeEach(async () => {
    other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    taken = String((other.address() as AddressInfo).port);
  });
  afterEach(() => void other.close());

  it.each([
    ['PORT', 'choose another address with HOST and PORT'],
    ['METRICS_PORT', 'choose another address with METRICS_HOST and METRICS_PORT'],
  ])('fails the start when it is that of %s, and names the settings to change', async (name, hint) => {
    const failed = await home.start({ [name]: taken }).catch((error: unknown) => error);
    expect(failed).toMatchObject({
      message: expect.stringMatching(`^[^\\n]*EADDRINUSE[^\\n]*; ${hint}\\n$`),
      exitCode: 1,
    });
  });
});

describe('a hub without an identity provider', () => {
  it('warns at the end of the start that sign-in is impossible', async () => {
    const server = await home.start({
      AUTH_MODE: 'enterprise',
      AUTH_ENTERPRISE_JWKS_URL: 'http://127.0.0.1:1/',
      AUTH_ENTERPRISE_ISSUER: 'issuer',
      AUTH_ENTERPRISE_AUDIENCE: 'audience',
    });
    await eventually(() => Promise.resolve(server.output.includes('API documentation')));
    expect(server.output).toMatch(
      /\n {2}Nobody can sign in to the hub until an identity provider is configured \(IDP_DOMAIN\)\.\n/,
    );
  });
});

describe('<NAME>_FILE', () => {
  it('starts the server with the secrets in the files', async () => {
    const path = join(home.dataDir, 'password');
    await writeFile(path, `${PASSWORD}\n`);
    const server = await home.start({ BOOTSTRAP_ADMIN_PASSWORD: '', BOOTSTRAP_ADMIN_PASSWORD_FILE: path });
    const admin = await server.admin();
    expect((await admin.get('/v1/catalog')).status).toBe(200);
    await server.kill('SIGTERM');
  });

  it('fails the start with the name of the key when the file cannot be read', async () => {
    await expect(home.start({ SESSION_SECRET_FILE: join(home.dataDir, 'nowhere') })).rejects.toThrow(
      'session_secret (SESSION_SECRET_FILE) must name a file that can be read (ENOENT)',
    );
  });
});

describe('GET /readyz', () => {
  it('is 200 once requests are served', async () => {
    const { client } = await home.start();
    const { status, body } = await client.get('/readyz');
    const checks = { database: 'ok', cache: 'not_configured', storage: 'ok' };
    expect({ status, body }).toEqual({ status: 200, body: { status: 'ready', checks } });
  });
});

// The embedded database is migrated before the server listens.
if (engine === 'postgres') {
  describe('while migrations run', () => {
    it('answers GET /healthz, and everything else with 503', async () => {
      const port = await freePort();
      const blocker = new pg.Client({ connectionString: home.databaseUrl });
      await blocker.connect();
      // Another process is migrating: later ones wait for its lock.
      await blocker.query(`SELECT pg_advisory_lock($1)`, [0x6d637068]);
      const starting = home.start({ PORT: String(port) });
      const client = new ApiClient(`http://127.0.0.1:${port}`);
      await eventually(() =>
        client.get('/healthz').then(
          ({ status }) => status === 200,
          () => false,
        ),
      );
      for (const path of ['/readyz', '/ready', '/v1/catalog', '/v1/org/acme/members']) {
        const { status, body, headers } = await client.get(path);
        expect([path, status]).toEqual([path, 503]);
        expect(body.error.code).toBe('unavailable');
        expect(headers.get('retry-after')).toBe('2');
      }
      await blocker.end();
      await starting;
      expect((await client.get('/readyz')).status).toBe(200);
      expect((await client.get('/v1/catalog')).status).toBe(401);
    });
  });
}

describe('SIGTERM', () => {
  it('finishes requests in progress, accepts no others, and exits with 0', async () => {
    const server = await home.start();
    const admin = await server.admin();
    await publish(admin, 'acme/files', '1.0.0');
    const bundle = bundleOf('acme/files', '1.0.0');
    const upload = request(server.url + artifactPath('acme', digestOf(bundle), 'bundle'), {
      method: 'PUT',
      headers: {
        authorization: admin.credentials['authorization'],
        'content-type': 'application/octet-stream',
        'content-length': bundle.length,
      },
    });
    const answered = new Promise<number | undefined>((resolve, reject) => {
      upload.once('response', (response) => resolve(response.resume().statusCode)).once('error', reject);
    });
    upload.write(bundle.subarray(0, 5));
    // The server has received it once it responds to a later request.
    await admin.get('/v1/catalog');
    const ended = server.kill('SIGTERM');
    await expect(
      (async () => {
        for (;;) {
          const { status } = await server.client.get('/readyz');
          if (status !== 200 && status !== 503) return;
        }
      })(),
    ).rejects.toThrow();
    upload.end(bundle.subarray(5));
    expect(await answered).toBe(200);
    expect(await ended).toBe(0);
    const again = await (await home.start()).admin();
    const { bytes } = await again.get(artifactPath('acme', digestOf(bundle), 'bundle'));
    expect(bytes.equals(bundle)).toBe(true);
  });

  it('does not wait longer than the request timeout', async () => {
    const server = await home.start({ LIMITS_REQUEST_TIMEOUT: '2' });
    const admin = await server.admin();
    await publish(admin, 'acme/files', '1.0.0');
    const stalled = request(server.url + artifactPath('acme', digestOf('x'), 'bundle'), {
      method: 'PUT',
      headers: {
        authorization: admin.credentials['authorization'],
        'content-type': 'application/octet-stream',
        'content-length': 100,
      },
    });
    stalled.on('error', () => undefined).on('response', (response) => response.resume());
    stalled.write('x');
    await admin.get('/v1/catalog');
    expect(await server.kill('SIGTERM')).toBe(0);
  });
});

describe('READ_ONLY=true', () => {
  it('serves reads and refuses every change with 503, after authentication', async () => {
    const first = await home.start();
    await aVersion(await first.admin(), 'acme/files', '1.0.0').published();
    await first.kill('SIGTERM');
    const server = await home.start({ READ_ONLY: 'true' });
    const admin = await server.admin();
    const { status, body } = await admin.get('/v1/org/acme/mcps/files/resolve?ref=latest');
    expect(status).toBe(200);
    const bundle = body.resolved.bundle.url as string;
    expect((await admin.get(bundle)).status).toBe(200);

    const changes: [string, string, unknown][] = [
      ['POST', '/v1/org/acme/mcps/files/publish', {}],
      ['POST', '/v1/org/acme/mcps/files/versions/1.0.0/status', { status: 'revoked' }],
      ['POST', '/v1/tokens', {}],
      ['DELETE', `/v1/tokens/mcp_${'a'.repeat(20)}`, undefined],
      ['POST', '/v1/org/acme/members', {}],
      ['DELETE', '/v1/org/acme/members/admin', undefined],
      ['PUT', bundle, undefined],
    ];
    for (const [method, path, json] of changes) {
      const answer = await admin.send(method as 'POST', path, { json });
      expect([method, path, answer.status]).toEqual([method, path, 503]);
      expect(answer.body.message).toMatch(/read-only/);
      expect((await server.client.send(method as 'POST', path, { json })).status).toBe(401);
    }
    expect((await admin.get('/v1/org/acme/mcps/files/resolve?ref=latest')).status).toBe(200);
  });
});

describe('a database migrated by a newer version', () => {
  const refusal =
    /^the database belongs to a newer version of mcp-hub: this one does not know its migrations Future2500000000000; run that version or a newer one, or restore a backup from before the upgrade$/m;

  it('is refused by every start and command, with instructions', async () => {
    await home.command('migrate');
    await home.query(`INSERT INTO migration (timestamp, name) VALUES (2500000000000, 'Future2500000000000')`);
    for (const settings of [{}, { DATABASE_MIGRATE: 'false' }]) {
      const failed = await home.start(settings).catch((error: unknown) => error);
      expect(failed).toMatchObject({ message: expect.stringMatching(refusal), exitCode: 1 });
    }
    for (const words of ['migrate', 'users list']) {
      const { code, stderr } = await home.command(words);
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(refusal) });
    }
  });
});

describe('DATABASE_MIGRATE=false', () => {
  it('refuses a database that is not up to date, with instructions', async () => {
    if (engine === 'postgres') {
      const dataSource = new DataSource(
        dataSourceOptions({ server: home.databaseUrl, poolSize: 1, statementTimeoutMs: 0 }),
      );
      await dataSource.initialize();
      await dataSource.undoLastMigration();
      await dataSource.destroy();
    } else {
      await home.close();
      home = await ServerHome.open({}, 'new');
    }
    await expect(home.start({ DATABASE_MIGRATE: 'false' })).rejects.toThrow(
      /run the command "migrate" first/,
    );
    const migrating = await home.start();
    await migrating.kill('SIGTERM');
    const { client } = await home.start({ DATABASE_MIGRATE: 'false' });
    expect((await client.get('/readyz')).status).toBe(200);
  });
});
