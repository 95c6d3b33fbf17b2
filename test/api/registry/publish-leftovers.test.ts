import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.js';
import { aVersion, manifestOf, publish } from '../../support/builders.js';
import { expectRefused } from '../../support/refusals.js';
import { S3Server } from '../../support/s3-server.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { files } from '../../support/test-storage.js';

describe.each(['filesystem', 's3'])(
  'POST /v1/org/{org}/mcps/{name}/publish: a 409 leaves nothing behind, storage %s',
  (storage) => {
    let s3: S3Server | undefined;
    let t: TestApp;
    let admin: ApiClient;
    /** May publish to any of these organizations, but does not administer any. */
    let publisher: ApiClient;
    beforeAll(async () => {
      if (storage === 's3') s3 = await S3Server.start();
      t = await startTestApp({ STORAGE_TYPE: 'filesystem', ...s3?.settings });
      admin = await t.actors.admin();
      await aVersion(admin, 'left/files', '1.0.0', { aliases: ['stable'] }).published();
      await aVersion(admin, 'left/files', '1.1.0', { aliases: ['next'] }).draft();
      publisher = await t.actors.apiToken({ scopes: ['mcp:publish'], resources: ['org/*/mcp/*'] });
    });
    afterAll(async () => {
      await t.close();
      await s3?.close();
    });

    const stored = async (): Promise<object> => ({
      objects: (await (s3?.keys() ?? files(t.dataDir).objects())).sort(),
      rows: await t.rows(
        `SELECT (SELECT count(*)::int FROM registry_artifact) AS artifacts,
                (SELECT count(*)::int FROM registry_presigned_upload) AS uploads,
                (SELECT count(*)::int FROM registry_version) AS versions,
                (SELECT count(*)::int FROM registry_version_alias) AS aliases,
                (SELECT count(*)::int FROM registry_package) AS packages,
                (SELECT count(*)::int FROM registry_organization) AS organizations`,
      ),
    });

    /** Publishes with a unique manifest. */
    const refused = async (caller: ApiClient, id: string, version: string, change = {}): Promise<void> => {
      const before = await stored();
      const manifest = manifestOf(id, version, { only: randomUUID() });
      expectRefused(await publish(caller, id, version, { manifest_json: manifest, ...change }), 409);
      expect(await stored()).toEqual(before);
    };

    it('detects what a publish stores', async () => {
      const before = await stored();
      expect((await publish(admin, 'left/others', '1.0.0')).status).toBe(200);
      expect(await stored()).not.toEqual(before);
    });

    it.each(['stable', 'next'])('for an alias that is taken: %s', async (alias) => {
      await refused(admin, 'left/files', '2.0.0', { aliases: ['fresh', alias] });
    });

    it('for an alias that is taken, over a draft of the same version', async () => {
      await refused(admin, 'left/files', '1.1.0', { aliases: ['next', 'stable'], status: 'draft' });
    });

    it('for a version that exists', async () => {
      await refused(admin, 'left/files', '1.0.0');
    });

    it.each(['Left/files', 'left/Files'])('for another spelling of a name: %s', async (id) => {
      await refused(admin, id, '3.0.0');
    });

    it('for an organization name that belongs to another one in the hub', async () => {
      await t.rows(
        `INSERT INTO organization (id, name, slug, slug_key, display_name, plan, created_at, updated_at)
         VALUES (gen_random_uuid(), 'theirs', 'theirs', 'theirs', 'theirs', 'ENTERPRISE', now(), now())`,
      );
      const member = await t.actors.member('left');
      const stranger = await t.actors.bearer({
        sub: member.username,
        scopes: ['mcp:publish'],
        resources: ['org/*/mcp/*'],
      });
      await refused(stranger, 'theirs/files', '1.0.0');
      await refused(publisher, 'Theirs/files', '1.0.0');
    });

    it('does not count the draft’s own aliases', async () => {
      expect((await publish(admin, 'left/files', '1.1.0', { aliases: ['next'] })).status).toBe(200);
    });
  },
);
