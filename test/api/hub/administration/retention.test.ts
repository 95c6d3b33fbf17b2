import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { exportOf, keysOf, recordEvents, verified } from '../../../support/evidence-export.js';
import { GrcClient, grcOrganization, type GrcOrganization } from '../../../support/grc.js';
import { lengthenChain, tamper } from '../../../support/long-chain.js';
import { useHub } from '../../../support/suite.js';
import { CHAIN_START } from '../../../../src/hub/audit/events/audit-event.js';
import { AuditSealsRepository } from '../../../../src/hub/audit/events/audit-seals.repository.js';
import { PLATFORM_CHAIN } from '../../../../src/hub/audit/events/audit.service.js';
import { CheckpointJob } from '../../../../src/hub/audit/checkpoints/checkpoint-job.js';
import { HubObjects } from '../../../../src/hub/platform/objects/hub-objects.js';
import { RetentionJob } from '../../../../src/hub/administration/retention/retention-job.js';
import { sha256Of } from '../../../../src/common/values/sha256-digest.js';

const { t, actors } = await useHub({ RATE_LIMIT_GRC: '100000' });

afterEach(async () => {
  jest.restoreAllMocks();
  await t.rows('UPDATE organization_retention SET audit_months = NULL');
});

const runAt = (now = new Date()): Promise<void> =>
  t.app.get(RetentionJob, { strict: false }).runAt(now, new AbortController().signal);

const runCheckpoints = (): Promise<void> =>
  t.app.get(CheckpointJob, { strict: false }).run(new AbortController().signal);

interface Seal {
  readonly ordinal: number;
  readonly month: string;
  readonly first_position: string;
  readonly last_position: string;
  readonly events_key: string;
}

const sealsOf = (id: string): Promise<Seal[]> =>
  t.rows<Seal>('SELECT * FROM audit_seal WHERE chain_id = $1 ORDER BY ordinal', [id]);

const firstPosition = async (id: string): Promise<number> => {
  const [row] = await t.rows<{ first: string }>(
    'SELECT coalesce(min(position), 0) AS first FROM audit_event WHERE chain_id = $1',
    [id],
  );
  return Number(row?.first);
};

/** The position of the last event. */
const lengthOf = async (id: string): Promise<number> => {
  const [row] = await t.rows<{ length: string }>('SELECT length FROM audit_chain WHERE id = $1', [id]);
  return Number(row?.length);
};

const keepMonths = (id: string, months: number | null): Promise<unknown> =>
  t.rows(
    `INSERT INTO organization_retention (org_id, audit_months, updated_at) VALUES ($1, $2, now())
     ON CONFLICT (org_id) DO UPDATE SET audit_months = excluded.audit_months`,
    [id, months],
  );

const LENGTH = 90;

/** An organization that keeps twelve months, and has 30 events in each of the first three months of 2024. */
async function organization(): Promise<GrcOrganization> {
  const org = await grcOrganization(actors);
  await tamper(t, 'DELETE FROM audit_event WHERE chain_id = $1', [org.id]);
  await t.rows('DELETE FROM audit_chain WHERE id = $1', [org.id]);
  await t.rows('INSERT INTO audit_chain (id, length, hash) VALUES ($1, 0, $2)', [org.id, CHAIN_START]);
  await lengthenChain(
    t,
    org.id,
    LENGTH,
    (position) => new Date(Date.UTC(2024, Math.floor((position - 1) / 30), 10, 0, 0, position)),
  );
  await keepMonths(org.id, 12);
  return org;
}

/** The organization's chain is valid for everybody who can verify it. */
async function expectValid(org: GrcOrganization): Promise<void> {
  const owner = (await org.grc.get('audit-events/checkpoint')).body.data;
  expect(owner).toMatchObject({ consistent: true, broken_at: null });
  const { valid, breaks } = verified(await exportOf(org), keysOf(t));
  expect([valid, breaks]).toEqual([true, []]);
}

describe('/api/v1/orgs/{orgId}/retention', () => {
  it('is 404 for outsiders, 403 for members who are not administrators, and for other plans', async () => {
    const { id, owner } = await actors.organization();
    const path = `/api/v1/orgs/${id}/retention`;
    const body = { audit_months: 24 };
    expect((await actors.anonymous.get(path)).status).toBe(401);
    const { owner: outsider } = await actors.organization();
    expect((await outsider.get(path)).status).toBe(404);
    expect((await outsider.send('PUT', path, { json: body })).status).toBe(404);
    const member = await actors.member(id, 'MEMBER');
    expect((await member.get(path)).status).toBe(403);
    expect((await member.send('PUT', path, { json: body })).status).toBe(403);
    await t.rows(`UPDATE organization SET plan = 'PRO' WHERE id = $1`, [id]);
    expect((await owner.get(path)).body.error).toBe('enterprise_required');
  });

  it('is 400 for anything but 12 to 120 whole months or null', async () => {
    const { id, owner } = await actors.organization();
    for (const json of [
      {},
      { audit_months: 11 },
      { audit_months: 121 },
      { audit_months: 12.5 },
      { audit_months: '24' },
      { audit_months: -1 },
      { audit_months: [24] },
    ]) {
      const { status } = await owner.send('PUT', `/api/v1/orgs/${id}/retention`, { json });
      expect([json, status]).toEqual([json, 400]);
    }
  });

  it('is null at first, can be changed, and the change is one audit event', async () => {
    const { id, owner } = await actors.organization();
    const path = `/api/v1/orgs/${id}/retention`;
    expect((await owner.get(path)).body).toMatchObject({ audit_months: null });
    for (const months of [24, 24, null]) {
      const { status, body } = await owner.send('PUT', path, { json: { audit_months: months } });
      expect([status, body]).toMatchObject([200, { audit_months: months }]);
      expect((await owner.get(path)).body).toMatchObject({ audit_months: months });
    }
    const { body } = await owner.get(`/api/v1/orgs/${id}/audit-events?action=organization.retention_changed`);
    expect(body.events.map(({ details }: { details: unknown }) => details)).toEqual([
      { changes: { audit_months: { from: 24, to: null } }, resource_kind: 'organization' },
      { changes: { audit_months: { from: null, to: 24 } }, resource_kind: 'organization' },
    ]);
  });
});

describe('the retention of audit events', () => {
  it('seals nothing without a setting, on another plan, or of months that are not old enough', async () => {
    const orgs = [await organization(), await organization(), await organization()];
    const [unset, downgraded, young] = orgs.map(({ id }) => id);
    await keepMonths(unset ?? '', null);
    await t.rows(`UPDATE organization SET plan = 'PRO' WHERE id = $1`, [downgraded]);
    await keepMonths(young ?? '', 120);
    await runAt();
    for (const id of [unset, downgraded, young]) expect(await sealsOf(id ?? '')).toEqual([]);
  });

  it('seals whole months, stores their events, and then deletes the rows', async () => {
    const org = await organization();
    await recordEvents(t, org.id, 1);
    await runAt(new Date('2025-03-31T23:59:59Z'));
    const seals = await sealsOf(org.id);
    expect(seals.map(({ month }) => month)).toEqual(['2024-01', '2024-02']);
    expect(Number(seals.at(-1)?.last_position)).toBe(60);
    expect(await firstPosition(org.id)).toBe(61);
    for (const { events_key: key, first_position: first, last_position: last } of seals) {
      const bytes = await t.app.get(HubObjects, { strict: false }).readBytes(key, 1_000_000);
      expect(key).toContain(`/audit/${sha256Of(bytes).slice('sha256:'.length)}`);
      const positions = bytes
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { position: number }).position);
      expect([positions[0], positions.at(-1)]).toEqual([Number(first), Number(last)]);
    }
    await expectValid(org);
    const { events, total } = await org.grc.data('audit-events?per_page=100');
    expect(Math.min(...events.map(({ position }: { position: number }) => position))).toBe(61);
    expect(total).toBe((await lengthOf(org.id)) - 60);
    const [sealed] = (await org.grc.data('audit-events?action=audit.sealed')).events;
    expect(sealed.details).toMatchObject({ month: '2024-02', last_position: 60 });
  });

  it('never touches the chain of the platform', async () => {
    const before = await firstPosition(PLATFORM_CHAIN);
    await runAt(new Date('2100-01-01T00:00:00Z'));
    expect([await firstPosition(PLATFORM_CHAIN), await sealsOf(PLATFORM_CHAIN)]).toEqual([before, []]);
    await expect(
      t.rows(
        `INSERT INTO audit_seal (chain_id, ordinal, month, first_position, last_position, last_hash, sealed_at, envelope, events_key)
         VALUES ($1, 1, '2026-01', 1, 1, '', now(), '{}', '')`,
        [PLATFORM_CHAIN],
      ),
    ).rejects.toThrow('audit_seal_chain_id_check');
  });

  it('is verified from the newest seal, online, offline, and by checkpoints from before and after', async () => {
    const org = await organization();
    await runCheckpoints();
    const kept = { source: 'kept', envelope: (await org.grc.data('audit-events/checkpoint')).envelope };
    await runAt();
    await recordEvents(t, org.id, 3);
    await expectValid(org);
    const report = verified(await exportOf(org), keysOf(t), [kept]);
    expect(report).toMatchObject({ valid: true, seals: 3 });
    expect(report.audit_events).toBeLessThan(report.audit_length);
    const owner = new GrcClient(await actors.serviceToken(org.id, [`admin:org:${org.id}`]));
    for (const query of ['', '?full=true']) {
      const { body } = await owner.client.get(`/api/v1/orgs/${org.id}/audit-events/verify${query}`);
      expect(body).toMatchObject({ valid: true, events: report.audit_length });
    }
  });

  it('continues a chain of seals month by month', async () => {
    const org = await organization();
    for (const month of ['02', '03', '04']) await runAt(new Date(`2025-${month}-02T00:00:00Z`));
    const seals = await sealsOf(org.id);
    expect(seals.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3]);
    expect(seals.slice(1).map(({ first_position: first }) => Number(first))).toEqual(
      seals.slice(0, -1).map(({ last_position: last }) => Number(last) + 1),
    );
    await expectValid(org);
  });

  it('is done once by servers that run at the same time', async () => {
    const org = await organization();
    await Promise.all([runAt(), runAt(), runAt()]);
    expect(await sealsOf(org.id)).toHaveLength(3);
    expect(await firstPosition(org.id)).toBe(LENGTH + 1);
    await expectValid(org);
  });
});

describe('a chain that is not as it was recorded', () => {
  it('is not sealed, and the others are', async () => {
    const [broken, other] = [await organization(), await organization()];
    await tamper(t, `UPDATE audit_event SET action = 'a.b' WHERE chain_id = $1 AND position = 20`, [
      broken.id,
    ]);
    await expect(runAt()).rejects.toThrow('is changed at position 20');
    expect(await firstPosition(broken.id)).toBe(1);
    expect(await sealsOf(other.id)).not.toEqual([]);
  });

  it('is not sealed against a stored checkpoint', async () => {
    const org = await organization();
    await runCheckpoints();
    await t.rows('ALTER TABLE audit_statement DISABLE TRIGGER USER');
    await t.rows(`UPDATE audit_statement SET envelope = '{}' WHERE chain_id = $1`, [org.id]);
    await t.rows('ALTER TABLE audit_statement ENABLE TRIGGER USER');
    await expect(runAt()).rejects.toThrow('unsigned_checkpoint');
    expect(await firstPosition(org.id)).toBe(1);
  });

  it('cannot be shortened by a seal that the hub has not signed', async () => {
    const org = await organization();
    await t.rows(
      `INSERT INTO audit_seal (chain_id, ordinal, month, first_position, last_position, last_hash, sealed_at, envelope, events_key)
       SELECT chain_id, 1, '2026-01', 1, position, hash, now(), '{}', 'x'
         FROM audit_event WHERE chain_id = $1 AND position = 5`,
      [org.id],
    );
    await t.rows('DELETE FROM audit_event WHERE chain_id = $1 AND position <= 5', [org.id]);
    expect(await org.grc.data('audit-events/checkpoint')).toMatchObject({
      consistent: false,
      broken_at: { position: 1, reason: 'missing' },
    });
    const { valid, breaks } = verified(await exportOf(org), keysOf(t));
    expect([valid, breaks[0]?.reason]).toEqual([false, 'missing']);
  });

  it('loses no other events in the database than those under a seal', async () => {
    const org = await organization();
    await runAt(new Date('2025-02-02T00:00:00Z'));
    const first = await firstPosition(org.id);
    for (const sql of [
      'DELETE FROM audit_event WHERE chain_id = $1 AND position >= $2',
      `UPDATE audit_event SET action = 'a.b' WHERE chain_id = $1 AND position >= $2`,
      'DELETE FROM audit_seal WHERE chain_id = $1 AND last_position < $2',
      'UPDATE audit_seal SET last_position = 9 WHERE chain_id = $1 AND last_position < $2',
    ]) {
      await expect(t.rows(sql, [org.id, first])).rejects.toThrow('never changed or removed');
    }
  });
});

describe('a server that dies while it seals', () => {
  const fails = <T extends object>(service: T, method: keyof T, after = 0): (() => void) => {
    const original = (service[method] as (...words: unknown[]) => unknown).bind(service);
    let calls = 0;
    const spy = jest.spyOn(service as Record<string, () => unknown>, method as string);
    spy.mockImplementation((...words: unknown[]) => {
      calls += 1;
      if (calls > after) throw new Error('the server has died');
      return original(...words);
    });
    return () => spy.mockRestore();
  };
  const objects = () => t.app.get(HubObjects, { strict: false });
  const seals = () => t.app.get(AuditSealsRepository, { strict: false });

  const KILL_POINTS: Readonly<Record<string, () => () => void>> = {
    'before it stores the events': () => fails(objects(), 'put'),
    'after it has stored the events': () => fails(seals(), 'insert'),
    'within the transaction of the seal': () => fails(objects(), 'reference'),
    'after the seal, before it deletes anything': () => fails(seals(), 'dropEvents'),
    'in the middle of its deletions': () => {
      const original = seals().dropEvents.bind(seals());
      let calls = 0;
      const spy = jest.spyOn(seals(), 'dropEvents').mockImplementation((seal) => {
        calls += 1;
        if (calls > 2) throw new Error('the server has died');
        return original(seal, 7);
      });
      return () => spy.mockRestore();
    },
    'after the first month': () => fails(objects(), 'put', 1),
  };

  it.each(Object.entries(KILL_POINTS))(
    '%s leaves a valid chain, and the next run ends it',
    async (_what, kill) => {
      const org = await organization();
      const revive = kill();
      try {
        await expect(runAt()).rejects.toThrow('the server has died');
      } finally {
        revive();
      }
      await expectValid(org);
      await runAt();
      await expectValid(org);
      expect((await sealsOf(org.id)).map(({ ordinal }) => ordinal)).toEqual([1, 2, 3]);
      expect(await firstPosition(org.id)).toBe(LENGTH + 1);
    },
  );

  it('does not delete events whose object is gone', async () => {
    const org = await organization();
    const revive = fails(seals(), 'dropEvents');
    await expect(runAt()).rejects.toThrow('the server has died');
    revive();
    const spy = jest.spyOn(objects(), 'read').mockRejectedValue(new Error('there is no such object'));
    await expect(runAt()).rejects.toThrow('there is no such object');
    spy.mockRestore();
    expect(await firstPosition(org.id)).toBe(1);
  });
});
