import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../support/api-client.js';
import { packedServer } from '../support/analyzed-packages.js';
import { artifactPath, digestOf, publish, setStatus, uploadBundle } from '../support/builders.js';
import { HubHome } from '../support/hub-home.js';
import { S3Server } from '../support/s3-server.js';
import type { ServerProcess } from '../support/server-process.js';
import { eventually } from '../support/stored-artifacts.js';
import { storedObject, type Stored, type StoredObjectBytes } from '../support/stored-objects.js';
import { pushed } from '../support/uploads.js';
import { resolve } from '../support/version-requests.js';

describe.each(['files', 's3'])('recorded bytes on %s', (storage) => {
  let s3: S3Server;
  let hub: HubHome;
  let admin: ApiClient;
  let where: Stored;
  const bundle = randomBytes(200_000);
  const digest = digestOf(bundle);
  let source: string;
  /** The MCP whose version was pushed, to which its source belongs. */
  let mcpId: string;
  beforeAll(async () => {
    s3 = await S3Server.start();
    hub = await HubHome.start(
      storage === 's3'
        ? { ...s3.settings, STORAGE_PRESIGN_ENABLED: 'false' }
        : { STORAGE_TYPE: 'filesystem' },
    );
    where = {
      dataDir: hub.home.dataDir,
      config: { storage: storage === 's3' ? s3.config().storage : { type: 'filesystem' } },
    };
    admin = await hub.server.admin();
    const change = { bundle_digest: digest, bundle_size_bytes: bundle.length };
    expect((await publish(admin, 'acme/kept', '1.0.0', change)).status).toBe(200);
    expect((await uploadBundle(admin, 'acme', bundle)).status).toBe(200);
    expect((await setStatus(admin, 'acme/kept', '1.0.0', 'published')).status).toBe(200);
    const packed = await packedServer({ note: storage });
    source = digestOf(packed);
    await pushed(hub.owner, hub.anonymous, 'acme/pushed', '1.0.0', packed);
    await eventually(async () => {
      const { body } = await hub.owner.get('/api/v1/mcps/acme/pushed');
      mcpId = body.id as string;
      return ['PUBLISHED', 'CERTIFIED', 'NOT_CERTIFIED'].includes(body.latest_version.status as string);
    });
  });
  afterAll(async () => {
    await hub.close();
    await s3.close();
  });

  const verify = (...options: string[]) => hub.home.command(['artifacts', 'verify', ...options]);

  async function whileDamaged(
    kind: string,
    of: string,
    damage: (stored: StoredObjectBytes, bytes: Buffer) => Promise<void>,
    work: () => Promise<void>,
  ): Promise<void> {
    const stored = await storedObject(where, kind, of, kind === 'source' ? mcpId : '');
    const bytes = await stored.read();
    await damage(stored, bytes);
    try {
      await work();
    } finally {
      await stored.replace(bytes);
    }
  }

  it('that are as they were stored are verified with exit code 0, in both depths', async () => {
    for (const options of [[], ['--deep']]) {
      const { code, stdout } = await verify(...options);
      expect([code, stdout]).toEqual([
        0,
        expect.stringMatching(/^\d+ objects (compared|read), 0 missing or different\n$/),
      ]);
    }
    const { stdout } = await verify('--json');
    expect(JSON.parse(stdout)).toMatchObject({ deep: false, damaged: 0, objects: expect.any(Number) });
  });

  it('that are missing are listed, of both APIs, with exit code 1', async () => {
    const remove = (stored: StoredObjectBytes) => stored.remove();
    await whileDamaged('bundle', digest, remove, () =>
      whileDamaged('source', source, remove, async () => {
        const { code, stdout } = await verify();
        expect(code).toBe(1);
        expect(stdout).toContain(`registry acme/bundle/${digest} missing\n`);
        expect(stdout).toMatch(new RegExp(`^hub [0-9a-f-]{36}/source/${source} missing$`, 'm'));
        expect(stdout).toMatch(/ 2 missing or different\n$/);
        const json = (await verify('--json')).stdout
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as object);
        expect(json).toContainEqual({
          api: 'registry',
          owner: 'acme',
          kind: 'bundle',
          digest,
          reason: 'missing',
        });
        expect(json.at(-1)).toMatchObject({ damaged: 2 });
      }),
    );
  });

  it('of another size are found by their size, and other ones of the same size with --deep', async () => {
    await whileDamaged(
      'bundle',
      digest,
      (stored, bytes) => stored.replace(bytes.subarray(1)),
      async () => {
        expect((await verify()).stdout).toContain(`registry acme/bundle/${digest} shorter\n`);
      },
    );
    await whileDamaged(
      'bundle',
      digest,
      (stored, bytes) => stored.replace(randomBytes(bytes.length)),
      async () => {
        expect((await verify()).code).toBe(0);
        const { code, stdout } = await verify('--deep');
        expect([code, stdout]).toEqual([
          1,
          expect.stringContaining(`registry acme/bundle/${digest} other_bytes\n`),
        ]);
      },
    );
  });

  it('that a restored bucket lacks are named at the start, and a download says so', async () => {
    await whileDamaged(
      'bundle',
      digest,
      (stored) => stored.remove(),
      async () => {
        await hub.restart();
        await eventually(() => Promise.resolve(hub.server.output.includes('artifacts verify')));
        expect(hub.server.output).toContain(`the stored bytes of ${digest} (bundle of acme) are missing`);
        expect((await resolve(admin, 'acme/kept', '1.0.0')).status).toBe(200);
        const { status, body } = await admin.get(artifactPath('acme', digest, 'bundle'));
        expect([status, body.message]).toEqual([
          503,
          expect.stringMatching(/^the stored bytes are missing; /),
        ]);
      },
    );
    expect((await admin.get(artifactPath('acme', digest, 'bundle'))).status).toBe(200);
    await hub.restart();
    expect((await admin.get(artifactPath('acme', digest, 'bundle'))).status).toBe(200);
    expect(hub.server.output).not.toContain('artifacts verify');
  });
});

describe('secrets', () => {
  const line = 'a secret is not the one with which a server of this database has started last';
  const named = ({ output }: ServerProcess): string[] =>
    output
      .split('\n')
      .filter((text) => text.includes(line))
      .map((text) => (JSON.parse(text) as { setting: string }).setting)
      .sort();

  it('that are lost with their data directory are named at the next start, and only then', async () => {
    const hub = await HubHome.start({ LOG_LEVEL: 'warn' });
    try {
      await hub.restart();
      expect(named(hub.server)).toEqual([]);
      await hub.server.kill();
      await rm(join(hub.home.dataDir, 'secrets'), { recursive: true, force: true });
      await hub.restart();
      expect(named(hub.server)).toEqual(['HUB_SIGNING_KEY', 'OUTBOUND_WEBHOOKS_SECRET_KEY']);
      await hub.restart();
      expect(named(hub.server)).toEqual([]);
      await hub.restart({ AUTH_OSS_ISSUER_SECRET: randomBytes(32).toString('base64') });
      expect(named(hub.server)).toEqual(['AUTH_OSS_ISSUER_SECRET']);
    } finally {
      await hub.close();
    }
  });
});
