import { beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { Actor } from '../../support/actors.js';
import type { ApiClient, ApiResponse } from '../../support/api-client.js';
import {
  artifactPath,
  aVersion,
  digestOf,
  manifestOf,
  packagePath,
  publish,
  setStatus,
} from '../../support/builders.js';
import { eventually } from '../../support/stored-artifacts.js';
import { useTestApp } from '../../support/suite.js';
import { engine } from '../../support/test-database.js';
import { expectRefused } from '../../support/refusals.js';
import { storedVersions, type VersionRow } from '../../support/stored-versions.js';
import { resolve } from '../../support/version-requests.js';

const STATUS = 'POST /v1/org/{org}/mcps/{name}/versions/{version}/status';

let admin: Actor;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
});

const onlyRow = async (org: string): Promise<VersionRow> => {
  const [row, ...others] = await storedVersions(t, org);
  if (row === undefined || others.length > 0) throw new Error(`${org} has not exactly one version`);
  return row;
};

const revoke = (actor: ApiClient, id: string, reason: unknown): Promise<ApiResponse> =>
  actor.post(`${packagePath(id)}/versions/1.0.0/status`, { status: 'revoked', reason });

describe(`${STATUS}: transitions`, () => {
  const uploadedDraft = (id: string) => aVersion(admin, id, '1.0.0', { status: 'draft' }).uploaded();
  const into = {
    draft: uploadedDraft,
    ingested: (id: string) => aVersion(admin, id, '1.0.0').uploaded(),
    published: (id: string) => aVersion(admin, id, '1.0.0').published(),
    revoked: (id: string) => aVersion(admin, id, '1.0.0').revoked(),
  };

  it.each([
    ['draft', 'published'],
    ['draft', 'revoked'],
    ['ingested', 'published'],
    ['ingested', 'revoked'],
    ['published', 'revoked'],
  ] as const)('moves from %s to %s', async (from, to) => {
    const org = `from-${from}-to-${to}`;
    await into[from](`${org}/files`);
    expect(await onlyRow(org)).toMatchObject({ status: from });

    const { status, body } = await setStatus(admin, `${org}/files`, '1.0.0', to);
    expect({ status, body }).toMatchObject({ status: 200, body: { version: '1.0.0', status: to } });
    expect(await onlyRow(org)).toMatchObject({ status: to });
    const listed = (await admin.get(`${packagePath(`${org}/files`)}/versions`)).body.versions;
    expect(listed).toEqual([expect.objectContaining({ version: '1.0.0', status: to })]);
  });

  it.each(['draft', 'ingested'] as const)('revokes a %s version without a bundle', async (state) => {
    const org = `revoke-bare-${state}`;
    await aVersion(admin, `${org}/files`, '1.0.0')[state]();
    expect((await setStatus(admin, `${org}/files`, '1.0.0', 'revoked')).status).toBe(200);
    expect(await onlyRow(org)).toMatchObject({ status: 'revoked', published_at: null });
  });

  it('answers 409 for published after revoked: revoked is final', async () => {
    await into.revoked('final/files');
    const before = await onlyRow('final');
    expectRefused(await setStatus(admin, 'final/files', '1.0.0', 'published'), 409);
    expect(await onlyRow('final')).toEqual(before);
  });

  it.each(['published', 'revoked'] as const)(
    'answers 200 for %s again and changes nothing',
    async (state) => {
      const org = `again-${state}`;
      await into[state](`${org}/files`);
      const pack = () =>
        t.rows(
          `SELECT p.*, p.xmin::text FROM registry_package p
             JOIN registry_organization o ON o.id = p.org_id WHERE o.slug = $1`,
          [org],
        );
      const before = [await onlyRow(org), await pack()];
      const path = `${packagePath(`${org}/files`)}/versions/1.0.0/status`;
      const { status, body } = await admin.post(path, { status: state, reason: 'another reason' });
      expect({ status, body }).toEqual({ status: 200, body: { version: '1.0.0', status: state } });
      expect([await onlyRow(org), await pack()]).toEqual(before);
    },
  );

  it('finds a version by any build metadata, and answers it as published', async () => {
    await aVersion(admin, 'metadata/files', '1.0.0+build.7').uploaded();
    const { status, body } = await setStatus(admin, 'metadata/files', '1.0.0', 'published');
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { version: '1.0.0+build.7', status: 'published' },
    });
    expect((await setStatus(admin, 'metadata/files', '1.0.0+other', 'revoked')).body.status).toBe('revoked');
  });

  it('changes only that version of that package', async () => {
    await aVersion(admin, 'named/files', '1.0.0').uploaded();
    await aVersion(admin, 'named/files', '1.0.0-rc.1').uploaded();
    await aVersion(admin, 'named/others', '1.0.0').uploaded();
    await setStatus(admin, 'named/files', '1.0.0', 'published');
    const states = (await storedVersions(t, 'named')).map(
      (row) => `${row.package} ${row.version} ${row.status}`,
    );
    expect(states).toEqual(['files 1.0.0-rc.1 ingested', 'files 1.0.0 published', 'others 1.0.0 ingested']);
  });

  it('keeps the reason of a revocation', async () => {
    await into.published('reasoned/files');
    expect((await revoke(admin, 'reasoned/files', 'leaks credentials – ü 😀')).status).toBe(200);
    expect(await onlyRow('reasoned')).toMatchObject({ revoked_reason: 'leaks credentials – ü 😀' });
  });

  it('sets published_at, and keeps it when the version is revoked', async () => {
    await into.ingested('dated/files');
    expect((await resolve(admin, 'dated/files', '1.0.0')).body.resolved.published_at).toBeNull();
    await setStatus(admin, 'dated/files', '1.0.0', 'published');
    const { published_at: published } = (await resolve(admin, 'dated/files', '1.0.0')).body.resolved;
    expect(Math.abs(Date.now() - Date.parse(published as string))).toBeLessThan(60_000);
    await setStatus(admin, 'dated/files', '1.0.0', 'revoked');
    const { body } = await admin.get(`${packagePath('dated/files')}/versions/1.0.0`);
    expect(body).toMatchObject({ status: 'revoked', published_at: published });
  });

  it('keeps the bytes of a revoked version', async () => {
    const { bundle, bundleDigest } = await into.revoked('kept/files');
    const downloaded = await admin.get(artifactPath('kept', bundleDigest, 'bundle'));
    expect(downloaded.status).toBe(200);
    expect(downloaded.bytes.equals(bundle)).toBe(true);
  });
});

describe(`${STATUS}: concurrency`, () => {
  const statusesOf = (answers: readonly ApiResponse[]): number[] => answers.map(({ status }) => status);

  it('revokes permanently when revoke and publish are concurrent', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = `meeting/files-${round}`;
      await aVersion(admin, id, '1.0.0').uploaded();
      const change = (status: string): Promise<ApiResponse> => setStatus(admin, id, '1.0.0', status);
      const both = round % 2 === 0 ? ['revoked', 'published'] : ['published', 'revoked'];
      const answers = await Promise.all(both.map(change));
      expect(answers[both.indexOf('revoked')]?.status).toBe(200);
      expect([200, 409]).toContain(answers[both.indexOf('published')]?.status);
    }
    const states = (await storedVersions(t, 'meeting')).map(({ status }) => status);
    expect(states).toEqual(Array(10).fill('revoked'));
  });

  it('answers 200 to each of ten concurrent publishes, with one effect', async () => {
    await aVersion(admin, 'ten-publish/files', '1.0.0').uploaded();
    await t.rows('CREATE TABLE status_write (version_id uuid)');
    await t.rows(`
      CREATE FUNCTION note_status_write() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO status_write VALUES (NEW.id); RETURN NULL; END $$`);
    await t.rows(`
      CREATE TRIGGER note_status_write AFTER UPDATE OF status ON registry_version
        FOR EACH ROW EXECUTE FUNCTION note_status_write()`);
    try {
      const once = (): Promise<ApiResponse> => setStatus(admin, 'ten-publish/files', '1.0.0', 'published');
      expect(statusesOf(await Promise.all(Array.from({ length: 10 }, once)))).toEqual(Array(10).fill(200));
      expect(await t.rows('SELECT version_id FROM status_write')).toHaveLength(1);
    } finally {
      await t.rows('DROP FUNCTION note_status_write CASCADE');
      await t.rows('DROP TABLE status_write');
    }
  });

  it('keeps one reason of ten concurrent revocations', async () => {
    await aVersion(admin, 'ten-revoke/files', '1.0.0').published();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => revoke(admin, 'ten-revoke/files', `reason ${index}`)),
    );
    expect(statusesOf(answers)).toEqual(Array(10).fill(200));
    const kept = await onlyRow('ten-revoke');
    expect(kept.revoked_reason).toMatch(/^reason \d$/);
    expect((await revoke(admin, 'ten-revoke/files', 'too late')).status).toBe(200);
    expect(await onlyRow('ten-revoke')).toEqual(kept);
  });

  it('never publishes a draft with a missing bundle, whatever replaces it meanwhile', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = `replaced/files-${round}`;
      await aVersion(admin, id, '1.0.0', { status: 'draft' }).uploaded();
      const absent = {
        bundle_digest: digestOf(`absent ${round}`),
        manifest_json: manifestOf(id, '1.0.0', { round }),
      };
      const [replaced, moved] = await Promise.all([
        publish(admin, id, '1.0.0', absent),
        setStatus(admin, id, '1.0.0', 'published'),
      ]);
      expect([replaced.status, moved.status].sort()).toEqual([200, 409]);
      const { resolved } = (await resolve(admin, id, '1.0.0')).body;
      expect(resolved.status).toBe(moved.status === 200 ? 'published' : 'ingested');
      expect(resolved.bundle.digest === absent.bundle_digest).toBe(replaced.status === 200);
    }
  });
});

// The embedded database has one connection, where deadlocks cannot occur.
if (engine === 'postgres') {
  describe(`${STATUS}: locks`, () => {
    it('locks the package before the version, as a publish does', async () => {
      await aVersion(admin, 'circle/files', '1.0.0').uploaded();
      const [{ id, package_id: packageId } = { id: '', package_id: '' }] = await t.rows<{
        id: string;
        package_id: string;
      }>(
        `SELECT v.id, v.package_id FROM registry_version v
           JOIN registry_organization o ON o.id = v.org_id WHERE o.slug = $1`,
        ['circle'],
      );
      const other = new pg.Client({ connectionString: t.config.database.url });
      await other.connect();
      try {
        await other.query(`SET deadlock_timeout = '60s'; SET lock_timeout = '10s'; BEGIN`);
        await other.query(`SELECT id FROM registry_package WHERE id = $1 FOR NO KEY UPDATE`, [packageId]);
        const moved = setStatus(admin, 'circle/files', '1.0.0', 'published');
        await eventually(async () => {
          const waiting = await t.rows(
            `SELECT pid FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE $1`,
            ['%registry_package%'],
          );
          return waiting.length === 1;
        });
        await other.query(`UPDATE registry_version SET published_by = published_by WHERE id = $1`, [id]);
        await other.query('COMMIT');
        expect((await moved).status).toBe(200);
      } finally {
        await other.end();
      }
    });
  });
}
