import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { RegistryEventsJob } from '../../../../src/hub/ingestion/registry-events/registry-events-job.js';
import { UnitOfWork } from '../../../../src/storage/database/unit-of-work.js';
import { Outbox } from '../../../../src/storage/outbox/outbox.js';
import { VERSION_EVENTS, type VersionPublished } from '../../../../src/storage/outbox/version-events.js';
import type { ApiClient } from '../../../support/api-client.js';
import { commitOf, digestOf, publish } from '../../../support/builders.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub();
const NEVER = new AbortController().signal;

let admin: ApiClient;
let platform: ApiClient;
beforeAll(async () => {
  admin = await t.actors.admin();
  const user = await actors.user();
  await t.rows(`UPDATE hub_user SET role = 'PLATFORM_ADMIN' WHERE id = $1`, [user.id]);
  platform = user;
});

const suspend = (id: string) => platform.post(`/api/v1/admin/orgs/${id}/suspend`);
const activate = (id: string) => platform.post(`/api/v1/admin/orgs/${id}/activate`);

/** Applies the messages that wait, those that were put off as well. */
async function settle(): Promise<void> {
  await t.rows('UPDATE outbox SET due_at = now()');
  await t.app.get(RegistryEventsJob).run(NEVER);
}

const messagesOf = (org: string): Promise<unknown[]> =>
  t.rows(`SELECT id, attempts FROM outbox WHERE payload ->> 'org' = $1`, [org]);

const versionsOf = (org: string): Promise<unknown[]> =>
  t.rows(`SELECT v.semver FROM mcp_version v JOIN mcp m ON m.id = v.mcp_id WHERE m.name = $1`, [
    `${org}/files`,
  ]);

/** What the registry writes right before a suspension. */
async function publishedBefore(org: string): Promise<void> {
  const message: VersionPublished = {
    event: 'version.published',
    org,
    package: 'files',
    version: '1.0.0',
    bundle_digest: digestOf(org),
    manifest_digest: digestOf(`manifest of ${org}`),
    bundle_size_bytes: 10,
    visibility: 'private',
    description: '',
    git_sha: commitOf(org),
    repo_url: `https://github.com/${org}/files`,
  };
  const uow = t.app.get(UnitOfWork);
  await uow.run(() => t.app.get(Outbox).add(VERSION_EVENTS, org, { ...message }));
}

describe('a version that was published right before its organization', () => {
  it('was suspended is taken up when the organization is active again, which is no failure', async () => {
    const { id, slug } = await actors.organization();
    expect((await suspend(id)).status).toBe(200);
    await publishedBefore(slug);
    await settle();
    expect(await versionsOf(slug)).toEqual([]);
    expect(await messagesOf(slug)).toEqual([{ id: expect.anything(), attempts: 0 }]);
    await activate(id);
    await settle();
    expect(await versionsOf(slug)).toEqual([{ semver: '1.0.0' }]);
    expect(await messagesOf(slug)).toEqual([]);
  });

  it('was deleted is not taken up', async () => {
    const { id, slug } = await actors.organization();
    await platform.delete(`/api/v1/admin/orgs/${id}`);
    await publishedBefore(slug);
    await settle();
    expect(await versionsOf(slug)).toEqual([]);
    expect(await messagesOf(slug)).toEqual([]);
  });
});

describe('an organization of the registry that is new', () => {
  it.each(['suspended', 'deleted'])('is refused while the hub has it as %s', async (state) => {
    const { id, slug } = await actors.organization();
    await (state === 'deleted' ? platform.delete(`/api/v1/admin/orgs/${id}`) : suspend(id));
    const { status, body } = await publish(admin, `${slug}/files`, '1.0.0');
    expect({ status, reason: body.error.details.reason }).toEqual({
      status: 403,
      reason: 'organization_suspended',
    });
    expect(await t.rows('SELECT slug FROM registry_organization WHERE slug = $1', [slug])).toEqual([]);
  });

  it('of another name is not concerned', async () => {
    const org = `free-${randomUUID().slice(0, 8)}`;
    expect((await publish(admin, `${org}/files`, '1.0.0')).status).toBe(200);
  });
});

describe('a suspension among publications', () => {
  it('lets each be complete before it or refused, and none after it', async () => {
    const { id, slug } = await actors.organization();
    await publish(admin, `${slug}/files`, '0.1.0');
    let isSuspended = false;
    const outcomes: { readonly version: string; readonly status: number; readonly began: boolean }[] = [];
    const publishers = Array.from({ length: 4 }, async (_, publisher) => {
      for (let minor = 1; minor <= 8; minor += 1) {
        const version = `${publisher + 1}.${minor}.0`;
        const began = isSuspended;
        const { status } = await publish(admin, `${slug}/files`, version);
        outcomes.push({ version, status, began });
      }
    });
    const suspension = (async () => {
      // Among the others, whenever they are.
      while (outcomes.length < 6) await new Promise(setImmediate);
      await suspend(id);
      isSuspended = true;
    })();
    await Promise.all([...publishers, suspension]);
    expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set([200, 403]));
    expect(outcomes.filter(({ began, status }) => began && status !== 403)).toEqual([]);
    const stored = await t.rows<{ version: string }>(
      `SELECT v.version FROM registry_version v JOIN registry_organization o ON o.id = v.org_id
        WHERE o.slug = $1 AND v.version <> '0.1.0'`,
      [slug],
    );
    const accepted = outcomes.filter(({ status }) => status === 200).map(({ version }) => version);
    expect(stored.map(({ version }) => version).sort()).toEqual(accepted.sort());
  });
});
