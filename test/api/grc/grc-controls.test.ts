import { describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { CONTROL_CATALOG, CONTROLS_CATALOG_VERSION } from '@mcp-hub/analyzer/catalogs';
import { aFinding, anAnalysis } from '../../support/analyses.js';
import { grcOrganization, useAnalyses, type GrcClient } from '../../support/grc.js';
import { useHub } from '../../support/suite.js';
import { UnitOfWork } from '../../../src/storage/database/unit-of-work.js';

const { t, actors } = await useHub({ RATE_LIMIT_GRC: '100000' });
const analyses = useAnalyses(t);

interface Result {
  readonly mcp_id: string;
  readonly passed: boolean;
  readonly evidence_finding_ids: readonly string[];
}

interface Control {
  readonly control_id: string;
  readonly control_name: string;
  readonly category: string;
  readonly results_by_mcp: readonly Result[];
  readonly org_pass_rate: number;
  readonly org_pass_count: number;
  readonly org_fail_count: number;
}

const controlsOf = async (grc: GrcClient, query = ''): Promise<readonly Control[]> =>
  (await grc.data(`controls${query}`)).controls as Control[];

const IDS = CONTROL_CATALOG.map(({ id }) => id);

/** The results of all controls: the named ones fail, because of findings. */
const results = async (failed: Readonly<Record<string, readonly string[]>>) =>
  (await anAnalysis()).report.controls.map((control) => {
    const evidence = failed[control.control_id];
    return {
      ...control,
      passed: evidence === undefined,
      applicable: true,
      observable: true,
      severity: 'high',
      message: evidence === undefined ? 'as it should be' : `failed for ${evidence.length} findings`,
      evidence_fingerprints: [...(evidence ?? [])],
    };
  });

const SHELL = aFinding({ title: 'shell' });
const PATH = aFinding({ title: 'path', vulnerability_class: 'B' });

/** An organization whose first MCP fails two controls and whose second one passes all; a third one is not analyzed. */
async function assessedOrganization() {
  const org = await grcOrganization(actors);
  const failing = await analyses.mcp(org, {
    findings: [SHELL, PATH],
    controls: await results({ 'SEC-001': [SHELL.fingerprint, PATH.fingerprint], 'MAT-002': [] }),
  });
  const passing = await analyses.mcp(org, { controls: await results({}) });
  const pending = await analyses.mcp(org, { complete: false, controls: await results({ 'SEC-005': [] }) });
  return { ...org, failing, passing, pending };
}

/** Copies an MCP with a version, its snapshot and the results of its controls. */
async function copyMcp(mcpId: string, count: number): Promise<void> {
  const copyOf = (table: string, from: string, change: string): string => `
    INSERT INTO ${table}
    SELECT (jsonb_populate_record(o, ${change})).* FROM ${from}`;
  await t.rows(
    copyOf(
      'mcp',
      'mcp o, generate_series(1, $2::integer) n WHERE o.id = $1',
      `jsonb_build_object('id', gen_random_uuid(), 'name', o.name || n, 'name_key', o.name_key || n)`,
    ),
    [mcpId, count],
  );
  const copies = `mcp m, mcp original
    WHERE original.id = $1 AND m.org_id = original.org_id AND m.id <> original.id AND o.mcp_id = original.id`;
  await t.rows(
    copyOf('mcp_version', `mcp_version o, ${copies}`, `jsonb_build_object('id', m.id, 'mcp_id', m.id)`),
    [mcpId],
  );
  await t.rows(
    copyOf(
      'snapshot',
      `snapshot o, ${copies}`,
      `jsonb_build_object('id', m.id, 'mcp_id', m.id, 'version_id', m.id)`,
    ),
    [mcpId],
  );
  await t.rows(
    copyOf(
      'control_result',
      `control_result o JOIN snapshot s ON s.id = o.snapshot_id JOIN mcp original ON original.id = s.mcp_id
         JOIN mcp m ON m.org_id = original.org_id AND m.id <> original.id
        WHERE original.id = $1`,
      `jsonb_build_object('id', gen_random_uuid(), 'snapshot_id', m.id)`,
    ),
    [mcpId],
  );
}

/** Counts the statements about a table from now on. */
function statementsOf(table: string): () => number {
  const { mock } = jest.spyOn(t.app.get(UnitOfWork, { strict: false }), 'rows').mockClear();
  return () => mock.calls.filter(([sql]) => sql.includes(table)).length;
}

describe('refused parameters', () => {
  it('mcp_id is 422 with the field named', async () => {
    const { grc } = await grcOrganization(actors);
    for (const value of ['', 'x', '0190c2a4', 'x'.repeat(5000), 'x&mcp_id=x', '%00']) {
      const { status, body } = await grc.get(`controls?mcp_id=${value}`);
      expect([status, body.error]).toEqual([422, 'invalid_parameters']);
      expect(body.message).toMatch(/^mcp_id /);
    }
  });
});

describe('controls of another organization', () => {
  it('are never shown, also by the id of an MCP or a finding that has the same fingerprint', async () => {
    const [org, foreign] = [await assessedOrganization(), await assessedOrganization()];
    for (const control of await controlsOf(org.grc, `?mcp_id=${foreign.failing.id}`)) {
      expect([control.results_by_mcp, control.org_pass_rate]).toEqual([[], 0]);
    }
    const { text } = await org.grc.get('controls');
    for (const { mcp_id: id, id: findingId } of (await foreign.grc.data('vulnerabilities')).vulnerabilities) {
      expect(text).not.toContain(id);
      expect(text).not.toContain(findingId);
    }
  });
});

describe('GET /api/v1/grc/controls', () => {
  it('has the 17 controls of the catalog, also without any MCP', async () => {
    const { grc } = await grcOrganization(actors);
    const { status, body, headers, text } = await grc.get('controls');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(body.data.controls_catalog_version).toBe(CONTROLS_CATALOG_VERSION);
    expect(body.data.total_controls).toBe(17);
    expect(body.data.controls).toEqual(
      CONTROL_CATALOG.map(({ id, name, category, isMcpCritical, weight }) => ({
        control_id: id,
        control_name: name,
        category,
        is_mcp_critical: isMcpCritical,
        weight,
        results_by_mcp: [],
        org_pass_rate: 0,
        org_fail_count: 0,
        org_pass_count: 0,
      })),
    );
    expect(text).not.toContain('null');
  });

  it('has the results of the current snapshots, with the findings that explain them', async () => {
    const { grc, failing, passing } = await assessedOrganization();
    const controls = await controlsOf(grc);
    const findings = (await grc.data(`vulnerabilities?mcp_id=${failing.id}`)).vulnerabilities;
    const [{ created_at: evaluatedAt } = { created_at: new Date(0) }] = await t.rows<{ created_at: Date }>(
      'SELECT created_at FROM snapshot WHERE id = $1',
      [failing.snapshotId],
    );
    const injection = controls.find(({ control_id: id }) => id === 'SEC-001');
    expect(injection).toMatchObject({ org_pass_rate: 0.5, org_fail_count: 1, org_pass_count: 1 });
    expect(injection?.results_by_mcp[0]).toEqual({
      mcp_id: failing.id,
      mcp_name: failing.name,
      passed: false,
      severity: 'high',
      message: 'failed for 2 findings',
      evidence_finding_ids: findings.map(({ id }: { id: string }) => id).sort(),
      evaluated_at: evaluatedAt.toISOString(),
      applicable: true,
      observable: true,
    });
    expect(injection?.results_by_mcp[1]).toMatchObject({
      mcp_id: passing.id,
      passed: true,
      evidence_finding_ids: [],
    });
    expect(controls.find(({ control_id: id }) => id === 'MAT-002')?.results_by_mcp[0]).toMatchObject({
      passed: false,
      evidence_finding_ids: [],
    });
    expect(controls.find(({ control_id: id }) => id === 'SEC-002')).toMatchObject({
      org_pass_rate: 1,
      org_fail_count: 0,
      org_pass_count: 2,
    });
  });

  it('has one MCP with mcp_id, and none for an MCP that does not exist', async () => {
    const { grc, passing } = await assessedOrganization();
    for (const { results_by_mcp: found } of await controlsOf(grc, `?mcp_id=${passing.id}`)) {
      expect(found.map(({ mcp_id: id }) => id)).toEqual([passing.id]);
    }
    for (const control of await controlsOf(grc, '?mcp_id=00000000-0000-4000-8000-000000000000')) {
      expect(control.results_by_mcp).toEqual([]);
    }
  });

  it('has another ETag after another analysis, and for another MCP', async () => {
    const { grc, passing, failing } = await assessedOrganization();
    const etag = async (path: string): Promise<string> => (await grc.get(path)).headers.get('etag') ?? '';
    const first = await etag('controls');
    expect(await etag('controls')).toBe(first);
    expect(await etag(`controls?mcp_id=${passing.id}`)).not.toBe(first);
    await analyses.record(failing.versionId, { controls: await results({}) });
    const second = await etag('controls');
    expect(second).not.toBe(first);
    await t.rows('UPDATE mcp SET name = $2 WHERE id = $1', [passing.id, `${passing.name}-renamed`]);
    expect(await etag('controls')).not.toBe(second);
    const { status } = await grc.get('controls', { 'if-none-match': first });
    expect(status).toBe(200);
  });

  it('reads the results of many MCPs at once, and streams them', async () => {
    const org = await grcOrganization(actors);
    const mcp = await analyses.mcp(org, { controls: await results({ 'SEC-003': [] }) });
    await copyMcp(mcp.id, 110);
    const read = statementsOf('control_result');
    const controls = await controlsOf(org.grc);
    // The numbers of findings, and the results.
    expect(read()).toBe(2);
    for (const { control_id: id, results_by_mcp: found, ...counts } of controls) {
      expect(new Set(found.map(({ mcp_id: mcpId }) => mcpId)).size).toBe(111);
      expect(counts).toMatchObject(
        id === 'SEC-003'
          ? { org_pass_count: 0, org_fail_count: 111, org_pass_rate: 0 }
          : { org_pass_count: 111, org_fail_count: 0, org_pass_rate: 1 },
      );
    }
    expect(await org.grc.data('controls/summary')).toMatchObject({
      total_evaluations: 17 * 111,
      failed: 111,
      worst_controls: [{ control_id: 'SEC-003', fail_count: 111 }],
    });
  });
});

describe('results that many findings explain', () => {
  const FINDINGS_OF_EACH = 1000;
  const fingerprints = Array.from({ length: FINDINGS_OF_EACH }, (_each, index) => `fingerprint-${index}`);

  it.each([
    ['read at once up to 40,000 ids and results', 39, 2],
    ['read in parts above', 40, 1 + 17 * 2],
  ])('are %s: %d MCPs', async (_how, count, statements) => {
    const org = await grcOrganization(actors);
    const mcp = await analyses.mcp(org, {
      findings: [SHELL],
      controls: await results({ 'SEC-001': [...fingerprints.slice(1), SHELL.fingerprint] }),
    });
    await copyMcp(mcp.id, count - 1);
    const read = statementsOf('control_result');
    const controls = await controlsOf(org.grc);
    expect(read()).toBe(statements);
    expect(controls.map(({ control_id: id }) => id)).toEqual(IDS);
    const [first] = controls;
    for (const { control_id: id, results_by_mcp: found, ...counts } of controls) {
      expect(found.map(({ mcp_id: mcpId }) => mcpId)).toEqual(
        first?.results_by_mcp.map(({ mcp_id: mcpId }) => mcpId),
      );
      expect(new Set(found.map(({ mcp_id: mcpId }) => mcpId)).size).toBe(count);
      const failed = id === 'SEC-001' ? count : 0;
      expect(counts).toMatchObject({ org_pass_count: count - failed, org_fail_count: failed });
    }
    const [{ id: finding }] = (await org.grc.data('vulnerabilities')).vulnerabilities;
    const own = first?.results_by_mcp.find(({ mcp_id: mcpId }) => mcpId === mcp.id);
    expect(own?.evidence_finding_ids).toEqual([finding]);
  });
});

describe('GET /api/v1/grc/controls/summary', () => {
  it('has zeros without any MCP', async () => {
    const { grc } = await grcOrganization(actors);
    const none = { passed: 0, failed: 0, pass_rate: 0 };
    expect(await grc.data('controls/summary')).toEqual({
      total_evaluations: 0,
      ...none,
      by_category: { SECURITY: none, SUPPLY_CHAIN: none, MATURITY: none },
      worst_controls: [],
    });
  });

  it('counts the evaluations of the current snapshots', async () => {
    const { grc } = await assessedOrganization();
    expect(await grc.data('controls/summary')).toEqual({
      total_evaluations: 34,
      passed: 32,
      failed: 2,
      pass_rate: 0.9412,
      by_category: {
        SECURITY: { passed: 21, failed: 1, pass_rate: 0.9545 },
        SUPPLY_CHAIN: { passed: 6, failed: 0, pass_rate: 1 },
        MATURITY: { passed: 5, failed: 1, pass_rate: 0.8333 },
      },
      worst_controls: [
        { control_id: 'MAT-002', control_name: 'Automated tests', fail_count: 1 },
        { control_id: 'SEC-001', control_name: 'Injection prevention', fail_count: 1 },
      ],
    });
  });

  it('agrees with the controls for any results', async () => {
    const failures = fc.uniqueArray(fc.constantFrom(...IDS));
    await fc.assert(
      fc.asyncProperty(fc.array(failures, { maxLength: 4 }), async (mcps) => {
        const org = await grcOrganization(actors);
        for (const failed of mcps) {
          await analyses.mcp(org, {
            controls: await results(Object.fromEntries(failed.map((id) => [id, []]))),
          });
        }
        const controls = await controlsOf(org.grc);
        const summary = await org.grc.data('controls/summary');
        const sum = (field: 'org_pass_count' | 'org_fail_count', category?: string): number =>
          controls
            .filter((control) => category === undefined || control.category === category)
            .reduce((total, control) => total + control[field], 0);
        expect(controls.map(({ control_id: id }) => id)).toEqual(IDS);
        for (const control of controls) {
          expect(control.org_pass_count + control.org_fail_count).toBe(control.results_by_mcp.length);
          expect(control.org_pass_count).toBe(control.results_by_mcp.filter(({ passed }) => passed).length);
          expect(control.org_pass_rate).toBeGreaterThanOrEqual(0);
          expect(control.org_pass_rate).toBeLessThanOrEqual(1);
        }
        expect(summary).toMatchObject({
          total_evaluations: 17 * mcps.length,
          passed: sum('org_pass_count'),
          failed: sum('org_fail_count'),
        });
        expect(Number(summary.passed) + Number(summary.failed)).toBe(summary.total_evaluations);
        for (const [category, counts] of Object.entries(summary.by_category)) {
          expect(counts).toMatchObject({
            passed: sum('org_pass_count', category),
            failed: sum('org_fail_count', category),
          });
        }
        const worst = controls
          .filter(({ org_fail_count: failed }) => failed > 0)
          .sort((a, b) => b.org_fail_count - a.org_fail_count || (a.control_id < b.control_id ? -1 : 1))
          .slice(0, 5);
        expect(summary.worst_controls).toEqual(
          worst.map(({ control_id, control_name, org_fail_count: fail_count }) => ({
            control_id,
            control_name,
            fail_count,
          })),
        );
      }),
      { numRuns: 10 },
    );
  });
});
