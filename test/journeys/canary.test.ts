import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { EmbeddedDatabase } from '../../src/storage/database/embedded-database.js';
import { ApiClient } from '../support/api-client.js';
import { artifactPath, bundleOf, digestOf, publish, setStatus } from '../support/builders.js';
import { S3Server } from '../support/s3-server.js';
import { ServerHome } from '../support/server-home.js';
import type { ServerProcess } from '../support/server-process.js';
import { engine } from '../support/test-database.js';

const PASSWORD = 'canary-password-of-the-administrator';
const WRONG_PASSWORD = 'canary-password-that-is-wrong';
const ISSUER_SECRET = 'canary-issuer-secret-of-more-than-32-bytes';
const S3_SECRET = 'canary-s3-secret-access-key';

let home: ServerHome;
let s3: S3Server;
let server: ServerProcess;
beforeAll(async () => {
  s3 = await S3Server.start();
  home = await ServerHome.open({
    LOG_LEVEL: 'debug',
    METRICS_PORT: '0',
    AUTH_OSS_ISSUER_SECRET: ISSUER_SECRET,
    AUTH_OSS_ENABLE_BASIC: 'true',
    BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
    ...s3.settings,
    STORAGE_S3_SECRET_ACCESS_KEY: S3_SECRET,
  });
  server = await home.start();
});
afterAll(async () => {
  await home.close();
  await s3.close();
});

/** Uses every kind of secret, rightly and wrongly, and answers them all. */
async function useSecrets(): Promise<string[]> {
  const anonymous = new ApiClient(server.url);
  await anonymous.post('/v1/auth/login', { username: 'admin', password: WRONG_PASSWORD });
  await anonymous.post('/v1/auth/login', { username: WRONG_PASSWORD, password: 7 });
  const { body: login } = await anonymous.post('/v1/auth/login', { username: 'admin', password: PASSWORD });
  const jwt = login.access_token as string;
  const admin = anonymous.as(`Bearer ${jwt}`);
  const request = {
    description: 'canary',
    scopes: ['mcp:publish', 'artifact:download'],
    resources: ['org/'],
  };
  const { body: made } = await admin.post('/v1/tokens', request);
  const [id, secret] = [made.token_id as string, made.secret as string];
  const token = anonymous.as(`Token ${id}:${secret}`);
  const basic = Buffer.from(`admin:${PASSWORD}`).toString('base64');
  await anonymous.as(`Basic ${basic}`).get('/v1/catalog');
  await anonymous.as(`Token ${id}:${secret}x`).get('/v1/catalog');
  await anonymous.as(`Bearer ${jwt}x`).get('/v1/catalog');
  await admin.get(`/v1/catalog?limit=${secret}`);

  const { body: published } = await publish(token, 'acme/files', '1.0.0');
  const upload = published.bundle_upload as { url: string; headers: Record<string, string> };
  const { 'Content-Length': _length, ...headers } = upload.headers;
  const bundle = new Uint8Array(bundleOf('acme/files', '1.0.0'));
  await fetch(upload.url, { method: 'PUT', headers, body: bundle });
  expect((await setStatus(token, 'acme/files', '1.0.0', 'published')).status).toBe(200);
  const download = await token.get(artifactPath('acme', digestOf(bundle), 'bundle'));
  const signatures = [upload.url, download.headers.get('location') ?? ''].map(
    (url) => new URL(url).searchParams.get('X-Amz-Signature') ?? 'no signature',
  );
  return [jwt, jwt.split('.')[2] ?? '', secret, basic, ...signatures];
}

/** Every value of every table, as text. */
async function allRows(): Promise<string> {
  const embedded = engine === 'pglite' ? await EmbeddedDatabase.open(home.dataDir) : undefined;
  const { host, user, database: name } = embedded?.connection ?? {};
  const client = new pg.Client(
    embedded === undefined ? { connectionString: home.databaseUrl } : { host, user, database: name },
  );
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    const texts: string[] = [];
    for (const { name: table } of tables) {
      const { rows } = await client.query<{ text: string }>(`SELECT t::text AS text FROM "${table}" t`);
      texts.push(...rows.map(({ text }) => text));
    }
    return texts.join('\n');
  } finally {
    await client.end();
    await embedded?.close();
  }
}

describe('passwords, tokens, secrets and presigned signatures', () => {
  it('are in no log line, metric or row', async () => {
    const used = await useSecrets();
    const [, metricsUrl = ''] = /metrics at (\S+)/.exec(server.output) ?? [];
    const metrics = await (await fetch(metricsUrl)).text();
    expect(await server.kill('SIGTERM')).toBe(0);
    const rows = await allRows();
    // What is searched is what is meant: it holds what may be there.
    expect(server.output).toContain('/v1/auth/login');
    expect(metrics).toContain('/v1/tokens');
    expect(rows).toContain('admin');
    expect(rows).toContain('canary');
    for (const secret of [PASSWORD, WRONG_PASSWORD, ISSUER_SECRET, S3_SECRET, ...used]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(server.output).not.toContain(secret);
      expect(metrics).not.toContain(secret);
      expect(rows).not.toContain(secret);
    }
  });
});
