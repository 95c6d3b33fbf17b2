import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ReportDataService } from '../../../src/reports/data/report-data.service.js';
import { aFinding, anAnalysis, aTool } from '../../support/analyses.js';
import { aMcp } from '../../support/catalog.js';
import { grcOrganization, useAnalyses } from '../../support/grc.js';
import { useHub } from '../../support/suite.js';

const { t, actors } = await useHub({ RATE_LIMIT_GRC: '100000' });
const analyses = useAnalyses(t);

let reports: ReportDataService;
beforeAll(() => {
  reports = t.app.get(ReportDataService, { strict: false });
});

const NOW = new Date('2026-01-31T14:05:06.789Z');
const scored = async (global: number) => {
  const { report } = await anAnalysis();
  return { scores: { ...report.scores, global_score: global } };
};

describe('the data of a report about a snapshot', () => {
  it('is not found without the organization, the snapshot or its MCP', async () => {
    const org = await grcOrganization(actors);
    const mcp = await analyses.mcp(org);
    await expect(reports.ofSnapshot(randomUUID(), mcp.snapshotId, NOW)).rejects.toThrow('organization');
    await expect(reports.ofSnapshot(org.id, randomUUID(), NOW)).rejects.toThrow('snapshot');
    await t.rows('DELETE FROM mcp WHERE id = $1', [mcp.id]);
    await expect(reports.ofSnapshot(org.id, mcp.snapshotId, NOW)).rejects.toThrow('snapshot');
  });

  it('agrees with the stored snapshot about scores, controls, findings and the chain', async () => {
    const org = await grcOrganization(actors);
    const [low, critical] = [aFinding({ severity: 'low' }), aFinding({ severity: 'critical' })];
    const mcp = await analyses.mcp(org, { ...(await scored(71)), findings: [low, critical] });
    const data = await reports.ofSnapshot(org.id, mcp.snapshotId, NOW);
    const [stored] = await t.rows<Record<string, string>>('SELECT * FROM snapshot WHERE id = $1', [
      mcp.snapshotId,
    ]);
    expect(data).toMatchObject({
      generated_at: NOW.toISOString(),
      organization: { id: org.id, name: org.slug },
      mcp: { id: mcp.id },
      version: { id: mcp.versionId },
      snapshot: { id: mcp.snapshotId, global_score: 71, finding_counts: { total: 2, critical: 1, low: 1 } },
      difference: null,
      evidence: { position: 1, previous_snapshot_id: null, previous_hash: `sha256:${'0'.repeat(64)}` },
    });
    expect(data.evidence.snapshot_hash).toBe(stored?.['snapshot_hash']);
    expect(stored?.['sbom_key']).toContain(data.evidence.sbom.replace('sha256:', ''));
    expect(data.evidence.source).toBe(stored?.['tarball_sha256']);
    expect(data.findings.map(({ fingerprint, status }) => [fingerprint, status])).toEqual([
      [critical.fingerprint, 'open'],
      [low.fingerprint, 'open'],
    ]);
    expect(data.groups.map(({ severity }) => severity)).toEqual(['critical', 'low']);
    expect(data.rule_counts).toEqual([
      { rule_id: 'MCP-A001', title: critical.title, severity: 'critical', findings: 1 },
      { rule_id: 'MCP-A001', title: critical.title, severity: 'low', findings: 1 },
    ]);
    expect(data.controls.length).toBeGreaterThan(10);
  });

  it('has what differs from the snapshot before', async () => {
    const org = await grcOrganization(actors);
    const [gone, kept, added] = [aFinding(), aFinding(), aFinding({ severity: 'critical' })];
    const mcp = await analyses.mcp(org, { ...(await scored(80)), findings: [gone, kept] });
    const { report } = await anAnalysis();
    const surface = { ...report.mcp_surface, tools: ['run'], tool_details: [aTool('run')] };
    const second = await analyses.record(mcp.versionId, {
      ...(await scored(60)),
      findings: [kept, added],
      mcp_surface: surface,
    });
    expect((await reports.ofSnapshot(org.id, second, NOW)).difference).toMatchObject({
      snapshot_id: mcp.snapshotId,
      scores: { global_score: 80 },
      same_toolchain: true,
      findings: { added: { total: 1, critical: 1 }, removed: { total: 1, high: 1 } },
      tools_added: ['run'],
      tools_removed: [],
    });
  });

  it("has the organization's own suppressions only", async () => {
    const [org, other] = [await grcOrganization(actors), await grcOrganization(actors)];
    const mcp = await analyses.mcp(org, { findings: [aFinding()] });
    await t.rows(
      `INSERT INTO suppression (id, org_id, finding_id, reason, author_type, author_name, created_at, expires_at)
       SELECT $1, $2, id, 'Only in tests.', 'user', 'Ada', now(), now() + interval '1 day' FROM finding WHERE mcp_id = $3`,
      [randomUUID(), org.id, mcp.id],
    );
    const own = await reports.ofSnapshot(org.id, mcp.snapshotId, NOW);
    expect(own.findings[0]?.suppression).toMatchObject({ reason: 'Only in tests.', author_name: 'Ada' });
    await expect(reports.ofSnapshot(other.id, mcp.snapshotId, NOW)).rejects.toThrow('snapshot');
    await t.rows(`UPDATE mcp SET visibility = 'public' WHERE id = $1`, [mcp.id]);
    const foreign = await reports.ofSnapshot(other.id, mcp.snapshotId, NOW);
    expect(foreign.findings[0]?.suppression).toBeNull();
  });
});

describe('the data of a report about an organization', () => {
  it('is not found without the organization', async () => {
    await expect(reports.ofOrganization(randomUUID(), new Date())).rejects.toThrow('organization');
  });

  it('lists the servers with the most critical findings first, and agrees with the GRC API', async () => {
    const org = await grcOrganization(actors);
    const clean = await analyses.mcp(org, await scored(90));
    const bad = await analyses.mcp(org, {
      ...(await scored(50)),
      findings: [aFinding({ severity: 'critical' }), aFinding()],
    });
    const pending = await aMcp(t, { org_id: org.id });
    const data = await reports.ofOrganization(org.id, new Date());
    const { generated_at: _at, ...posture } = await org.grc.data('risk-posture');
    expect(data.posture).toMatchObject(posture);
    expect(
      data.mcps.map(({ id, global_score: score, open }) => [id, score, open.critical, open.high]),
    ).toEqual([
      [bad.id, 50, 1, 1],
      [clean.id, 90, 0, 0],
      [pending.id, null, 0, 0],
    ]);
    expect(data.trend).toHaveLength(27);
    expect(data.trend[0]).toMatchObject({ analyzed: 0, average: null });
    expect(data.trend.at(-1)).toMatchObject({ analyzed: 2, average: 70 });
    expect(data.controls.reduce((sum, { passed, failed }) => sum + passed + failed, 0)).toBeGreaterThan(0);
  });
});
