import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { aFinding } from '../../support/analyses.js';
import { grcOrganization, useAnalyses, type GrcOrganization } from '../../support/grc.js';
import { eventually } from '../../support/stored-artifacts.js';
import { useHub } from '../../support/suite.js';
import { Wire } from '../../support/wire.js';
import { UnitOfWork } from '../../../src/storage/database/unit-of-work.js';

const { t, actors } = await useHub({ RATE_LIMIT_GRC: '100000', LIMITS_REQUEST_TIMEOUT: '5' });
const analyses = useAnalyses(t);

const EXPORT = 'vulnerabilities?format=ndjson';
const MCPS = 12;
const FINDINGS_OF_EACH = 50;
const FINDINGS = MCPS * FINDINGS_OF_EACH;
// Together more than the buffers between server and client hold.
const DESCRIPTION = 'a long description '.repeat(1500);

async function organizationWithFindings() {
  const made = await grcOrganization(actors);
  const mcps = [];
  for (let count = 0; count < MCPS; count += 1) {
    const findings = Array.from({ length: FINDINGS_OF_EACH }, () => aFinding({ description: DESCRIPTION }));
    mcps.push(await analyses.mcp(made, { findings }));
  }
  return { ...made, mcps };
}

let org: GrcOrganization;
beforeAll(async () => {
  org = await organizationWithFindings();
});

/** An export whose client stops reading after its start. */
const stalledExport = async (): Promise<Wire> => {
  const wire = await Wire.to(t);
  await wire.start('GET', `/api/v1/grc/${EXPORT}`, org.grc.client.credentials).started();
  return wire.read(false);
};

describe('exports whose clients stop reading', () => {
  it('lose their connections after the time limit, and with them their places and transactions', async () => {
    const stalled = [await stalledExport(), await stalledExport()];
    const { status, body, headers } = await org.grc.get(EXPORT);
    expect([status, body.error]).toEqual([429, 'rate_limit_exceeded']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    // Another organization has its own places, and other requests are answered.
    const other = await grcOrganization(actors);
    expect((await other.grc.get(EXPORT)).status).toBe(200);
    expect((await org.grc.get('vulnerabilities?per_page=1')).status).toBe(200);
    // Two at once, because one place is free as soon as one of them has lost its connection.
    await eventually(async () => {
      const both = await Promise.all([org.grc.get(EXPORT), org.grc.get(EXPORT)]);
      return both.every((answer) => answer.status === 200);
    });
    for (const wire of stalled) {
      const received = await wire.read(true).closed();
      expect(received.length).toBeLessThan(FINDINGS * DESCRIPTION.length);
    }
  });

  it('hold no transaction while they wait', async () => {
    const stalled = await stalledExport();
    // Recurring jobs have short ones.
    await eventually(async () => {
      const open = await t.rows(
        `SELECT pid FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL
            AND backend_type = 'client backend'`,
      );
      return open.length === 0;
    });
    expect((await org.grc.get(EXPORT)).status).toBe(200);
    stalled.cut();
  });
});

describe('HEAD of an export', () => {
  it('has the headers, and reads no further than the first part', async () => {
    const { mock } = jest.spyOn(t.app.get(UnitOfWork, { strict: false }), 'rows').mockClear();
    const { status, headers } = await org.grc.client.head(`/api/v1/grc/${EXPORT}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8']);
    // The next batch is read while the first one is used.
    expect(mock.calls.filter(([sql]) => sql.includes('string_agg')).length).toBeLessThanOrEqual(2);
  });
});

describe('an export whose caller loses its rights', () => {
  it.each([
    ['its token is revoked', 'service_token', 'org_id', ['revoked_at', 'now()', 'NULL']],
    ['its token expires', 'service_token', 'org_id', ['expires_at', 'now()', `now() + interval '1 day'`]],
    ['the organization is suspended', 'organization', 'id', ['status', `'SUSPENDED'`, `'ACTIVE'`]],
    ['the organization is on another plan', 'organization', 'id', ['plan', `'PRO'`, `'ENTERPRISE'`]],
  ])('ends before its next part when %s', async (_what, table, key, [column, changed, restored]) => {
    const set = (value = ''): Promise<unknown> =>
      t.rows(`UPDATE ${table} SET ${column} = ${value} WHERE ${key} = $1`, [org.id]);
    const wire = await Wire.to(t);
    await wire
      .start('GET', `/api/v1/grc/${EXPORT}`, { ...org.grc.client.credentials, Connection: 'close' })
      .started();
    wire.read(false);
    await set(changed);
    // The rights are read again once a second.
    await setTimeout(1000);
    const response = (await wire.read(true).closed()).toString();
    await set(restored);
    expect(response.slice(0, 15)).toBe('HTTP/1.1 200 OK');
    expect(response.length).toBeLessThan(FINDINGS * DESCRIPTION.length);
    expect(response.endsWith('0\r\n\r\n')).toBe(false);
  });
});

describe('an export while findings change', () => {
  it('has every finding that was open at its start once, as open', async () => {
    const { mcps, ...other } = await organizationWithFindings();
    const open = await t.rows<{ id: string }>('SELECT id FROM finding WHERE org_id = $1', [other.id]);
    const wire = await Wire.to(t);
    await wire
      .start('GET', `/api/v1/grc/${EXPORT}&status=open`, {
        ...other.grc.client.credentials,
        Connection: 'close',
      })
      .started();
    wire.read(false);
    // Oldest and newest ones, among those that are read and those that are not read yet.
    for (const mcp of [mcps[0], mcps.at(-1)])
      await analyses.record(mcp?.versionId ?? '', { findings: [aFinding()] });
    const response = (await wire.read(true).closed()).toString();
    const ids = [...response.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id);
    expect(ids.toSorted()).toEqual(open.map(({ id }) => id).toSorted());
    expect(response).not.toContain('"status":"resolved"');
  });
});

describe('an export that takes longer than the time limit', () => {
  it('is complete if its client reads it', async () => {
    await eventually(async () => (await org.grc.get('vulnerabilities?per_page=1')).status === 200);
    const wire = await Wire.to(t);
    await wire
      .start('GET', `/api/v1/grc/${EXPORT}`, { ...org.grc.client.credentials, Connection: 'close' })
      .started();
    const ends = Date.now() + 6000;
    // In small steps, for longer than the limit.
    while (Date.now() < ends) {
      wire.read(false);
      await setTimeout(100);
      wire.read(true);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const response = (await wire.closed()).toString();
    expect(response.slice(0, 15)).toBe('HTTP/1.1 200 OK');
    expect(response.match(/"id":"/g)).toHaveLength(FINDINGS);
  });
});
