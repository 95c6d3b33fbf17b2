import { randomUUID } from 'node:crypto';
import { CONTROL_CATALOG } from '@mcp-hub/analyzer/catalogs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { aFinding, anAnalysis } from '../../../support/analyses.js';
import { aControl, aMcp, aTerm } from '../../../support/catalog.js';
import { grcOrganization, GrcClient, useAnalyses } from '../../../support/grc.js';
import { useHub } from '../../../support/suite.js';

const { t, actors } = await useHub({ RATE_LIMIT_GRC: '100000' });
const analyses = useAnalyses(t);

const OPERATIONS = ['risk-posture', 'findings', 'compliance', 'controls', 'mcps'];
const DAY_MS = 86_400_000;
const dayAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS);

/** An organization with a reader for its members' operations. */
async function organization() {
  const org = await actors.organization();
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
  const read = async (path: string): Promise<any> => {
    const { status, body, text } = await org.owner.get(`/api/v1/orgs/${org.id}/${path}`);
    if (status !== 200) throw new Error(`${path} is ${status}: ${text}`);
    return body;
  };
  return { ...org, read };
}

const titlesIn = (body: { findings: { title: string }[] }): string[] =>
  body.findings.map(({ title }) => title);

describe.each(OPERATIONS)('GET /api/v1/orgs/{orgId}/%s', (operation) => {
  it('is refused for everybody but members and tokens that may read', async () => {
    const [org, other] = [await organization(), await organization()];
    const path = `/api/v1/orgs/${org.id}/${operation}`;
    const statusFor = async (client: { get(path: string): Promise<{ status: number }> }) =>
      (await client.get(path)).status;
    expect(await statusFor(actors.anonymous)).toBe(401);
    expect(await statusFor(other.owner)).toBe(404);
    expect(await statusFor(await actors.serviceToken(org.id, ['grc:read']))).toBe(403);
    expect(await statusFor(await actors.serviceToken(other.id, [`read:org:${org.id}`]))).toBe(404);
    expect(await statusFor(await actors.member(org.id, 'MEMBER'))).toBe(200);
    expect(await statusFor(await actors.serviceToken(org.id, [`read:org:${org.id}`]))).toBe(200);
    expect((await org.owner.get(`/api/v1/orgs/${randomUUID()}/${operation}`)).status).toBe(404);
  });

  it('needs no plan, and an organization that is not suspended', async () => {
    const org = await organization();
    await t.rows(`UPDATE organization SET plan = 'FREE' WHERE id = $1`, [org.id]);
    await expect(org.read(operation)).resolves.toBeDefined();
    await t.rows(`UPDATE organization SET status = 'SUSPENDED' WHERE id = $1`, [org.id]);
    expect((await org.owner.get(`/api/v1/orgs/${org.id}/${operation}`)).status).toBe(403);
  });
});

describe('parameters are refused', () => {
  it.each([
    ['days', 'risk-posture?days=31'],
    ['days', 'risk-posture?days='],
    ['days', 'risk-posture?days=30&days=90'],
    ['severity', 'findings?severity=info'],
    ['vulnerability_class', 'findings?vulnerability_class=O'],
    ['status', 'findings?status=closed'],
    ['mcp_id', 'findings?mcp_id=1'],
    ['rule_id', 'findings?rule_id='],
    ['owasp_mcp', 'findings?owasp_mcp=MCP11'],
    ['suppressed', 'findings?suppressed=yes'],
    ['q', 'findings?q=%00'],
    ['limit', 'findings?limit=101'],
    ['limit', 'controls?limit=0'],
    ['area_id', 'mcps?area_id=x'],
    ['min_level', 'mcps?min_level=4'],
    ['sort', 'mcps?sort=best'],
    ['q', 'mcps?q=a&query=b'],
  ])('%s of %s', async (field, path) => {
    const { id, owner } = await actors.organization();
    const { status, body } = await owner.get(`/api/v1/orgs/${id}/${path}`);
    expect([status, body.message]).toEqual([400, expect.stringMatching(`^${field} `)]);
  });
});

describe('the risk of an organization', () => {
  it('is that of the GRC API, with the trend of the period and a history of each day', async () => {
    const org = await organization();
    const grc = new GrcClient(await actors.serviceToken(org.id, ['grc:read']));
    await analyses.mcp(org, { findings: [aFinding({ severity: 'critical' })] });
    const { history, generated_at: at, ...posture } = await org.read('risk-posture');
    const { generated_at: _at, ...expected } = await grc.data('risk-posture');
    expect(posture).toEqual(expected);
    expect(history).toHaveLength(30);
    expect(history.at(-1)).toEqual({
      date: String(at).slice(0, 10),
      average_score: 85,
      mcps_analyzed: 1,
      open: { critical: 1, high: 0, medium: 0, low: 0 },
    });
    for (const days of [90, 365]) {
      const longer = await org.read(`risk-posture?days=${days}`);
      expect([longer.history.length, longer.risk_trend.period]).toEqual([days, `${days}d`]);
    }
  });

  it('follows current snapshots: those of newer versions count before newer ones of older versions', async () => {
    const org = await organization();
    const first = await aMcp(t, { org_id: org.id });
    const [old, newer] = [await first.version(), await first.version()];
    await old.snapshot({ global_score: 40, created_at: ago(200) });
    await old.snapshot({ global_score: 50, created_at: ago(9) });
    await newer.snapshot({ global_score: 80, created_at: ago(6) });
    await old.snapshot({ global_score: 10, created_at: ago(4) });
    await newer.snapshot({ global_score: 5, complete: false, created_at: ago(3) });
    const second = await aMcp(t, { org_id: org.id });
    await (await second.version()).snapshot({ global_score: 61, created_at: ago(2) });
    const other = await aMcp(t, { org_id: (await organization()).id });
    await (await other.version()).snapshot({ global_score: 1, created_at: ago(8) });
    const history = (await org.read('risk-posture')).history as Record<string, unknown>[];
    const on = (days: number) => history.find(({ date }) => date === dayAgo(days));
    expect(history[0]).toMatchObject({ average_score: 40, mcps_analyzed: 1 });
    expect([on(10), on(9), on(6), on(3), on(2)]).toMatchObject([
      { average_score: 40 },
      { average_score: 50 },
      { average_score: 80 },
      { average_score: 80, mcps_analyzed: 1 },
      { average_score: 70.5, mcps_analyzed: 2 },
    ]);
  });

  it('counts findings from their first day until they are resolved', async () => {
    const org = await organization();
    const findings = ['critical', 'high'].map((severity) => aFinding({ severity } as object));
    const mcp = await analyses.mcp(org, { findings });
    await analyses.record(mcp.versionId, { findings: findings.slice(1) });
    await t.rows(
      `UPDATE finding SET first_detected_at = $2, resolved_at = CASE WHEN status = 'resolved' THEN $3::timestamptz END
        WHERE mcp_id = $1`,
      [mcp.id, ago(5), ago(3)],
    );
    const { history } = await org.read('risk-posture');
    const open = (days: number) =>
      history.find(({ date }: { date: string }) => date === dayAgo(days)).open as Record<string, number>;
    expect([open(6), open(5), open(4), open(3), open(0)]).toMatchObject([
      { critical: 0, high: 0 },
      { critical: 1, high: 1 },
      { critical: 1, high: 1 },
      { critical: 0, high: 1 },
      { critical: 0, high: 1 },
    ]);
  });
});

describe('the findings of an organization', () => {
  let org: Awaited<ReturnType<typeof organization>>;
  let files: Awaited<ReturnType<typeof analyses.mcp>>;
  beforeAll(async () => {
    org = await organization();
    const findings = [
      aFinding({ title: 'low', severity: 'low' }),
      aFinding({ title: 'critical', severity: 'critical', rule_id: 'MCP-B002' }),
      aFinding({ title: 'high', vulnerability_class: 'E', owasp_mcp: 'MCP01' }),
      aFinding({ title: 'gone', severity: 'critical' }),
    ];
    files = await analyses.mcp(org, { findings }, 'org-findings/files');
    await analyses.record(files.versionId, { findings: findings.slice(0, 3) });
    await analyses.mcp(
      org,
      {
        findings: [
          aFinding({
            title: 'Other',
            severity: 'medium',
            location: { file_path: 'src/odd_name.py', start_line: 1, end_line: 1 },
          }),
        ],
      },
      'org-findings/mail',
    );
    await analyses.mcp(await organization(), { findings: [aFinding({ title: 'foreign' })] });
    const { findings: listed } = await org.read('findings?status=open&severity=low');
    await org.owner.post(`/api/v1/orgs/${org.id}/suppressions`, {
      finding_id: listed[0].id,
      reason: 'The tool runs in a container.',
      expires_at: new Date(Date.now() + DAY_MS).toISOString(),
    });
  });

  it('are listed worst first, each as in the list of its version', async () => {
    const body = await org.read('findings?status=open');
    expect(titlesIn(body)).toEqual(['critical', 'high', 'Other', 'low']);
    expect(body).toMatchObject({
      total: 4,
      limit: 20,
      offset: 0,
      severity_totals: { critical: 1, high: 1, medium: 1, low: 1 },
    });
    const { body: ofVersion } = await org.owner.get(
      `/api/v1/mcps/${files.id}/versions/${files.versionId}/findings`,
    );
    const own = body.findings.filter(({ mcp_id: id }: { mcp_id: string }) => id === files.id);
    const visible = { mcp_name: 'org-findings/files', visible_version: expect.stringMatching(/^commit-/) };
    expect(own).toEqual(ofVersion.findings.map((finding: object) => ({ ...finding, ...visible })));
    expect(own.at(-1).suppressions).toHaveLength(1);
  });

  it.each([
    ['', ['gone', 'critical', 'high', 'Other', 'low']],
    ['severity=critical,low', ['gone', 'critical', 'low']],
    ['vulnerability_class=E', ['high']],
    ['status=resolved', ['gone']],
    ['rule_id=MCP-B002', ['critical']],
    ['rule_id=MCP-B', []],
    ['owasp_mcp=MCP01', ['high']],
    ['suppressed=true', ['low']],
    ['suppressed=false&status=open', ['critical', 'high', 'Other']],
    ['q=OTHER', ['Other']],
    ['q=odd_name.PY', ['Other']],
    ['q=/mail', ['Other']],
    ['q=b002', ['critical']],
    ['q=%25', []],
    [`mcp_id=${randomUUID()}`, []],
  ])('are filtered by %s', async (query, expected) => {
    const body = await org.read(`findings?${query}`);
    expect(titlesIn(body).sort()).toEqual([...expected].sort());
    expect(body.total).toBe(expected.length);
  });

  it('have totals without the filter by severity, and consistent pages', async () => {
    const body = await org.read('findings?severity=low&status=open');
    expect(body).toMatchObject({ total: 1, severity_totals: { critical: 1, high: 1, medium: 1, low: 1 } });
    const all = titlesIn(await org.read('findings'));
    for (let offset = 0; offset <= all.length; offset += 1) {
      const page = await org.read(`findings?limit=2&offset=${offset}`);
      expect([titlesIn(page), page.total]).toEqual([all.slice(offset, offset + 2), all.length]);
    }
  });
});

describe('the compliance of an organization', () => {
  it('is that of the GRC API, and leads to the findings of this API', async () => {
    const org = await organization();
    const grc = new GrcClient(await actors.serviceToken(org.id, ['grc:read']));
    await analyses.mcp(org, { findings: [aFinding(), aFinding({ owasp_mcp: 'MCP01' })] });
    const body = await org.read('compliance');
    const expected = await grc.data('compliance/owasp-mcp-top10');
    const base = `/api/v1/orgs/${org.id}/findings`;
    const risks = expected.risks.map((risk: { findings_url: string }) => ({
      ...risk,
      findings_url: risk.findings_url.replace('/api/v1/grc/vulnerabilities', base),
    }));
    expect({ ...body, evaluated_at: '' }).toEqual({ ...expected, risks, evaluated_at: '' });
    for (const { findings_url: url, finding_count: count } of body.risks) {
      expect((await org.owner.get(url)).body.total).toBe(count);
    }
  });
});

describe('the controls of an organization', () => {
  it('are counted by result, with the results of each MCP by name', async () => {
    const org = await organization();
    const made = [];
    for (const [name, changes] of [
      ['matrix/b', { passed: false }],
      ['matrix/a', { passed: true, applicable: false }],
      ['matrix/c', { passed: false, observable: false }],
    ] as const) {
      const mcp = await aMcp(t, { org_id: org.id, name });
      await (
        await (await mcp.version()).snapshot()
      ).controls(aControl('SEC-001', changes), aControl('SEC-002'));
      made.push(mcp);
    }
    await aMcp(t, { org_id: org.id, name: 'matrix/pending' });
    const body = await org.read('controls?limit=2');
    expect(body).toMatchObject({
      total: 3,
      limit: 2,
      offset: 0,
      controls: { length: CONTROL_CATALOG.length },
    });
    expect(body.controls.slice(0, 2)).toMatchObject([
      { control_id: 'SEC-001', passed: 0, failed: 1, not_applicable: 1, not_observable: 1 },
      { control_id: 'SEC-002', passed: 3, failed: 0, not_applicable: 0, not_observable: 0 },
    ]);
    expect(body.mcps).toMatchObject([
      {
        mcp_name: 'matrix/a',
        results: [{ control_id: 'SEC-001', status: 'not_applicable' }, { status: 'passed' }],
      },
      { mcp_id: made[0]?.id, results: [{ status: 'failed', passed: false, message: 'as it should be' }, {}] },
    ]);
    expect((await org.read('controls?limit=2&offset=2')).mcps).toMatchObject([
      { mcp_name: 'matrix/c', results: [{ status: 'not_observable' }, {}] },
    ]);
    expect((await org.read('controls?offset=9')).mcps).toEqual([]);
  });

  it('are none of an organization without MCPs', async () => {
    const { mcps, total, controls } = await (await organization()).read('controls');
    expect([mcps, total, controls.length]).toEqual([[], 0, 17]);
  });
});

describe('the MCPs of an organization', () => {
  it('are its own, with area and open findings, filtered and sorted', async () => {
    const org = await organization();
    const area = randomUUID();
    await t.rows(
      `INSERT INTO area (id, org_id, name, slug, slug_key, created_at, updated_at) VALUES ($1, $2, 'Pay', 'pay', 'pay', now(), now())`,
      [area, org.id],
    );
    const findings = [aFinding({ severity: 'critical' }), aFinding({ severity: 'low' })];
    const first = await analyses.mcp(org, { findings }, 'own-list/zebra');
    await analyses.record(first.versionId, { findings: findings.slice(1) });
    await t.rows('UPDATE mcp SET area_id = $2, category_id = $3 WHERE id = $1', [
      first.id,
      area,
      await aTerm(t, 'category', 'own-list'),
    ]);
    const { report } = await anAnalysis();
    await analyses.mcp(
      org,
      { scores: { ...report.scores, global_score: 40 }, certification_level: 0 },
      'own-list/ant',
    );
    await aMcp(t, { org_id: org.id, name: 'own-list/new', visibility: 'public' });
    await aMcp(t, { org_id: (await organization()).id, name: 'own-list/foreign' });
    const names = async (query: string): Promise<string[]> =>
      (await org.read(`mcps?${query}`)).mcps.map(({ name }: { name: string }) =>
        name.slice('own-list/'.length),
      );
    expect(await names('')).toEqual(['new', 'ant', 'zebra']);
    expect(await names('sort=name')).toEqual(['ant', 'new', 'zebra']);
    expect(await names('sort=score')).toEqual(['zebra', 'ant', 'new']);
    expect(await names('q=zeb')).toEqual(['zebra']);
    expect(await names('min_level=1')).toEqual(['zebra']);
    expect(await names(`area_id=${area}`)).toEqual(['zebra']);
    expect(await names(`area_id=${area}&q=ant`)).toEqual([]);
    expect(await names(`area_id=${randomUUID()}`)).toEqual([]);
    const { mcps, total } = await org.read('mcps?limit=1&offset=2');
    expect(total).toBe(3);
    const { body: detail } = await org.owner.get(`/api/v1/mcps/${first.id}`);
    const { snapshot_summary: _summary, ...item } = detail;
    expect(mcps).toEqual([
      { ...item, area: { id: area, name: 'Pay' }, open: { critical: 0, high: 0, medium: 0, low: 1 } },
    ]);
    expect((await org.read('mcps?limit=1')).mcps[0]).toMatchObject({
      area: null,
      open: { critical: 0, high: 0, medium: 0, low: 0 },
    });
  });

  it('do not show to the GRC API more than before', async () => {
    const { grc } = await grcOrganization(actors);
    expect((await grc.get('risk-posture?days=365')).body.data).not.toHaveProperty('history');
  });
});
