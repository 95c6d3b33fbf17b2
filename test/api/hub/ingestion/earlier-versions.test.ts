import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RegistryEventsJob } from '../../../../src/hub/ingestion/registry-events/registry-events-job.js';
import { AnnouncementJob } from '../../../../src/registry/versions/announcement-job.js';
import { AnnouncedVersions1801440000000 } from '../../../../src/storage/database/migrations/1801440000000-announced-versions.js';
import type { ApiClient } from '../../../support/api-client.js';
import { aVersion, setStatus } from '../../../support/builders.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();
const NEVER = new AbortController().signal;

let admin: ApiClient;
let org: string;
beforeAll(async () => {
  admin = await t.actors.admin();
});
beforeEach(() => {
  org = `org-${randomUUID().slice(0, 8)}`;
});

const settle = (): Promise<void> => t.app.get(RegistryEventsJob).run(NEVER);

/** What a registry that is older than the messages to the hub has: its versions, and no message. */
async function publishedBefore(id: string, versions: readonly string[], change = {}): Promise<void> {
  for (const version of versions) await aVersion(admin, id, version, change).published();
  await t.rows(`DELETE FROM outbox WHERE payload ->> 'org' = $1`, [id.split('/')[0]]);
  await t.rows('UPDATE registry_version SET announced = false');
}

/** The upgrade, and what follows it. */
async function upgrade(): Promise<void> {
  const migration = new AnnouncedVersions1801440000000();
  const runner = { query: (sql: string) => t.rows(sql) } as unknown as Parameters<typeof migration.up>[0];
  await migration.up(runner);
  await catchUp();
}

async function catchUp(): Promise<void> {
  await t.app.get(AnnouncementJob).run(NEVER);
  await settle();
}

const ingested = (name: string) =>
  t.rows<{ version: string; org_id: string | null }>(
    `SELECT details ->> 'version' AS version, org_id FROM audit_event
      WHERE action = 'version.ingested' AND details ->> 'mcp_name' = $1 ORDER BY position`,
    [name],
  );

const versionsIn = async (name: string) => (await ingested(name)).map(({ version }) => version);

describe('versions that were published before the registry sent messages to the hub', () => {
  it('are taken up from the oldest to the newest, each with its event, and latest is the newest', async () => {
    await publishedBefore(`${org}/files`, ['1.10.0', '1.2.0', '1.9.0'], { visibility: 'public' });
    await settle();
    expect((await actors.anonymous.get(`/api/v1/mcps/${org}/files`)).status).toBe(404);

    await upgrade();
    expect(await versionsIn(`${org}/files`)).toEqual(['1.2.0', '1.9.0', '1.10.0']);
    const { status, body } = await actors.anonymous.get(`/api/v1/mcps/${org}/files`);
    expect([status, body.visibility]).toEqual([200, 'public']);
    const [newest] = await t.rows<{ semver: string }>(
      `SELECT v.semver FROM mcp m JOIN mcp_version v ON v.id = m.newest_version_id WHERE m.name_key = $1`,
      [`${org}/files`],
    );
    expect(newest?.semver).toBe('1.10.0');
  });

  it('belong to the organization that was there before them, and to one that is created after them', async () => {
    const before = await actors.organization();
    await publishedBefore(`${before.slug}/files`, ['1.0.0']);
    await publishedBefore(`${org}/files`, ['1.0.0']);
    await upgrade();
    expect(await ingested(`${before.slug}/files`)).toMatchObject([{ org_id: before.id }]);
    expect(await ingested(`${org}/files`)).toMatchObject([{ org_id: null }]);

    const administrator = await actors.user({ plan: 'ENTERPRISE' });
    await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [administrator.id]);
    const { body: after } = await administrator.post('/api/v1/orgs', {
      name: org,
      slug: org,
      display_name: org,
    });
    const [entry] = await t.rows('SELECT org_id FROM mcp WHERE name_key = $1', [`${org}/files`]);
    expect(entry).toEqual({ org_id: after.id });
  });

  it('are taken up once, and so is what the hub has already', async () => {
    const id = `${org}/files`;
    await aVersion(admin, id, '1.0.0').published();
    await settle();
    await publishedBefore(id, ['1.1.0']);
    await upgrade();
    expect(await versionsIn(id)).toEqual(['1.0.0', '1.1.0']);
    // A server of the previous version has published it meanwhile.
    await t.rows('UPDATE registry_version SET announced = false');
    await catchUp();
    expect(await versionsIn(id)).toEqual(['1.0.0', '1.1.0']);
    expect(
      await t.rows('SELECT id FROM registry_version WHERE status = $1 AND NOT announced', ['published']),
    ).toEqual([]);
  });

  it('show what the package is now, and revoked ones stay away', async () => {
    const id = `${org}/files`;
    await publishedBefore(id, ['1.0.0', '1.1.0'], { visibility: 'public' });
    await publishedBefore(id, ['1.2.0'], { visibility: 'private' });
    await setStatus(admin, id, '1.1.0', 'revoked');
    await upgrade();
    expect(await versionsIn(id)).toEqual(['1.0.0', '1.2.0']);
    expect((await actors.anonymous.get(`/api/v1/mcps/${id}`)).status).toBe(404);
  });

  it('do not bring back an MCP that was deleted', async () => {
    const id = `${org}/files`;
    await aVersion(admin, id, '1.0.0').published();
    await settle();
    const [{ id: mcpId } = { id: '' }] = await t.rows<{ id: string }>(
      'SELECT id FROM mcp WHERE name_key = $1',
      [id],
    );
    const administrator = await actors.user();
    await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [administrator.id]);
    expect((await administrator.delete(`/api/v1/admin/mcps/${mcpId}`)).status).toBe(204);
    await t.rows('UPDATE registry_version SET announced = false');
    await upgrade();
    expect(await t.rows('SELECT id FROM mcp WHERE name_key = $1', [id])).toEqual([]);
  });

  it('are announced a hundred at a time', async () => {
    await publishedBefore(`${org}/files`, ['1.0.0']);
    await t.rows(
      `INSERT INTO registry_version
       SELECT (jsonb_populate_record(v, jsonb_build_object('id', gen_random_uuid(), 'version', '2.' || n || '.0',
                 'sort_key', v.sort_key || lpad(n::text, 4, '0')))).*
         FROM registry_version v JOIN registry_package p ON p.id = v.package_id
         JOIN registry_organization o ON o.id = p.org_id, generate_series(1, 120) n
        WHERE o.slug = $1`,
      [org],
    );
    await t.rows(
      `UPDATE registry_version v SET announced = true FROM registry_organization o WHERE o.id = v.org_id AND o.slug <> $1`,
      [org],
    );
    const waiting = async () =>
      (await t.rows(`SELECT id FROM outbox WHERE payload ->> 'org' = $1`, [org])).length;
    await t.app.get(AnnouncementJob).run(NEVER);
    expect(await waiting()).toBe(100);
    await t.app.get(AnnouncementJob).run(NEVER);
    expect(await waiting()).toBe(121);
    await t.rows(`DELETE FROM outbox WHERE payload ->> 'org' = $1`, [org]);
  });
});
