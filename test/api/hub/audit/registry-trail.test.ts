import { beforeAll, describe, expect, it } from '@jest/globals';
import { RegistryEventsJob } from '../../../../src/hub/ingestion/registry-events/registry-events-job.js';
import { UnitOfWork } from '../../../../src/storage/database/unit-of-work.js';
import { MembershipsService } from '../../../../src/registry/organizations/memberships.service.js';
import type { Actor } from '../../../support/actors.js';
import type { ApiClient } from '../../../support/api-client.js';
import {
  artifactPath,
  aVersion,
  bundleOf,
  digestOf,
  packagePath,
  publish,
  setStatus,
  uploadBundle,
} from '../../../support/builders.js';
import { useTestApp } from '../../../support/suite.js';

const ORG = 'acme';
const ID = `${ORG}/files`;

let orgId: string;
let admin: Actor;
/** Their id in the hub. */
let adminId: string;
const t = await useTestApp();

interface Event {
  readonly org_id: string | null;
  readonly actor_id: string | null;
  readonly actor_type: string;
  readonly actor_name: string;
  readonly action: string;
  readonly resource_id: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly ip_address: string;
  readonly user_agent: string;
}

const settle = (): Promise<void> => t.app.get(RegistryEventsJob).run(new AbortController().signal);

/** The events about the registry that `work` causes, in their order. */
async function eventsOf(work: () => Promise<unknown>): Promise<Event[]> {
  await settle();
  const [{ count } = { count: '0' }] = await t.rows<{ count: string }>('SELECT count(*) FROM audit_event');
  await work();
  await settle();
  const events = await t.rows<Event>('SELECT * FROM audit_event ORDER BY occurred_at, position OFFSET $1', [
    count,
  ]);
  return events.filter(({ action }) => /^(registry_|user\.)/.test(action));
}

const idOfVersion = async (version: string): Promise<string | undefined> =>
  (await t.rows<{ id: string }>('SELECT id FROM registry_version WHERE version = $1', [version]))[0]?.id;

const idOfUser = async (name: string): Promise<string | undefined> =>
  (await t.rows<{ id: string }>('SELECT id FROM local_user WHERE username = $1', [name]))[0]?.id;

/** Makes a local user a member of the hub's organization, and returns the id of the hub's user. */
async function joinHub(username: string): Promise<string> {
  const [{ id } = { id: '' }] = await t.rows<{ id: string }>(
    `INSERT INTO hub_user (id, issuer, subject, email, email_key, name, created_at, updated_at)
     SELECT gen_random_uuid(), 'urn:mcp-hub:local-users', id::text, '', '', username, now(), now()
       FROM local_user WHERE username = $1 RETURNING id`,
    [username],
  );
  await t.rows(
    `INSERT INTO organization_member (org_id, user_id, role, created_at) VALUES ($1, $2, 'MEMBER', now())`,
    [orgId, id],
  );
  return id;
}

beforeAll(async () => {
  [{ id: orgId } = { id: '' }] = await t.rows<{ id: string }>(
    `INSERT INTO organization (id, name, slug, slug_key, display_name, plan, created_at, updated_at)
     VALUES (gen_random_uuid(), $1, $1, $1, $1, 'ENTERPRISE', now(), now()) RETURNING id`,
    [ORG],
  );
  await t.app.get(MembershipsService).add(ORG, (await t.actors.user('first')).username, 'admin', 'operator');
  admin = await t.actors.member(ORG, 'admin');
  adminId = await joinHub(admin.username);
});

describe('what a refused request would have changed is not in the trail', () => {
  it('of a version, a member, a token and a certification', async () => {
    const stranger = await t.actors.user('stranger');
    const events = await eventsOf(async () => {
      for (const { status } of [
        await publish(stranger, ID, '9.0.0'),
        await stranger.post(`/v1/org/${ORG}/members`, { username: 'stranger', role: 'admin' }),
        await stranger.delete(`/v1/org/${ORG}/members/acme-admin`),
        await stranger.post('/v1/tokens', { description: 'x', scopes: ['mcp:publish'], resources: ['org/'] }),
        await stranger.delete('/v1/tokens/mcp_aaaaaaaaaaaaaaaaaaaa'),
      ]) {
        expect([403, 404]).toContain(status);
      }
    });
    expect(events).toEqual([]);
  });

  it('of a change whose transaction ends after the message', async () => {
    const events = await eventsOf(() =>
      t.app
        .get(UnitOfWork)
        .run(async () => {
          await t.app.get(MembershipsService).remove(ORG, 'first', 'operator');
          throw new Error('rolled back');
        })
        .catch(() => undefined),
    );
    expect(events).toEqual([]);
  });

  it('of a status that the version has already', async () => {
    await aVersion(admin, ID, '0.9.0').published();
    expect(await eventsOf(() => setStatus(admin, ID, '0.9.0', 'published'))).toEqual([]);
  });
});

describe('the trail of the organization', () => {
  it('has a version from its registration to its revocation, with who did it', async () => {
    const token = await t.actors.apiToken({ scopes: ['mcp:publish'], resources: [`org/${ORG}/`] }, admin);
    const events = await eventsOf(async () => {
      await publish(admin, ID, '1.0.0');
      await uploadBundle(token, ORG, bundleOf(ID, '1.0.0'));
      await setStatus(token, ID, '1.0.0', 'published');
      await admin.post(`${packagePath(ID)}/versions/1.0.0/status`, {
        status: 'revoked',
        reason: 'a leaked key',
      });
    });
    const version = await idOfVersion('1.0.0');
    expect(events.map(({ action, resource_id: id }) => [action, id])).toEqual([
      ['registry_version.registered', version],
      ['registry_artifact.uploaded', null],
      ['registry_version.published', version],
      ['registry_version.revoked', version],
    ]);
    for (const event of events) {
      expect(event).toMatchObject({
        org_id: orgId,
        actor_type: 'user',
        actor_id: adminId,
        actor_name: admin.username,
      });
      expect(event.details['changed_at']).toMatch(/^\d{4}-/);
      expect(event.ip_address).not.toBe('');
    }
    expect(events.map(({ details }) => typeof details['used_token'])).toEqual([
      'undefined',
      'string',
      'string',
      'undefined',
    ]);
    expect(events[1]?.details).toMatchObject({ kind: 'bundle', digest: digestOf(bundleOf(ID, '1.0.0')) });
    expect(events[3]?.details).toMatchObject({
      package: ID,
      version: '1.0.0',
      reason: 'a leaked key',
      changes: { status: { from: 'published', to: 'revoked' } },
    });
  });

  it('has the removal of a version that was never published, and another registration of its number', async () => {
    const events = await eventsOf(async () => {
      await publish(admin, ID, '1.1.0');
      await admin.delete(`${packagePath(ID)}/versions/1.1.0`);
      await publish(admin, ID, '1.1.0');
    });
    expect(events.map(({ action }) => action)).toEqual([
      'registry_version.registered',
      'registry_version.removed',
      'registry_version.registered',
    ]);
    expect(events[1]?.resource_id).toBe(events[0]?.resource_id);
  });

  it('has verdicts of the certifier, as a part of the system', async () => {
    await publish(admin, ID, '1.2.0');
    const certifier = await t.actors.bearer({ sub: 'hub', scopes: ['admin:publish'] });
    const [event] = await eventsOf(() =>
      certifier.send('PUT', `${packagePath(ID)}/versions/1.2.0/certification`, {
        json: {
          level: 2,
          global_score: 87,
          snapshot_id: '7f0c1c52-6a0b-4a36-9d0e-0c6f1a3a5b11',
          evaluated_at: '2026-01-31T12:00:00.000Z',
        },
      }),
    );
    expect(event).toMatchObject({
      action: 'registry_version.certified',
      org_id: orgId,
      actor_type: 'system',
      actor_name: 'hub',
      resource_id: await idOfVersion('1.2.0'),
      details: { package: ID, version: '1.2.0', level: 2 },
    });
  });

  it('has manifests and evidence that were uploaded', async () => {
    const bytes = Buffer.from('{"sbom":true}');
    const events = await eventsOf(() =>
      admin.put(
        artifactPath(ORG, digestOf(bytes), 'evidence/sbom'),
        new Uint8Array(bytes),
        'application/json',
      ),
    );
    expect(events.map(({ details }) => [details['kind'], details['evidence_kind']])).toEqual([
      ['evidence', 'sbom'],
    ]);
  });

  it('has members who were added and removed, by a person and by the operator', async () => {
    await t.actors.user('newcomer');
    const events = await eventsOf(async () => {
      await admin.post(`/v1/org/${ORG}/members`, { username: 'newcomer', role: 'member' });
      await admin.delete(`/v1/org/${ORG}/members/NEWCOMER`);
      await t.app.get(MembershipsService).add(ORG, 'newcomer', 'admin', 'operator');
    });
    expect(events.map(({ action, actor_type: type, actor_name: name }) => [action, type, name])).toEqual([
      ['registry_member.added', 'user', admin.username],
      ['registry_member.removed', 'user', admin.username],
      ['registry_member.added', 'system', 'operator'],
    ]);
    for (const { org_id: org, resource_id: id, details } of events) {
      expect([org, id, details['username']]).toEqual([orgId, await idOfUser('newcomer'), 'newcomer']);
    }
    expect(events.map(({ details }) => typeof details['system_user'])).toEqual([
      'undefined',
      'undefined',
      'string',
    ]);
  });
});

describe('the trail of the platform', () => {
  it('has what happens in an organization that the hub does not have', async () => {
    const root = await t.actors.admin();
    const events = await eventsOf(() => publish(root, 'elsewhere/files', '1.0.0'));
    expect(events.map(({ action, org_id: org }) => [action, org])).toEqual([
      ['registry_organization.created', null],
      ['registry_version.registered', null],
    ]);
  });

  it('has API tokens that were created and revoked, without their secrets', async () => {
    let created = { token_id: '', secret: '' };
    const request = {
      description: 'pull from CI',
      scopes: ['mcp:resolve'],
      // As many and as long as a request may name.
      resources: Array.from({ length: 100 }, (_, i) => `org/${ORG}/${'x'.repeat(240)}${i}`),
    };
    const events = await eventsOf(async () => {
      created = (await admin.post('/v1/tokens', request)).body as typeof created;
      expect((await admin.delete(`/v1/tokens/${created.token_id}`)).status).toBe(204);
    });
    expect(events.map(({ action, org_id: org }) => [action, org])).toEqual([
      ['registry_token.created', null],
      ['registry_token.revoked', null],
    ]);
    expect(events[0]?.details).toMatchObject({
      token_id: created.token_id,
      owner: admin.username,
      scopes: ['mcp:resolve'],
      resource_count: 100,
    });
    expect(events[1]).toMatchObject({ resource_id: events[0]?.resource_id, actor_name: admin.username });
    const all = JSON.stringify(await t.rows('SELECT * FROM audit_event'));
    expect(created.secret.length).toBeGreaterThan(20);
    expect(all).not.toContain(created.secret);
    expect(JSON.stringify(await t.rows('SELECT * FROM outbox'))).not.toContain(created.secret);
  });
});

it('an event names the user of the hub behind a name of the registry, and nobody who has the name later', async () => {
  const alice: ApiClient = await t.actors.member(ORG, 'admin', 'alice');
  const aliceId = await joinHub('alice');
  const [event] = await eventsOf(() => publish(alice, ID, '2.0.0'));
  expect(event).toMatchObject({ actor_id: aliceId, actor_name: 'alice' });

  await settle();
  await publish(alice, ID, '2.1.0');
  await t.rows(`UPDATE local_user SET username = 'gone', username_key = 'gone' WHERE username = 'alice'`);
  await t.rows(`UPDATE hub_user SET subject = gen_random_uuid()::text WHERE id = $1`, [aliceId]);
  await settle();
  const [late] = await t.rows<Event>(
    `SELECT * FROM audit_event WHERE action = 'registry_version.registered' AND details ->> 'version' = '2.1.0'`,
  );
  expect(late).toMatchObject({ actor_id: null, actor_name: 'alice' });
});

it('changes that nobody has read yet are in the outbox, each in the transaction of its change', async () => {
  await settle();
  const [first, second] = ['3.0.0', '3.1.0'];
  await publish(admin, ID, first);
  await publish(admin, ID, second);
  const waiting = await t.rows<{ payload: { details: { version: string } } }>(
    `SELECT payload FROM outbox WHERE topic = 'registry.changes' ORDER BY id`,
  );
  expect(waiting.map(({ payload }) => payload.details.version)).toEqual([first, second]);
});
