import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HostCookies, SESSION_COOKIE } from '../../src/common/http/host-cookies.js';
import { ApiClient } from '../support/api-client.js';
import { Browser } from '../support/browser.js';
import { artifactPath, bundleOf, digestOf, publish, setStatus } from '../support/builders.js';
import { freePort } from '../support/ports.js';
import { S3Server } from '../support/s3-server.js';
import { ServerHome } from '../support/server-home.js';
import type { FailedStart, ServerProcess } from '../support/server-process.js';
import { deliver, named, signed } from '../support/webhooks.js';

const PASSWORD = 'canary-password-of-the-administrator';
const WRONG_PASSWORD = 'canary-password-that-is-wrong';
const ISSUER_SECRET = 'canary-issuer-secret-of-more-than-32-bytes';
const S3_SECRET = 'canary-s3-secret-access-key';
const GITLAB_TOKEN = 'canary-token-of-webhooks-from-gitlab';
const WRONG_GITLAB_TOKEN = 'canary-token-of-webhooks-that-is-wrong';
// In files whose paths are in variables.
const SESSION_SECRET = 'canary-session-secret-of-more-than-32-bytes';
const SHORT_SECRET = 'canary-secret-that-is-short';
const GITHUB_SECRET = 'canary-secret-of-webhooks-from-github';
const STRIPE_SECRET = 'canary-secret-of-webhooks-from-stripe';
const SIGNING_KEY = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });

let folder: string;
let home: ServerHome;
let s3: S3Server;
let server: ServerProcess;
beforeAll(async () => {
  s3 = await S3Server.start();
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-secrets-'));
  const port = String(await freePort());
  home = await ServerHome.open({
    PORT: port,
    // A different host than that of S3: credentials must not be sent to both.
    PUBLIC_URL: `http://localhost:${port}`,
    LOG_LEVEL: 'debug',
    METRICS_PORT: '0',
    AUTH_OSS_ISSUER_SECRET: ISSUER_SECRET,
    AUTH_OSS_ENABLE_BASIC: 'true',
    BOOTSTRAP_ADMIN_PASSWORD: PASSWORD,
    ...s3.settings,
    STORAGE_S3_SECRET_ACCESS_KEY: S3_SECRET,
    WEBHOOK_GITLAB_TOKEN: GITLAB_TOKEN,
    SESSION_SECRET_FILE: await fileOf(SESSION_SECRET),
    WEBHOOK_GITHUB_SECRET_FILE: await fileOf(GITHUB_SECRET),
    WEBHOOK_STRIPE_SECRET_FILE: await fileOf(STRIPE_SECRET),
    HUB_SIGNING_KEY_FILE: await fileOf(JSON.stringify(SIGNING_KEY)),
  });
  server = await home.start();
});
afterAll(async () => {
  await home.close();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

/** Writes a secret to a new file and returns its path. */
async function fileOf(secret: string): Promise<string> {
  const path = join(folder, digestOf(Buffer.from(secret)).slice(-16));
  await writeFile(path, secret, { mode: 0o600 });
  return path;
}

/** Signs in to the hub, creates a service token there, uses it rightly and wrongly, and returns the secrets. */
async function useHubSecrets(): Promise<string[]> {
  const origin = home.settings['PUBLIC_URL'] ?? '';
  const cookie = new HostCookies(origin).nameOf(SESSION_COOKIE);
  const browser = new Browser({ [origin]: server.url });
  const form = await browser.open(`${origin}/auth/login`);
  const end = await browser.submit(form, { username: 'admin', password: PASSWORD });
  expect([end.status, end.text]).toEqual([200, expect.stringContaining('name="session" content="possible"')]);
  const codes = browser.history.flatMap((url) => new URL(url).searchParams.get('code') ?? []);
  const session = browser.jar(origin)[cookie] ?? '';
  const client = new ApiClient(server.url, { cookie: `${cookie}=${session}`, origin });
  const { body: me } = await client.get('/api/v1/me');
  await client.patch(`/api/v1/admin/users/${me.id as string}/plan`, { plan: 'ENTERPRISE' });
  const org = { name: 'Canary', slug: 'canary', display_name: 'Canary' };
  const { body: made } = await client.post('/api/v1/orgs', org);
  const scopes = [`admin:org:${made.id as string}`];
  const tokens = `/api/v1/orgs/${made.id as string}/tokens`;
  const { status, body: created } = await client.post(tokens, { name: 'canary', scopes });
  expect(status).toBe(201);
  const token = created.token as string;
  const anonymous = new ApiClient(server.url);
  expect((await anonymous.as(`Bearer ${token}`).get(tokens)).status).toBe(200);
  expect((await anonymous.as(`Bearer ${token}x`).get(tokens)).status).toBe(401);
  await anonymous.as(`Bearer ${token}`).get('/v1/catalog');
  await client.get(`/api/v1/mcps?limit=${token}`);
  await new ApiClient(server.url, { cookie: `${cookie}=${session}x` }).get('/api/v1/me');
  await new ApiClient(server.url, { cookie: `${cookie}=${session}` }).post('/api/v1/orgs', org);
  expect(codes.length).toBeGreaterThan(0);
  return [token, session, ...codes];
}

/** Delivers webhooks with valid and with invalid signatures. */
async function useWebhookSecrets(): Promise<void> {
  const anonymous = new ApiClient(server.url);
  const body = JSON.stringify({ ref: 'refs/heads/main' });
  const send = async (
    ...[sender, event, secret]: readonly ['github' | 'gitlab' | 'stripe', string, string]
  ) =>
    (await deliver(anonymous, sender, body, { ...named(sender, event), ...signed(sender, body, { secret }) }))
      .status;
  expect(await send('github', 'push', `${GITHUB_SECRET}x`)).toBe(401);
  expect(await send('gitlab', 'Push Hook', WRONG_GITLAB_TOKEN)).toBe(401);
  expect(await send('stripe', '', `${STRIPE_SECRET}x`)).toBe(401);
  // A verified body is parsed, and is incomplete.
  expect(await send('github', 'push', GITHUB_SECRET)).not.toBe(401);
  expect(await send('gitlab', 'Push Hook', GITLAB_TOKEN)).not.toBe(401);
  expect(await send('stripe', '', STRIPE_SECRET)).not.toBe(401);
}

/** Uses every kind of secret of the registry, rightly and wrongly, and returns them all. */
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
    format: 'jwt',
  };
  const { body: made } = await admin.post('/v1/tokens', request);
  const [id, secret] = [made.token_id as string, made.secret as string];
  const token = anonymous.as(`Token ${id}:${secret}`);
  const basic = Buffer.from(`admin:${PASSWORD}`).toString('base64');
  await anonymous.as(`Basic ${basic}`).get('/v1/catalog');
  const tokenJwt = made.token as string;
  expect((await anonymous.as(`Bearer ${tokenJwt}`).get('/v1/catalog')).status).toBe(403);
  await anonymous.as(`Bearer ${tokenJwt}x`).get('/v1/catalog');
  await admin.get(`/v1/catalog?cursor=${tokenJwt}`);
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
  const jwts = [jwt, tokenJwt].flatMap((one) => [one, one.split('.')[2] ?? '']);
  return [...jwts, secret, basic, ...signatures];
}

/** Every value of every table, as text. */
async function allRows(): Promise<string> {
  const tables = await home.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  const selects = tables.map(({ name }) => `SELECT t::text AS text FROM "${name}" t`);
  return (await home.query<{ text: string }>(selects.join(' UNION ALL '))).map(({ text }) => text).join('\n');
}

describe('passwords, tokens, secrets and presigned signatures', () => {
  it('are in no log line, metric or row', async () => {
    const used = [...(await useSecrets()), ...(await useHubSecrets())];
    await useWebhookSecrets();
    const [, metricsUrl = ''] = /metrics at (\S+)/.exec(server.output) ?? [];
    const metrics = await (await fetch(metricsUrl)).text();
    expect(await server.kill('SIGTERM')).toBe(0);
    const rows = await allRows();
    // A check of the search itself: it finds text that may be there.
    expect(server.output).toContain('/v1/auth/login');
    expect(server.output).toContain('/api/v1/webhooks/gitlab');
    expect(server.output).toContain('/auth/callback');
    expect(metrics).toContain('/v1/tokens');
    expect(rows).toContain('admin');
    expect(rows).toContain('canary');
    const configured = [PASSWORD, ISSUER_SECRET, S3_SECRET, GITLAB_TOKEN];
    const inFiles = [SESSION_SECRET, GITHUB_SECRET, STRIPE_SECRET, String(SIGNING_KEY.d)];
    for (const secret of [...configured, ...inFiles, WRONG_PASSWORD, WRONG_GITLAB_TOKEN, ...used]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(server.output).not.toContain(secret);
      expect(metrics).not.toContain(secret);
      expect(rows).not.toContain(secret);
    }
  });

  it('are not in the output of a start that refuses a secret in a file', async () => {
    const refused = home.start({ SESSION_SECRET_FILE: await fileOf(SHORT_SECRET) });
    const message = await refused.then(
      () => 'it has started',
      (error: unknown) => (error as FailedStart).message,
    );
    expect(message).toContain('SESSION_SECRET_FILE');
    for (const secret of [SHORT_SECRET, PASSWORD, ISSUER_SECRET]) expect(message).not.toContain(secret);
  });
});
