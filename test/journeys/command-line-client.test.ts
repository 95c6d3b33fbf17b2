import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signJwt } from '../support/actors.js';
import type { ApiClient } from '../support/api-client.js';
import {
  aVersion,
  commitOf,
  digestOf,
  packagePath,
  manifestOf,
  publish,
  setStatus,
  uploadBundle,
} from '../support/builders.js';
import { CommandError, CommandLineClient } from '../support/command-line-client.js';
import { PASSWORD } from '../support/credentials.js';
import { S3Server } from '../support/s3-server.js';
import { ServerHome } from '../support/server-home.js';
import type { ServerProcess } from '../support/server-process.js';

const ID = 'acme/Files_2';
const COMMIT = commitOf('what the client pulls');
const ALIAS = `commit-${COMMIT.slice(0, 7)}-2026-01-15`;
const BUNDLE = gzipSync(randomBytes(300_000));
const MANIFEST = manifestOf(ID, '1.0.0', {
  permissions: { network: ['api.example.com'], filesystem: { read: ['/data'] } },
  resources: { memory_mb: 256, cpu: 0.5 },
  certification: { level: 2, global_score: 91, scores: { security: 95 } },
});

const RESTRICTED = { scopes: ['mcp:resolve', 'artifact:download'], resources: ['org/acme/'] };

/** The failure of a command, which must be one that the client understood and did not retry. */
async function failure(command: Promise<unknown>): Promise<CommandError> {
  const error: unknown = await command.then(
    () => new Error('the command succeeded'),
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CommandError)) throw error;
  expect(error.status).toBeGreaterThanOrEqual(400);
  expect(error.status).toBeLessThan(500);
  expect(error.tries).toBe(1);
  return error;
}

describe.each(['filesystem', 's3'])('the command-line client, with artifacts in %s', (storage) => {
  let home: ServerHome;
  let s3: S3Server | undefined;
  let server: ServerProcess;
  let publisher: ApiClient;
  let client: CommandLineClient;

  /** The statuses of a successful download. */
  const downloaded = storage === 's3' ? [302, 200] : [200];

  beforeAll(async () => {
    if (storage === 's3') s3 = await S3Server.start();
    // The store has a different host name than the registry: the client would otherwise send its token along, which stores
    // refuse.
    home = await ServerHome.open({
      ...(s3 !== undefined && {
        ...s3.settings,
        PUBLIC_URL: 'http://127.0.0.1',
        STORAGE_S3_PUBLIC_ENDPOINT: s3.endpoint.replace('127.0.0.1', 'localhost'),
      }),
    });
    server = await home.start();
    publisher = await server.admin();
    await publishFirst();
    client = new CommandLineClient(server.url);
    await client.login('admin', PASSWORD);
  });

  afterAll(async () => {
    await home.close();
    await s3?.close();
  });

  async function publishFirst(): Promise<void> {
    const change = {
      bundle_digest: digestOf(BUNDLE),
      bundle_size_bytes: BUNDLE.length,
      manifest_json: MANIFEST,
      git_sha: COMMIT,
      certification_level: 2,
      aliases: [ALIAS],
    };
    expect((await publish(publisher, ID, '1.0.0', change)).status).toBe(200);
    expect((await uploadBundle(publisher, 'acme', BUNDLE)).status).toBe(200);
    expect((await setStatus(publisher, ID, '1.0.0', 'published')).status).toBe(200);
    const hub = server.client.as(`Bearer ${await signJwt({ scopes: ['admin:publish'] })}`);
    const verdict = {
      level: 2,
      global_score: 87,
      snapshot_id: 's-1',
      evaluated_at: new Date().toISOString(),
    };
    const path = `${packagePath(ID)}/versions/1.0.0/certification`;
    expect((await hub.put(path, JSON.stringify(verdict), 'application/json')).status).toBe(200);
  }

  describe('login', () => {
    it('answers 200 with a Bearer token and a positive integer of seconds', async () => {
      expect(await new CommandLineClient(server.url).login('admin', PASSWORD)).toBe(3600);
    });

    it.each([
      ['a wrong password', 'admin', 'wrong horse'],
      ['an unknown user', 'nobody', PASSWORD],
      ['an empty password', 'admin', ''],
      ['an invalid name', '\u0000', PASSWORD],
    ])('is refused without retries, with a message, for %s', async (_what, username, password) => {
      const { status, message } = await failure(new CommandLineClient(server.url).login(username, password));
      expect([400, 401]).toContain(status);
      expect(message).not.toBe('');
    });
  });

  describe('pull', () => {
    it('gets the published bytes, with the digests of resolve', async () => {
      const { resolved, manifest, bundle } = await client.pull(ID, 'latest');
      expect(resolved).toEqual({
        version: '1.0.0',
        manifestDigest: digestOf(manifest.bytes),
        bundleDigest: digestOf(BUNDLE),
        certificationLevel: 2,
        origin: expect.stringMatching(/^(official|verified|community)$/),
      });
      expect(bundle.bytes.equals(BUNDLE)).toBe(true);
      expect([manifest.statuses, bundle.statuses]).toEqual([downloaded, downloaded]);
    });

    it('never gets a stored gzip as a content encoding', async () => {
      const { manifest, bundle } = await client.pull(ID, 'latest');
      for (const { headers, bytes } of [manifest, bundle]) {
        expect(headers['content-encoding']).toBeUndefined();
        expect(headers['content-length']).toBe(String(bytes.length));
      }
    });

    it('works with a base URL that ends in a slash, so that all paths start with //v1', async () => {
      const slashed = new CommandLineClient(`${server.url}/`);
      await slashed.login('admin', PASSWORD);
      expect((await slashed.pull(ID, '1.0.0')).bundle.bytes.equals(BUNDLE)).toBe(true);
    });

    it.each([
      ['1.0.0', '1.0.0'],
      ['v1.0.0', 'v1.0.0'],
      ['latest', 'latest'],
      ['sha:<git>', `sha:${COMMIT}`],
      ['sha:<git, shortened>', `sha:${COMMIT.slice(0, 12)}`],
      ['digest:sha256:… of the bundle', `digest:${digestOf(BUNDLE)}`],
      ['a version name of the hub', ALIAS],
    ])('accepts the reference %s verbatim', async (_what, ref) => {
      const escaped = await client.resolve(ID, ref);
      expect(escaped).toMatchObject({ version: '1.0.0', bundleDigest: digestOf(BUNDLE) });
      expect(await client.resolve(ID, ref, `ref=${ref}`)).toEqual(escaped);
    });

    it('accepts the digest of the manifest as a reference', async () => {
      const { manifestDigest } = await client.resolve(ID, 'latest');
      expect((await client.resolve(ID, `digest:${manifestDigest}`)).version).toBe('1.0.0');
    });

    it('gets the certification level 0 when only the publisher claims one', async () => {
      await aVersion(publisher, 'acme/plain', '1.0.0', { certification_level: 3 }).published();
      expect((await client.resolve('acme/plain', 'latest')).certificationLevel).toBe(0);
    });

    it('never gets an unpublished or revoked version for latest: it runs any version it gets', async () => {
      const id = 'acme/moving';
      await aVersion(publisher, id, '1.0.0').published();
      await aVersion(publisher, id, '1.1.0').uploaded();
      await aVersion(publisher, id, '1.2.0').revoked();
      await aVersion(publisher, id, '1.3.0').draft();
      expect((await client.resolve(id, 'latest')).version).toBe('1.0.0');
      expect((await client.resolve(id, '^1.0.0')).version).toBe('1.0.0');
    });
  });

  describe('run', () => {
    it('finds the fields that it needs in the manifest, with the published types', async () => {
      const { manifest } = await client.pull(ID, 'latest');
      const found = JSON.parse(manifest.bytes.toString());
      expect(found).toEqual(MANIFEST);
      expect(found.package.id.split('/')).toEqual([
        expect.stringMatching(/^[A-Za-z0-9_-]+$/),
        expect.stringMatching(/^[A-Za-z0-9_-]+$/),
      ]);
      expect(manifest.bytes.toString()).toMatch(/"level":2[,}]/);
    });
  });

  describe('permanent failures are 4xx, which is not retried', () => {
    const token = (claims: object): Promise<string> => signJwt({ ...RESTRICTED, ...claims });
    const get = (path: string) => failure(client.ask(path));

    it.each([
      ['an unknown version', '9.9.9', 404],
      ['an unknown alias', 'commit-0000000-2026-01-15', 404],
      ['an unknown commit', `sha:${'0'.repeat(40)}`, 404],
      ['an empty commit', 'sha:', 404],
      ['an unknown digest', `digest:sha256:${'0'.repeat(64)}`, 404],
      ['a digest in upper case', `digest:${digestOf(BUNDLE).toUpperCase()}`, 404],
      ['a zero byte', '\u0000', 400],
      ['nothing', '', 400],
      ['too much', 'a'.repeat(2000), 400],
    ])('for a reference that is %s', async (_what, ref, status) => {
      expect((await failure(client.resolve(ID, ref))).status).toBe(status);
    });

    it('for an unknown package and an unknown organization', async () => {
      expect((await failure(client.resolve('acme/nothing', 'latest'))).status).toBe(404);
      expect((await failure(client.resolve('nobody/nothing', 'latest'))).status).toBe(404);
    });

    it.each([
      ['unknown', `sha256:${'0'.repeat(64)}`, 404],
      ['in upper case', digestOf(BUNDLE).replace('sha256:', 'SHA256:'), 400],
      ['too short', 'sha256:00', 400],
      ['of another kind', `md5:${'0'.repeat(32)}`, 400],
      ['no digest', 'x', 400],
    ])('for a digest that is %s', async (_what, wrong, status) => {
      for (const part of ['manifest', 'bundle']) {
        expect((await get(`/v1/org/acme/artifacts/${wrong}/${part}`)).status).toBe(status);
      }
    });

    it('for a bundle requested as a manifest, and under another organization', async () => {
      expect((await get(`/v1/org/acme/artifacts/${digestOf(BUNDLE)}/manifest`)).status).toBe(404);
      expect((await get(`/v1/org/other/artifacts/${digestOf(BUNDLE)}/bundle`)).status).toBe(404);
    });

    it('for a malformed path', async () => {
      await get('/v1/org/acme/mcps/%zz/resolve?ref=latest');
      await get('/v1/org/acme/mcps/a%00b/resolve?ref=latest');
      await get('/v1/org/acme/mcps/Files_2/resolve?ref=%zz');
      await get('/v1/nowhere');
    });

    it('for a token that is wrong, expired, or lacks the scope', async () => {
      const wrong = [
        'nonsense',
        await signJwt({}, 'another secret of at least 32 bytes'),
        await token({ exp: 1 }),
        await token({ aud: 'another' }),
      ];
      for (const bearer of wrong) {
        const caller = CommandLineClient.withToken(server.url, bearer);
        expect(await failure(caller.resolve(ID, 'latest'))).toMatchObject({
          status: 401,
          message: expect.stringMatching(/^invalid token/),
        });
        await failure(caller.download('acme', digestOf(BUNDLE), 'bundle'));
      }
      const elsewhere = CommandLineClient.withToken(server.url, await token({ resources: ['org/other/'] }));
      expect((await failure(elsewhere.pull(ID, 'latest'))).status).toBe(403);
      expect((await failure(new CommandLineClient(server.url).pull(ID, 'latest'))).status).toBe(401);
    });

    it('for a revoked version, and for its artifacts', async () => {
      const id = 'acme/revoked';
      const { bundleDigest } = await aVersion(publisher, id, '1.0.0').revoked();
      const caller = CommandLineClient.withToken(server.url, await token({}));
      for (const ref of ['1.0.0', 'latest', `digest:${bundleDigest}`]) {
        expect((await failure(caller.resolve(id, ref))).status).toBe(404);
      }
      expect((await failure(caller.download('acme', bundleDigest, 'bundle'))).status).toBe(403);
    });

    it('for a revoked version, also for its publisher: a client runs whatever resolve returns', async () => {
      const id = 'acme/recalled';
      const { bundleDigest, gitSha } = await aVersion(publisher, id, '1.1.0').published();
      const reason = 'leaks its token; use 1.2.0';
      const path = `${packagePath(id)}/versions/1.1.0/status`;
      expect((await publisher.post(path, { status: 'revoked', reason })).status).toBe(200);
      for (const ref of ['1.1.0', 'v1.1.0', `sha:${gitSha}`, `digest:${bundleDigest}`]) {
        expect(await failure(client.resolve(id, ref))).toMatchObject({
          status: 404,
          message: `version 1.1.0 is revoked: ${reason}`,
        });
      }
      expect((await failure(client.resolve(id, 'latest'))).status).toBe(404);
    });

    it('for a version whose bundle was not uploaded', async () => {
      const { bundleDigest } = await aVersion(publisher, 'acme/waiting', '1.0.0').ingested();
      expect((await failure(client.download('acme', bundleDigest, 'bundle'))).status).toBe(404);
    });
  });
});
