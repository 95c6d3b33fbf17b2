import { CLASSES, VULNERABILITY_CLASSES, type VulnerabilityClass } from '@mcp-hub/analyzer/catalogs';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aFinding } from '../../support/analyses.js';
import { aMcp } from '../../support/catalog.js';
import { grcOrganization, useAnalyses, type GrcClient } from '../../support/grc.js';
import { makeHubObjects } from '../../support/hub-objects.js';
import { HUB_OPERATIONS } from '../../support/openapi-contract.js';
import { useHub } from '../../support/suite.js';

const { t, actors } = await useHub({ RATE_LIMIT_GRC: '100000' });
const analyses = useAnalyses(t);

/** Every operation of the GRC API, without the prefix of its path. */
const ENDPOINTS = HUB_OPERATIONS.filter(({ path }) => path.startsWith('/api/v1/grc/')).map(({ path }) =>
  path.replace('/api/v1/grc/', ''),
);
const SEVERITIES = ['critical', 'high', 'medium', 'low', 'info'];

/** The findings of one analysis: severity and class of each; null for an analysis that is incomplete. */
type Analysis = readonly { readonly severity: number; readonly letter: VulnerabilityClass }[] | null;

/** For each MCP of an organization the analyses of its version, one after the other. */
const anOrganization: fc.Arbitrary<readonly (readonly Analysis[])[]> = fc.array(
  fc.array(
    fc.option(
      fc.array(fc.record({ severity: fc.nat(3), letter: fc.constantFrom(...VULNERABILITY_CLASSES) }), {
        maxLength: 6,
      }),
      { freq: 4 },
    ),
    { maxLength: 3 },
  ),
  { maxLength: 4 },
);

/** A finding that is the same in all analyses of an MCP if it has the same position and class. */
const reported = (letter: VulnerabilityClass, severity: number, index: number) =>
  aFinding({
    vulnerability_class: letter,
    owasp_mcp: CLASSES[letter].risk,
    severity: SEVERITIES[severity] as 'high',
    fingerprint: `${letter}-${index}`,
  });

async function made(mcps: readonly (readonly Analysis[])[]) {
  const org = await grcOrganization(actors);
  for (const versions of mcps) {
    const mcp = await aMcp(t, { org_id: org.id });
    const { id } = await mcp.version();
    for (const analysis of versions) {
      const findings = (analysis ?? []).map(({ severity, letter }, index) =>
        reported(letter, severity, index),
      );
      await analyses.record(id, {
        findings,
        ...(analysis === null && { complete: false, incomplete_reasons: ['a reason'] }),
      });
    }
  }
  return org;
}

/** All values in an answer. */
function* valuesIn(value: unknown, path = ''): Generator<[path: string, value: unknown]> {
  yield [path, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, child] of Object.entries(value)) yield* valuesIn(child, `${path}/${key}`);
}

type Counts = Readonly<Record<string, number>>;

interface Posture {
  readonly severity_totals: Counts;
  readonly certification_distribution: Counts;
  readonly summary: Counts;
}

interface Risk {
  readonly risk_id: string;
  readonly findings_url: string;
  readonly finding_count: number;
  readonly status: string;
  readonly max_severity: string | null;
}

interface Control {
  readonly results_by_mcp: readonly object[];
  readonly org_pass_count: number;
  readonly org_fail_count: number;
}

const sum = (counts: Counts): number => Object.values(counts).reduce((all, each) => all + each, 0);

async function expectConsistent(grc: GrcClient): Promise<void> {
  const posture = (await grc.data('risk-posture')) as Posture;
  for (const severity of SEVERITIES) {
    const { total } = await grc.data(`vulnerabilities?status=open&severity=${severity}`);
    expect([severity, posture.severity_totals[severity]]).toEqual([severity, total]);
  }
  expect(sum(posture.certification_distribution)).toBe(posture.summary['mcps_analyzed']);
  const { mcps_analyzed: analyzed = 0, mcps_pending: pending = 0, total_mcps: all } = posture.summary;
  expect(analyzed + pending).toBe(all);

  const { risks } = (await grc.data('compliance/owasp-mcp-top10')) as { risks: Risk[] };
  expect(risks).toHaveLength(10);
  let open = 0;
  for (const risk of risks) {
    const { total } = (await grc.data(risk.findings_url.replace('/api/v1/grc/', ''))) as { total: number };
    expect([risk.risk_id, risk.finding_count]).toEqual([risk.risk_id, total]);
    expect(risk.status).toBe(total === 0 ? 'compliant' : 'non_compliant');
    expect(risk.max_severity === null).toBe(total === 0);
    open += total;
  }
  expect(open).toBe(sum(posture.severity_totals));

  const { total_controls: number, controls } = (await grc.data('controls')) as {
    total_controls: number;
    controls: Control[];
  };
  const summary = (await grc.data('controls/summary')) as Counts;
  expect([number, controls.length]).toEqual([17, 17]);
  let evaluations = 0;
  for (const control of controls) {
    expect(control.results_by_mcp).toHaveLength(control.org_pass_count + control.org_fail_count);
    evaluations += control.results_by_mcp.length;
  }
  expect(summary['total_evaluations']).toBe(evaluations);
  expect((summary['passed'] ?? 0) + (summary['failed'] ?? 0)).toBe(evaluations);
}

async function expectNumbers(grc: GrcClient, path: string): Promise<void> {
  for (const [at, value] of valuesIn(await grc.data(path))) {
    if (typeof value !== 'number') continue;
    expect([at, Number.isFinite(value), value >= 0]).toEqual([at, true, true]);
    if (at.endsWith('rate')) expect(value).toBeLessThanOrEqual(1);
    if (at.includes('score')) expect(value).toBeLessThanOrEqual(100);
  }
}

describe('generated organizations', () => {
  it('have answers that agree with each other', async () => {
    await fc.assert(
      fc.asyncProperty(anOrganization, async (mcps) => {
        const { grc } = await made(mcps);
        await expectConsistent(grc);
        for (const path of ['risk-posture', 'controls', 'controls/summary', 'compliance/owasp-mcp-top10']) {
          await expectNumbers(grc, path);
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe('two organizations', () => {
  /** Every id, name and address that belongs to an organization. */
  async function secretsOf(orgId: string): Promise<string[]> {
    const rows = await t.rows<{ secret: string }>(
      `SELECT secret FROM (SELECT unnest(ARRAY[id::text, slug, name, display_name]) AS secret FROM organization WHERE id = $1
       UNION SELECT unnest(ARRAY[u.id::text, u.email, u.name]) FROM organization_member m
               JOIN hub_user u ON u.id = m.user_id WHERE m.org_id = $1
       UNION SELECT unnest(ARRAY[id::text, name]) FROM mcp WHERE org_id = $1
       UNION SELECT unnest(ARRAY[v.id::text, v.commit_hash]) FROM mcp_version v JOIN mcp m ON m.id = v.mcp_id
              WHERE m.org_id = $1
       UNION SELECT unnest(ARRAY[id::text, snapshot_hash, findings_key]) FROM snapshot WHERE org_id = $1
       UNION SELECT unnest(ARRAY[id::text, fingerprint]) FROM finding WHERE org_id = $1
       UNION SELECT id::text FROM control_result WHERE snapshot_id IN (SELECT id FROM snapshot WHERE org_id = $1)
       UNION SELECT unnest(ARRAY[id::text, encode(hash, 'hex')]) FROM audit_event WHERE org_id = $1
       UNION SELECT unnest(ARRAY[id::text, name]) FROM policy WHERE org_id = $1
       UNION SELECT id::text FROM service_token WHERE org_id = $1
       UNION SELECT unnest(ARRAY[id::text, email]) FROM invitation WHERE org_id = $1) found WHERE secret IS NOT NULL`,
      [orgId],
    );
    // Short or common texts are no secrets.
    return rows.map(({ secret }) => secret).filter((secret) => secret.length >= 10);
  }

  it('never see anything of each other in any answer or export', async () => {
    const orgs = [await grcOrganization(actors), await grcOrganization(actors)];
    for (const org of orgs) {
      await makeHubObjects(t, org.id);
      await analyses.mcp(org, { findings: [aFinding(), aFinding({ severity: 'low' })] });
    }
    for (const [own, other] of [orgs, orgs.toReversed()] as [(typeof orgs)[0], (typeof orgs)[0]][]) {
      const ownSecrets = new Set(await secretsOf(own.id));
      const foreign = (await secretsOf(other.id)).filter((secret) => !ownSecrets.has(secret));
      expect(foreign.length).toBeGreaterThan(20);
      let found = 0;
      for (const path of ENDPOINTS) {
        for (const format of ['', '?format=ndjson', '?format=csv']) {
          const { status, text } = await own.grc.get(path + format);
          if (status === 422) continue;
          expect([path + format, status]).toEqual([path + format, 200]);
          expect([path, foreign.filter((secret) => text.includes(secret))]).toEqual([path, []]);
          found += [...ownSecrets].filter((secret) => text.includes(secret)).length;
        }
      }
      // The search finds what is there.
      expect(found).toBeGreaterThan(20);
    }
  });
});
