import { describe, expect, it } from '@jest/globals';
import { aFinding, anAnalysis } from '../../support/analyses.js';
import { aMcp } from '../../support/catalog.js';
import { grcOrganization, useAnalyses } from '../../support/grc.js';
import { useHub } from '../../support/suite.js';

const { t, actors } = await useHub({ RATE_LIMIT_GRC: '100000' });
const analyses = useAnalyses(t);

const scores = async (global: number) => {
  const { report } = await anAnalysis();
  return { scores: { ...report.scores, global_score: global } };
};

describe('GET /api/v1/grc/risk-posture', () => {
  it('of an organization without MCPs has a number wherever one belongs', async () => {
    const { id, slug, grc } = await grcOrganization(actors);
    expect(await grc.data('risk-posture')).toEqual({
      organization_id: id,
      organization_name: slug,
      generated_at: expect.stringMatching(/Z$/),
      summary: {
        total_mcps: 0,
        mcps_analyzed: 0,
        mcps_pending: 0,
        avg_global_score: 0,
        avg_security_score: 0,
        avg_supply_chain_score: 0,
        avg_maturity_score: 0,
      },
      certification_distribution: {
        level_0_not_compliant: 0,
        level_1_baseline: 0,
        level_2_standard: 0,
        level_3_advanced: 0,
      },
      severity_totals: { critical: 0, high: 0, medium: 0, low: 0, info: 0 },
      top_risks: [],
      risk_trend: {
        period: '30d',
        avg_score_start: 0,
        avg_score_end: 0,
        direction: 'stable',
        new_critical_findings: 0,
        resolved_critical_findings: 0,
      },
    });
  });

  it('has averages and levels of the current snapshots, and counts MCPs without a complete one as pending', async () => {
    const org = await grcOrganization(actors);
    await analyses.mcp(org, { ...(await scores(80)), certification_level: 2 });
    const lower = await analyses.mcp(org, { ...(await scores(61)), certification_level: 0 });
    const incomplete = { complete: false, incomplete_reasons: ['a reason'] };
    await analyses.record(lower.versionId, { ...(await scores(10)), ...incomplete });
    await analyses.mcp(org, { ...(await scores(20)), ...incomplete });
    await aMcp(t, { org_id: org.id });
    // Another organization's, and one of the platform.
    await analyses.mcp(await grcOrganization(actors), await scores(1));
    await aMcp(t);
    const { summary, certification_distribution: levels } = await org.grc.data('risk-posture');
    expect(summary).toMatchObject({
      total_mcps: 4,
      mcps_analyzed: 2,
      mcps_pending: 2,
      avg_global_score: 70.5,
    });
    expect(levels).toEqual({
      level_0_not_compliant: 1,
      level_1_baseline: 0,
      level_2_standard: 1,
      level_3_advanced: 0,
    });
  });

  it('shows the newest version of an MCP, also when an older one is analyzed again', async () => {
    const org = await grcOrganization(actors);
    const mcp = await analyses.mcp(org, await scores(30));
    const newer = await mcp.version();
    expect((await org.grc.data('risk-posture')).summary.avg_global_score).toBe(30);
    await analyses.record(newer.id, await scores(90));
    await analyses.record(mcp.versionId, await scores(40));
    expect((await org.grc.data('risk-posture')).summary.avg_global_score).toBe(90);
  });

  it('counts open findings by severity, as the filtered lists do', async () => {
    const org = await grcOrganization(actors);
    const findings = (['critical', 'high', 'high', 'medium', 'low', 'low', 'low'] as const).map((severity) =>
      aFinding({ severity }),
    );
    const mcp = await analyses.mcp(org, { findings });
    await analyses.mcp(org, { findings: [aFinding({ severity: 'critical' })] });
    await analyses.record(mcp.versionId, { findings: findings.slice(1) });
    const { severity_totals: totals } = await org.grc.data('risk-posture');
    expect(totals).toEqual({ critical: 1, high: 2, medium: 1, low: 3, info: 0 });
    for (const [severity, count] of Object.entries(totals)) {
      const { total } = await org.grc.data(`vulnerabilities?severity=${severity}&status=open`);
      expect([severity, total]).toEqual([severity, count]);
    }
  });

  it('lists the MCPs with the most severe findings first, at most ten', async () => {
    const org = await grcOrganization(actors);
    const high = await analyses.mcp(org, { findings: [aFinding({ severity: 'high' })] });
    const critical = await analyses.mcp(org, { findings: [aFinding({ severity: 'critical' })] });
    const low = await analyses.mcp(org, await scores(5));
    for (let count = 0; count < 9; count += 1) await analyses.mcp(org, await scores(99));
    const { top_risks: risks } = await org.grc.data('risk-posture');
    expect(risks).toHaveLength(10);
    expect(risks.slice(0, 3).map(({ mcp_id: id }: { mcp_id: string }) => id)).toEqual([
      critical.id,
      high.id,
      low.id,
    ]);
    expect(risks[0]).toEqual({
      mcp_id: critical.id,
      mcp_name: critical.name,
      global_score: 85,
      cert_level: 2,
      critical_findings: 1,
      high_findings: 0,
      last_analyzed_at: expect.stringMatching(/Z$/),
    });
  });

  it.each([
    [50, 80, 'improving'],
    [80, 50, 'declining'],
    [80, 81, 'stable'],
    [81, 80, 'stable'],
    [80, 82, 'improving'],
  ])('from %i to %i in thirty days is %s', async (before, after, direction) => {
    const org = await grcOrganization(actors);
    const mcp = await aMcp(t, { org_id: org.id });
    const version = await mcp.version();
    const ago = (days: number): Date => new Date(Date.now() - days * 24 * 3_600_000);
    await version.snapshot({ global_score: 1, created_at: ago(60) });
    await version.snapshot({ global_score: before, created_at: ago(31) });
    await version.snapshot({ global_score: after, created_at: ago(29) });
    const { risk_trend: trend } = await org.grc.data('risk-posture');
    expect(trend).toMatchObject({ avg_score_start: before, avg_score_end: after, direction });
  });

  it('counts critical findings that opened or were resolved in thirty days', async () => {
    const org = await grcOrganization(actors);
    const findings = Array.from({ length: 4 }, () => aFinding({ severity: 'critical' }));
    const mcp = await analyses.mcp(org, { findings: [...findings, aFinding({ severity: 'high' })] });
    await t.rows(
      `UPDATE finding SET first_detected_at = now() - interval '31 days' WHERE org_id = $1 AND fingerprint = ANY ($2)`,
      [org.id, findings.slice(0, 3).map(({ fingerprint }) => fingerprint)],
    );
    await analyses.record(mcp.versionId, { findings: findings.slice(2) });
    const { risk_trend: trend } = await org.grc.data('risk-posture');
    expect(trend).toMatchObject({ new_critical_findings: 1, resolved_critical_findings: 2 });
  });
});

describe('GET /api/v1/grc/compliance/owasp-mcp-top10', () => {
  const RISKS = [
    ['MCP01', 'Token & Credential Mismanagement', ['E']],
    ['MCP02', 'Tool Poisoning', ['L']],
    ['MCP03', 'Prompt Injection via MCP', ['K']],
    ['MCP04', 'Excessive Permissions', ['C']],
    ['MCP05', 'Command & Code Injection', ['A', 'B', 'D']],
    ['MCP06', 'Data Exfiltration', ['F', 'G']],
    ['MCP07', 'Insecure Communication', ['H']],
    ['MCP08', 'Insecure Storage', ['I']],
    ['MCP09', 'Insufficient Logging', ['J']],
    ['MCP10', 'Denial of Service', ['M', 'N']],
  ] as const;

  it('has the ten risks of the fixed mapping, all compliant without findings', async () => {
    const { grc } = await grcOrganization(actors);
    const { risks, overall_compliance_rate: rate, framework } = await grc.data('compliance/owasp-mcp-top10');
    expect([framework, rate]).toEqual(['OWASP MCP Top 10', 1]);
    expect(risks).toEqual(
      RISKS.map(([id, name, classes]) => ({
        risk_id: id,
        risk_name: name,
        mapped_vulnerability_classes: classes,
        finding_count: 0,
        affected_mcps: 0,
        max_severity: null,
        status: 'compliant',
        findings_url: `/api/v1/grc/vulnerabilities?owasp_mcp=${id}&status=open`,
      })),
    );
  });

  it('counts open findings, whose list has the same total', async () => {
    const org = await grcOrganization(actors);
    const shell = aFinding({ severity: 'medium' });
    const secret = aFinding({ vulnerability_class: 'E', owasp_mcp: 'MCP01', severity: 'low' });
    const findings = [shell, aFinding({ severity: 'high' }), secret];
    const mcp = await analyses.mcp(org, { findings });
    await analyses.mcp(org, { findings: [shell] });
    await analyses.record(mcp.versionId, { findings: findings.slice(0, 2) });
    const { risks, overall_compliance_rate: rate } = await org.grc.data('compliance/owasp-mcp-top10');
    expect(rate).toBe(0.9);
    for (const risk of risks as { risk_id: string; finding_count: number; findings_url: string }[]) {
      const { total } = await org.grc.data(risk.findings_url.replace('/api/v1/grc/', ''));
      expect([risk.risk_id, total]).toEqual([risk.risk_id, risk.finding_count]);
    }
    expect(risks[4]).toMatchObject({
      finding_count: 3,
      affected_mcps: 2,
      max_severity: 'high',
      status: 'non_compliant',
    });
    expect(risks[0]).toMatchObject({ finding_count: 0, max_severity: null, status: 'compliant' });
  });

  it('names the published titles beside its own', async () => {
    const { grc } = await grcOrganization(actors);
    const { crosswalk } = await grc.data('compliance/owasp-mcp-top10');
    expect(crosswalk).toHaveLength(10);
    expect(crosswalk[2]).toEqual({ risk_id: 'MCP03', published_title: 'Tool Poisoning' });
  });
});

describe('the counts of findings', () => {
  const counted = (orgId: string) =>
    t.rows(
      `SELECT mcp_id, org_id, severity, vulnerability_class, status, count FROM finding_count
        WHERE org_id = $1 AND count <> 0 ORDER BY 1, 3, 4, 5`,
      [orgId],
    );
  const actual = (orgId: string) =>
    t.rows(
      `SELECT mcp_id, org_id, severity, vulnerability_class, status, count(*)::integer AS count FROM finding
        WHERE org_id = $1 GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 3, 4, 5`,
      [orgId],
    );

  it('follow findings that open, change, are resolved, and go with their MCP', async () => {
    const org = await grcOrganization(actors);
    const finding = aFinding({ severity: 'high' });
    const mcp = await analyses.mcp(org, { findings: [finding, aFinding()] });
    const kept = await analyses.mcp(org, { findings: [aFinding({ severity: 'low' })] });
    for (const findings of [[{ ...finding, severity: 'critical' as const }], [], [finding]]) {
      await analyses.record(mcp.versionId, { findings });
      expect(await counted(org.id)).toEqual(await actual(org.id));
    }
    await t.rows('DELETE FROM mcp WHERE id = $1', [mcp.id]);
    expect(await counted(org.id)).toEqual(await actual(org.id));
    expect((await org.grc.data('vulnerabilities')).vulnerabilities).toMatchObject([{ mcp_id: kept.id }]);
  });

  it('come to an organization with an MCP of the platform', async () => {
    const org = await grcOrganization(actors);
    const mcp = await aMcp(t);
    await analyses.record((await mcp.version()).id, {
      findings: [aFinding(), aFinding({ severity: 'low' })],
    });
    expect((await org.grc.data('vulnerabilities')).total).toBe(0);
    await t.rows('UPDATE mcp SET org_id = $2 WHERE id = $1', [mcp.id, org.id]);
    expect((await org.grc.data('vulnerabilities')).total).toBe(2);
    expect(await counted(org.id)).toEqual(await actual(org.id));
    expect((await org.grc.data('risk-posture')).severity_totals).toMatchObject({ high: 1, low: 1 });
  });
});
