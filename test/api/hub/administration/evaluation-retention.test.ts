import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sha256Of } from '../../../../src/common/values/sha256-digest.js';
import { HubObjects } from '../../../../src/hub/platform/objects/hub-objects.js';
import { EVALUATION_SEAL_PAYLOAD } from '../../../../src/hub/administration/retention/evaluation-sealer.js';
import { RetentionJob } from '../../../../src/hub/administration/retention/retention-job.js';
import { HubSigner } from '../../../../src/hub/platform/signing/hub-signer.js';
import { signedStatement } from '../../../../src/hub/platform/signing/statement.js';
import { CiGate } from '../../../support/ci-gate.js';

let gate: CiGate;
beforeAll(async () => {
  gate = await CiGate.start();
});
afterAll(async () => {
  await gate.close();
});

const NOW = new Date('2026-06-15T00:00:00Z');

const run = (now = NOW): Promise<void> =>
  gate.t.app.get(RetentionJob, { strict: false }).runAt(now, new AbortController().signal);

async function evaluatedAt(orgId: string, ...times: string[]): Promise<void> {
  for (const time of times) {
    await gate.t.rows(
      `INSERT INTO evaluation (id, org_id, token_id, environment, passed, servers, denied, policies, items, created_at)
       VALUES ($1, $2, $1, 'production', true, 1, 0, '[]', '[{"name": "acme/files"}]', $3)`,
      [randomUUID(), orgId, time],
    );
  }
}

const timesOf = async (orgId: string): Promise<string[]> => {
  const rows = await gate.t.rows<{ at: Date }>(
    'SELECT created_at AS at FROM evaluation WHERE org_id = $1 ORDER BY created_at',
    [orgId],
  );
  return rows.map(({ at }) => at.toISOString().slice(0, 10));
};

interface Seal {
  readonly ordinal: number;
  readonly month: string;
  readonly records: number;
  readonly records_key: string;
  readonly envelope: object;
}

const sealsOf = (orgId: string): Promise<Seal[]> =>
  gate.t.rows<Seal>('SELECT * FROM evaluation_seal WHERE org_id = $1 ORDER BY ordinal', [orgId]);

describe('PUT /api/v1/orgs/{orgId}/retention', () => {
  it.each([
    ['no month', 0],
    ['too many months', 121],
    ['a part of a month', 1.5],
    ['a text', '12'],
  ])('refuses %s for evaluations', async (_what, months) => {
    const { status, body } = await gate.org.owner.send('PUT', `/api/v1/orgs/${gate.org.id}/retention`, {
      json: { audit_months: null, evaluation_months: months },
    });
    expect({ status, message: body.message }).toEqual({
      status: 400,
      message: expect.stringMatching(/^evaluation_months /),
    });
  });

  it('keeps what is left out', async () => {
    const { id, owner } = await gate.actors.organization();
    const path = `/api/v1/orgs/${id}/retention`;
    expect((await owner.get(path)).body).toEqual({ audit_months: null, evaluation_months: 12 });
    await owner.send('PUT', path, { json: { audit_months: 24, evaluation_months: 3 } });
    expect((await owner.send('PUT', path, { json: { audit_months: null } })).body).toEqual({
      audit_months: null,
      evaluation_months: 3,
    });
  });
});

describe('Old evaluations', () => {
  it('are sealed month by month, and then gone; younger ones and those of others stay', async () => {
    const [org, other] = [await gate.actors.organization(), await gate.actors.organization()];
    await org.owner.send('PUT', `/api/v1/orgs/${org.id}/retention`, {
      json: { audit_months: null, evaluation_months: 2 },
    });
    await evaluatedAt(org.id, '2026-02-01', '2026-02-28', '2026-03-31', '2026-04-01', '2026-06-01');
    await evaluatedAt(other.id, '2026-02-01');
    await run();
    expect(await timesOf(org.id)).toEqual(['2026-04-01', '2026-06-01']);
    expect(await timesOf(other.id)).toEqual(['2026-02-01']);
    expect(await sealsOf(org.id)).toMatchObject([
      { ordinal: 1, month: '2026-02', records: 2 },
      { ordinal: 2, month: '2026-03', records: 1 },
    ]);
    await run();
    expect(await sealsOf(org.id)).toHaveLength(2);
    const actions = await gate.t.rows('SELECT 1 FROM audit_event WHERE org_id = $1 AND action = $2', [
      org.id,
      'evaluation.sealed',
    ]);
    expect(actions).toHaveLength(2);
  });

  it('are in the object that the signed seal names, whole', async () => {
    const org = await gate.actors.organization();
    await evaluatedAt(org.id, '2024-01-10', '2024-01-11');
    await run();
    const [seal] = await sealsOf(org.id);
    if (seal === undefined) throw new Error('nothing was sealed');
    const bytes = await gate.t.app.get(HubObjects, { strict: false }).readBytes(seal.records_key, 1e6);
    const signer = gate.t.app.get(HubSigner, { strict: false });
    expect(signedStatement(seal.envelope, EVALUATION_SEAL_PAYLOAD, signer.publicKeys)).toMatchObject({
      organization_id: org.id,
      ordinal: 1,
      month: '2024-01',
      count: 2,
      evaluations_sha256: sha256Of(bytes).slice('sha256:'.length),
    });
    const lines = bytes.toString('utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { org_id: org.id, environment: 'production', items: [{ name: 'acme/files' }] },
      { org_id: org.id },
    ]);
  });

  it('are sealed once by two servers at the same time', async () => {
    const org = await gate.actors.organization();
    await evaluatedAt(org.id, '2023-05-01', '2023-05-02', '2023-06-01');
    await Promise.allSettled([run(), run()]);
    await run();
    expect(await timesOf(org.id)).toEqual([]);
    const seals = await sealsOf(org.id);
    expect(seals.map(({ month, records }) => [month, records])).toEqual([
      ['2023-05', 2],
      ['2023-06', 1],
    ]);
  });
});
