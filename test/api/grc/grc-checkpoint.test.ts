import { describe, expect, it } from '@jest/globals';
import { isSignedBy, type Envelope, type PublishedKey } from '../../support/dsse.js';
import { grcOrganization, type GrcOrganization } from '../../support/grc.js';
import { tamper } from '../../support/long-chain.js';
import { useHub } from '../../support/suite.js';
import { systemActor } from '../../../src/hub/audit/events/actor.js';
import { AuditService, PLATFORM_CHAIN } from '../../../src/hub/audit/events/audit.service.js';
import { CheckpointJob } from '../../../src/hub/audit/checkpoints/checkpoint-job.js';
import { HubObjects } from '../../../src/hub/platform/objects/hub-objects.js';

const { t, actors } = await useHub({ RATE_LIMIT_GRC: '100000' });

const keys = async (): Promise<PublishedKey[]> =>
  (await actors.anonymous.get('/.well-known/jwks.json')).body.keys as PublishedKey[];

const contentOf = ({ payload }: Envelope) => JSON.parse(Buffer.from(payload, 'base64').toString()) as object;

/** An organization with a chain of five events or more. */
async function organization(): Promise<GrcOrganization> {
  const org = await grcOrganization(actors);
  for (let n = 0; n < 4; n += 1) {
    await t.app.get(AuditService, { strict: false }).record({
      orgId: org.id,
      actor: systemActor('tests'),
      action: 'mcp.updated',
      resourceId: null,
      details: { n },
    });
  }
  return org;
}

const runJob = (): Promise<void> =>
  t.app.get(CheckpointJob, { strict: false }).run(new AbortController().signal);

const storedOf = (chainId: string) =>
  t.rows<{ length: string; envelope: Envelope; object_key: string }>(
    'SELECT length, envelope, object_key FROM audit_statement WHERE chain_id = $1 ORDER BY length',
    [chainId],
  );

describe('GET /api/v1/grc/audit-events/checkpoint', () => {
  it('signs where the chain ends', async () => {
    const org = await organization();
    const data = await org.grc.data('audit-events/checkpoint');
    const { events } = await org.grc.data('audit-events');
    const { envelope, ...rest } = data;
    expect(rest).toEqual({
      chain_id: org.id,
      length: events.length,
      head_hash: events[0].hash,
      signed_at: expect.stringMatching(/Z$/),
      consistent: true,
      broken_at: null,
    });
    expect(envelope.payloadType).toBe('application/vnd.mcp-hub.audit-checkpoint+json');
    expect(isSignedBy(envelope, await keys())).toBe(true);
    expect(contentOf(envelope)).toEqual({ organization_id: org.id, ...rest });
  });

  it('is 304 for a client that has a checkpoint of the same events', async () => {
    const org = await organization();
    const { headers } = await org.grc.get('audit-events/checkpoint');
    const etag = headers.get('etag') ?? '';
    expect((await org.grc.get('audit-events/checkpoint', { 'if-none-match': etag })).status).toBe(304);
  });

  it('says in the signed document where the chain does not continue the stored checkpoint', async () => {
    const org = await organization();
    await runJob();
    const [last] = await t.rows<{ position: string }>(
      'SELECT max(position) AS position FROM audit_event WHERE chain_id = $1',
      [org.id],
    );
    const end = Number(last?.position);
    await tamper(t, 'DELETE FROM audit_event WHERE chain_id = $1 AND position = $2', [org.id, end]);
    await t.rows(
      `UPDATE audit_chain SET length = $2, hash = (SELECT hash FROM audit_event WHERE chain_id = $1 AND position = $2)
        WHERE id = $1`,
      [org.id, end - 1],
    );
    const { envelope, ...rest } = await org.grc.data('audit-events/checkpoint');
    expect(rest).toMatchObject({
      length: end - 1,
      consistent: false,
      broken_at: { position: end, reason: 'missing' },
    });
    expect(isSignedBy(envelope, await keys())).toBe(true);
    expect(contentOf(envelope)).toMatchObject({ consistent: false, broken_at: rest.broken_at });
    await runJob();
    expect(await storedOf(org.id)).toHaveLength(1);
  });
});

describe('the daily checkpoints', () => {
  it('are rows and objects, one for each chain that has grown, also that of the platform', async () => {
    const org = await organization();
    await runJob();
    const [stored, ...others] = await storedOf(org.id);
    expect(others).toEqual([]);
    const bytes = await t.app.get(HubObjects, { strict: false }).readBytes(stored?.object_key ?? '', 10_000);
    expect(JSON.parse(bytes.toString())).toEqual(stored?.envelope);
    expect(stored && isSignedBy(stored.envelope, await keys())).toBe(true);
    expect(await storedOf(PLATFORM_CHAIN)).toHaveLength(1);
  });

  it('are written once a day, and not for a chain that has not grown', async () => {
    const org = await organization();
    await Promise.all([runJob(), runJob()]);
    await t.app.get(AuditService, { strict: false }).record({
      orgId: org.id,
      actor: systemActor('tests'),
      action: 'mcp.updated',
      resourceId: null,
      details: {},
    });
    await runJob();
    expect(await storedOf(org.id)).toHaveLength(1);
  });

  it('cannot be changed or removed in the database', async () => {
    const org = await organization();
    await runJob();
    for (const sql of [
      'UPDATE audit_statement SET length = 1 WHERE chain_id = $1',
      'DELETE FROM audit_statement WHERE chain_id = $1',
    ]) {
      await expect(t.rows(sql, [org.id])).rejects.toThrow('never changed or removed');
    }
    await expect(t.rows('TRUNCATE audit_statement')).rejects.toThrow('never changed or removed');
  });

  it('stay in the store when their rows are gone', async () => {
    const org = await organization();
    await runJob();
    const [stored] = await storedOf(org.id);
    const key = stored?.object_key ?? '';
    await t.rows(
      `UPDATE hub_object SET referenced = false, renewed_at = now() - interval '3 days' WHERE key = $1`,
      [key],
    );
    const objects = t.app.get(HubObjects, { strict: false });
    await objects.removeUnreferenced(new AbortController().signal);
    expect(await objects.delete(key)).toBe(false);
    expect(await objects.size(key)).toBeGreaterThan(0);
  });
});
