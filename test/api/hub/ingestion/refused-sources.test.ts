import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AnalysisWorker } from '../../../../src/hub/analysis/runs/analysis-worker.js';
import { SourceChangesJob } from '../../../../src/hub/analysis/runs/source-changes/source-changes-job.js';
import { aMcp } from '../../../support/catalog.js';
import type { HubUserActor } from '../../../support/hub-actors.js';
import { platformAdmin } from '../../../support/platform-admin.js';
import { useHub } from '../../../support/suite.js';

const NEVER = new AbortController().signal;
const COMMIT = 'c0ffee00c0ffee00c0ffee00c0ffee00c0ffee00';

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function listening(server: Server): Promise<Server> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

/** A service of the internal network, which must never hear of the hub. */
let connections = 0;
const internal = await listening(
  createServer((socket) => {
    connections += 1;
    socket.destroy();
  }),
);
const port = portOf(internal);

/** An npm registry that the administrator has configured, and which therefore may be internal. */
let answer: RequestListener;
const npm = await listening(createHttpServer((req, res) => answer(req, res)));
const npmOrigin = `http://127.0.0.1:${portOf(npm)}`;

/** A code host of the internal network, which the administrator has marked as private. */
const privateHost = await listening(createServer((socket) => socket.once('data', () => socket.destroy())));
const privatePort = portOf(privateHost);

// Hosts that the administrator allows, and whose names have private addresses.
const { t, actors } = await useHub({
  ANALYSIS_SOURCE_HOSTS: `github.com,github:127.0.0.1:${port},github:localhost:${port},github:10.0.0.1,gitlab:localhost:${privatePort}+private`,
});
const before = process.env['npm_config_registry'];
let root: HubUserActor;
beforeAll(async () => {
  process.env['npm_config_registry'] = `${npmOrigin}/`;
  root = await platformAdmin(t, actors);
});
afterAll(() => {
  if (before === undefined) delete process.env['npm_config_registry'];
  else process.env['npm_config_registry'] = before;
  internal.close();
  privateHost.close();
  npm.close();
});
beforeEach(() => {
  connections = 0;
});

const create = (body: object) =>
  root.post('/api/v1/admin/mcps', { name: `acme/mcp-${randomUUID().slice(0, 8)}`, ...body });

const versionsOf = (mcpId: string) =>
  t.rows<{ id: string; status: string; failure_reason: string | null }>(
    'SELECT id, status, failure_reason FROM mcp_version WHERE mcp_id = $1',
    [mcpId],
  );

/** Lets the worker handle the jobs of an MCP, and returns why its version failed. */
async function failureOf(mcpId: string): Promise<string | null | undefined> {
  for (const { id } of await t.rows<{ id: string }>('SELECT id FROM analysis_job WHERE mcp_id = $1', [
    mcpId,
  ])) {
    await t.app.get(AnalysisWorker).perform(id, NEVER);
  }
  const [version] = await versionsOf(mcpId);
  expect(version?.status).toBe('FAILED');
  return version?.failure_reason;
}

/** The address of the internal service, whose port differs in each run. */
const withPort = (address: string): string => address.replace('PORT', String(port));

const REFUSED =
  /^sources are (not )?fetched|address that sources are not fetched from|cannot be used$|is not the address/;

const ADDRESSES = [
  'https://127.0.0.1:PORT/acme/files',
  'https://localhost:PORT/acme/files',
  'https://10.0.0.1/acme/files',
  'http://127.0.0.1:PORT/acme/files',
  'http://[::1]:PORT/acme/files',
  'http://[::ffff:127.0.0.1]:PORT/acme/files',
  'http://2130706433:PORT/acme/files',
  'git@localhost:acme/files.git',
  'https://169.254.169.254/latest/meta-data',
  'https://code.example.com/acme/files',
];

describe('an MCP whose source is elsewhere', () => {
  it.each([
    'file:///etc/passwd',
    'https://user:word@127.0.0.1:PORT/acme/files',
    'https://github.com@127.0.0.1:PORT/acme/files',
    'ftp://127.0.0.1:PORT/acme/files',
    '/etc/passwd',
  ])('is not created with %s', async (address) => {
    expect((await create({ repo_url: withPort(address) })).status).toBe(400);
    expect(connections).toBe(0);
  });

  it.each(ADDRESSES)('gets no version of %s, and nothing is fetched', async (address) => {
    const { status, body } = await create({ repo_url: withPort(address) });
    expect(status).toBe(201);
    await t.app.get(SourceChangesJob).run(NEVER);
    expect(await versionsOf(body.id as string)).toEqual([]);
    expect(await t.rows('SELECT id FROM source_event WHERE taken_at IS NULL')).toEqual([]);
    expect(connections).toBe(0);
  });

  it.each(ADDRESSES)('fails at a commit of %s that a webhook has announced', async (address) => {
    const mcp = await aMcp(t, { repo_url: withPort(address) });
    await t.rows(
      `INSERT INTO source_event (id, mcp_id, commit_hash, ref, delivery, created_at)
       VALUES ($1, $2, $3, 'refs/heads/main', 'github:1', now())`,
      [randomUUID(), mcp.id, COMMIT],
    );
    await t.app.get(SourceChangesJob).run(NEVER);
    expect(await failureOf(mcp.id)).toMatch(REFUSED);
    expect(connections).toBe(0);
  });
});

describe('a code host that the administrator has marked as private', () => {
  it('is asked for the sources of MCPs', async () => {
    const asked = once(privateHost, 'connection');
    const { status } = await create({ repo_url: `https://localhost:${privatePort}/acme/files` });
    expect(status).toBe(201);
    await t.app.get(SourceChangesJob).run(NEVER);
    await asked;
  });

  it('is not one that scans may name, unlike others', async () => {
    const scan = (host: string) =>
      root.post('/api/v1/scans/', { url: `https://${host}/acme/files`, turnstile_token: '' });
    const refused = await scan(`localhost:${privatePort}`);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toMatch(/^url must be the URL of a repository on a code host/);
    expect((await scan('github.com')).status).not.toBe(400);
  });
});

describe('a package of a registry', () => {
  const TARBALL = '/files/-/files-1.0.0.tgz';
  const integrity = `sha512-${createHash('sha512').update('').digest('base64')}`;

  /** Creates an MCP with a package, whose archive the registry has at `tarball`. */
  async function packaged(tarball: string, redirect?: string): Promise<string> {
    answer = (req, res) => {
      if (req.url === TARBALL) return res.writeHead(302, { location: redirect }).end();
      const version = { name: 'files', version: '1.0.0', dist: { tarball, integrity } };
      return res
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ name: 'files', 'dist-tags': {}, versions: { '1.0.0': version } }));
    };
    const { status, body } = await create({
      repo_url: 'https://github.com/acme/files',
      source: { npm: 'files@1.0.0' },
    });
    expect(status).toBe(201);
    return body.id as string;
  }

  it.each([
    'http://127.0.0.1:PORT/files.tgz',
    'https://localhost:PORT/files.tgz',
    'http://169.254.169.254/files.tgz',
    'file:///etc/passwd',
  ])('fails when its archive is at %s, by the registry or by a redirect', async (address) => {
    const location = withPort(address);
    expect(await failureOf(await packaged(location))).toMatch(REFUSED);
    expect(await failureOf(await packaged(npmOrigin + TARBALL, location))).toMatch(REFUSED);
    expect(connections).toBe(0);
  });
});
