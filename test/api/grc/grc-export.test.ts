import { describe, expect, it } from '@jest/globals';
import { aFinding } from '../../support/analyses.js';
import { exportOf, keysOf, recordEvents, TAMPERING, verified } from '../../support/evidence-export.js';
import { grcOrganization, useAnalyses, type GrcOrganization } from '../../support/grc.js';
import { lengthenChain, tamper } from '../../support/long-chain.js';
import { useHub } from '../../support/suite.js';
import { ed25519PublicJwk } from '../../../src/common/values/ed25519.js';
import { CheckpointJob } from '../../../src/hub/audit/checkpoints/checkpoint-job.js';
import { generateKeyPairSync } from 'node:crypto';

const { t, actors } = await useHub({ RATE_LIMIT_GRC: '100000' });
const analyses = useAnalyses(t);

const runJob = (): Promise<void> =>
  t.app.get(CheckpointJob, { strict: false }).run(new AbortController().signal);

const linesIn = (text: string): Record<string, unknown>[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

/** An organization with two analyzed MCPs, one of them twice. */
async function analyzed(): Promise<GrcOrganization> {
  const org = await grcOrganization(actors);
  const mcp = await analyses.mcp(org, { findings: [aFinding({ title: 'shell' })] });
  await analyses.record(mcp.versionId);
  await analyses.mcp(org);
  return org;
}

describe('GET /api/v1/grc/export', () => {
  it('is refused like the other endpoints: 401, then forbidden_scope, then enterprise_required', async () => {
    expect((await actors.anonymous.get('/api/v1/grc/export')).status).toBe(401);
    const { id } = await actors.organization();
    const reader = await actors.serviceToken(id, ['read:public']);
    expect((await reader.get('/api/v1/grc/export')).body.error).toBe('forbidden_scope');
    const org = await grcOrganization(actors);
    await t.rows(`UPDATE organization SET plan = 'PRO' WHERE id = $1`, [org.id]);
    expect((await org.grc.get('export')).body.error).toBe('enterprise_required');
  });

  it('has nothing of another organization', async () => {
    const [org, foreign] = [await analyzed(), await analyzed()];
    const text = await exportOf(org);
    const ids = linesIn(await exportOf(foreign)).flatMap(({ id, mcp_id: mcp }) => [id, mcp]);
    for (const id of [foreign.id, foreign.slug, ...ids.filter((each) => each !== undefined)]) {
      expect(text).not.toContain(id);
    }
  });

  it('is a file of lines: header, snapshots by chain, checkpoints, events by position, and a signed end', async () => {
    const org = await analyzed();
    await runJob();
    const { headers } = await org.grc.get('export');
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename=evidence.ndjson');
    const lines = linesIn(await exportOf(org));
    const types = lines.map(({ type }) => type);
    expect([...new Set(types)]).toEqual(['header', 'snapshot', 'checkpoint', 'audit_event', 'end']);
    expect(types.filter((type) => type === 'snapshot')).toHaveLength(3);
    const events = lines.filter(({ type }) => type === 'audit_event');
    expect(events.map(({ position }) => position)).toEqual(events.map((_event, n) => n + 1));
  });

  it('verifies with the public keys alone', async () => {
    const org = await analyzed();
    await runJob();
    const text = await exportOf(org);
    const report = verified(text, keysOf(t));
    expect(report).toMatchObject({
      valid: true,
      organization_id: org.id,
      snapshots: 3,
      snapshot_chains: 2,
      analyses: 3,
      snapshots_without_event: 0,
      checkpoints_checked: 1,
      breaks: [],
      lines: linesIn(text).length,
    });
    expect(report.audit_events).toBe(report.audit_length);
  });

  it('verifies for an organization without any analysis, and across batches of events', async () => {
    const org = await grcOrganization(actors);
    await lengthenChain(t, org.id, 1203);
    expect(verified(await exportOf(org), keysOf(t))).toMatchObject({ valid: true, audit_events: 1203 });
  });

  it('has the events up to its start while others are added', async () => {
    const org = await analyzed();
    await lengthenChain(t, org.id, 2000);
    const [text] = await Promise.all([exportOf(org), recordEvents(t, org.id, 20)]);
    const report = verified(text, keysOf(t));
    expect(report.valid).toBe(true);
    expect(report.audit_length).toBeGreaterThanOrEqual(2000);
  });
});

describe('an export of a chain with which the owner of the database', () => {
  it.each(Object.entries(TAMPERING))(
    '%s is not valid, and the checkpoint endpoint says so',
    async (_what, change) => {
      const org = await grcOrganization(actors);
      await recordEvents(t, org.id, 6);
      const kept = { source: 'kept', envelope: (await org.grc.data('audit-events/checkpoint')).envelope };
      await runJob();
      expect(verified(await exportOf(org), keysOf(t), [kept])).toMatchObject({
        valid: true,
        checkpoints_checked: 2,
      });
      await change(t, org.id);
      const checkpoint = await org.grc.data('audit-events/checkpoint');
      expect(checkpoint).toMatchObject({ consistent: false, broken_at: expect.anything() });
      expect(verified(await exportOf(org), keysOf(t), [kept]).valid).toBe(false);
      // Also without the checkpoints of the server, which the owner can remove.
      await t.rows('ALTER TABLE audit_statement DISABLE TRIGGER USER');
      await t.rows('DELETE FROM audit_statement WHERE chain_id = $1', [org.id]);
      await t.rows('ALTER TABLE audit_statement ENABLE TRIGGER USER');
      const { valid, breaks } = verified(await exportOf(org), keysOf(t), [kept]);
      expect([valid, breaks.length > 0]).toEqual([false, true]);
    },
  );
});

describe('a damaged export', () => {
  const UNSIGNED = /end: it has more than what was signed/;
  const atEnd = (text: string, what: RegExp, change: string): string =>
    text.replace(/[^\n]*\n$/, (last) => last.replace(what, change));
  const line = (text: string, n: number): string => text.split('\n')[n] ?? '';
  const DAMAGE: Readonly<Record<string, [change: (text: string) => string, reason: RegExp]>> = {
    'is cut off at a line': [(text) => text.split('\n').slice(0, -2).join('\n'), /cut off, or not signed/],
    'is cut off within a line': [(text) => text.slice(0, -40), /not a line of an export/],
    'lacks a snapshot': [(text) => text.replace(`${line(text, 1)}\n`, ''), /missing|which it names/],
    'has an edited event': [(text) => text.replace('"action":"mcp.', '"action":"MCP.'), /changed/],
    'has an edited snapshot': [(text) => text.replace('"position":2,', '"position":3,'), /missing/],
    'has an edited checkpoint': [(text) => text.replace('"payload":"e', '"payload":"f'), /not signed/],
    'has another space': [
      (text) => text.replace('{"type":"audit_event"', '{ "type":"audit_event"'),
      /sha256/,
    ],
    'has a line twice': [
      (text) => text.replace(line(text, 2), `${line(text, 2)}\n${line(text, 2)}`),
      /missing/,
    ],
    'has lines after its end': [(text) => `${text}${line(text, 1)}\n`, /wrong place/],
    'has no header': [(text) => text.slice(text.indexOf('\n') + 1), /wrong place/],
    'has the header of another organization': [
      (text) => text.replace(/"organization_id":"\w/, '"organization_id":"X'),
      /not that of an export/,
    ],
    'has no signature': [
      (text) => text.replace(/"signatures":\[[^\]]*\]\}\}\n$/, '"signatures":[]}}\n'),
      /end: .*not signed/,
    ],
    'is not JSON': [() => 'PK\u0003\u0004 nothing\n', /not a line/],
    'has a field in its last line': [
      (text) => atEnd(text, /"type":"end",/, '"type":"end","note":"approved",'),
      UNSIGNED,
    ],
    'has a field in the envelope of its last line': [
      (text) => atEnd(text, /"envelope":\{/, '"envelope":{"approved":true,'),
      UNSIGNED,
    ],
    'has a field in a signature of its last line': [
      (text) => atEnd(text, /"keyid":/, '"by":"root","keyid":'),
      UNSIGNED,
    ],
    'has a second signature in its last line': [
      (text) => atEnd(text, /"signatures":\[/, '"signatures":[{"keyid":"approved","sig":"AAAA"},'),
      UNSIGNED,
    ],
    'has other text in the payload of its last line': [
      (text) => atEnd(text, /"payload":"/, '"payload":"!approved!'),
      UNSIGNED,
    ],
    'has other text in the signature of its last line': [
      (text) => atEnd(text, /"sig":"/, '"sig":"!approved!'),
      UNSIGNED,
    ],
    'has its type twice in its last line': [
      (text) => atEnd(text, /"type":"end",/, '"type":"note","type":"end",'),
      UNSIGNED,
    ],
    'has blanks in its last line': [(text) => atEnd(text, /"type":/, '"type": '), UNSIGNED],
    'is empty': [() => '', /header: it is missing/],
    'has a line of 5 MiB': [(text) => `${text.slice(0, -1)}${' '.repeat(5 * 1024 * 1024)}\n`, /longer than/],
  };

  it.each(Object.entries(DAMAGE))('that %s is not valid', async (_what, [change, reason]) => {
    const org = await analyzed();
    await runJob();
    const text = await exportOf(org);
    const damaged = change(text);
    expect(damaged).not.toBe(text);
    const { valid, breaks } = verified(damaged, keysOf(t));
    expect(valid).toBe(false);
    expect(breaks.map((each) => `${each.where}: ${each.reason}`).join('\n')).toMatch(reason);
  });

  it('is not valid with another key, whatever the id of the key', async () => {
    const text = await exportOf(await analyzed());
    const other = ed25519PublicJwk(generateKeyPairSync('ed25519').publicKey);
    const [{ kid } = { kid: '' }] = keysOf(t);
    for (const key of [other, { ...other, kid }]) {
      expect(verified(text, [key]).breaks).toEqual([
        { line: expect.any(Number), where: 'end', reason: 'it is not signed by one of the keys' },
      ]);
    }
  });

  it('names the snapshot that an event has, and the export has not', async () => {
    const org = await analyzed();
    await t.rows('ALTER TABLE snapshot DISABLE TRIGGER USER');
    await t.rows('ALTER TABLE control_result DISABLE TRIGGER USER');
    await t.rows(
      'DELETE FROM control_result WHERE snapshot_id IN (SELECT id FROM snapshot WHERE org_id = $1 AND position = 2)',
      [org.id],
    );
    await t.rows('DELETE FROM snapshot WHERE org_id = $1 AND position = 2', [org.id]);
    await t.rows('ALTER TABLE control_result ENABLE TRIGGER USER');
    await t.rows('ALTER TABLE snapshot ENABLE TRIGGER USER');
    const { valid, breaks } = verified(await exportOf(org), keysOf(t));
    expect(valid).toBe(false);
    expect(breaks[0]?.reason).toMatch(/^the export lacks snapshot /);
  });

  it('does not hide what a kept checkpoint says', async () => {
    const org = await grcOrganization(actors);
    const [{ envelope: own }, { envelope: foreign }] = [
      await org.grc.data('audit-events/checkpoint'),
      await (await grcOrganization(actors)).grc.data('audit-events/checkpoint'),
    ];
    await tamper(t, `UPDATE audit_event SET action = 'a.b' WHERE chain_id = $1`, [org.id]);
    const { envelope: inconsistent } = await org.grc.data('audit-events/checkpoint');
    const text = await exportOf(org);
    const reasons = verified(
      text,
      keysOf(t),
      [own, foreign, inconsistent, {}, null, { ...own, signatures: [] }].map((envelope, n) => ({
        source: String(n),
        envelope,
      })),
    ).breaks.map(({ where, reason }) => `${where}: ${reason}`);
    expect(reasons).toEqual(
      expect.arrayContaining([
        'checkpoint 1: it is of another chain',
        'checkpoint 2: the hub has signed that the chain was broken at position 1 (changed)',
        'checkpoint 3: it is not signed by one of the keys',
        'checkpoint 4: it is not signed by one of the keys',
        'checkpoint 5: it is not signed by one of the keys',
        'audit event 1: changed',
      ]),
    );
  });
});
