import { describe, expect, it } from '@jest/globals';
import { aFinding } from '../../support/analyses.js';
import { grcOrganization, useAnalyses, type GrcClient } from '../../support/grc.js';
import { useHub } from '../../support/suite.js';

const { t, actors } = await useHub({ RATE_LIMIT_GRC: '100000' });
const analyses = useAnalyses(t);

interface Listed {
  readonly id: string;
  readonly severity: string;
  readonly status: string;
  readonly title: string;
}

const list = async (grc: GrcClient, query = ''): Promise<Listed[]> =>
  (await grc.data(`vulnerabilities${query}`)).vulnerabilities as Listed[];

const titles = async (grc: GrcClient, query: string): Promise<string[]> =>
  (await list(grc, query)).map(({ title }) => title).sort();

const FINDINGS = [
  aFinding({ title: 'shell', severity: 'critical' }),
  aFinding({ title: 'path', severity: 'high', vulnerability_class: 'B', owasp_mcp: 'MCP05' }),
  aFinding({ title: 'egress', severity: 'medium', vulnerability_class: 'G', owasp_mcp: 'MCP06' }),
  aFinding({ title: 'logging', severity: 'low', vulnerability_class: 'J', owasp_mcp: 'MCP09' }),
];

/** An organization with two MCPs; the newest version of the first one has fixed `egress`. */
async function analyzedOrganization() {
  const org = await grcOrganization(actors);
  const mcp = await analyses.mcp(org, { findings: FINDINGS });
  await analyses.record(mcp.versionId, { findings: FINDINGS.filter(({ title }) => title !== 'egress') });
  const other = await analyses.mcp(org, { findings: [aFinding({ title: 'other', severity: 'high' })] });
  return { ...org, mcp, other };
}

describe('refused parameters', () => {
  const HUGE = 'x'.repeat(5000);
  it.each([
    ['page', ['0', '-1', '1.5', 'x', '', '99999999999', '2147483648', '1e3', '%00', '1&page=1']],
    ['per_page', ['0', '101', '-1', 'x', '', '1&per_page=2']],
    ['severity', ['', ',', 'critical,', 'CRITICAL', 'none', 'critical;high', HUGE, 'low&severity=high']],
    ['vulnerability_class', ['', 'a', 'O', 'A,B', HUGE, 'A&vulnerability_class=B']],
    ['mcp_id', ['', 'x', '0190c2a4', HUGE, `${'0'.repeat(8)}-0000-0000-0000-000000000000x`]],
    ['owasp_mcp', ['', 'MCP00', 'MCP11', 'mcp01', 'MCP1', 'MCP01&owasp_mcp=MCP02']],
    ['status', ['', 'OPEN', 'closed', 'open,resolved', 'open&status=resolved']],
    ['updated_since', ['', '2026-01-31', 'yesterday', '2026-02-30T00:00:00Z']],
    ['cursor', ['', 'x', 'e30', Buffer.from('["1","2","3","4"]').toString('base64url')]],
  ])('%s is 422 with the field named', async (field, values) => {
    const { grc } = await grcOrganization(actors);
    for (const value of values) {
      const { status, body } = await grc.get(`vulnerabilities?${field}=${value}`);
      expect([value.slice(0, 40), status, body.error]).toEqual([
        value.slice(0, 40),
        422,
        'invalid_parameters',
      ]);
      expect(body.message).toMatch(new RegExp(`^${field} `));
    }
  });

  it('a page number beside a cursor is 422', async () => {
    const { grc } = await analyzedOrganization();
    const { next_cursor: cursor } = await grc.data('vulnerabilities?per_page=1');
    expect((await grc.get(`vulnerabilities?per_page=1&page=2&cursor=${cursor}`)).status).toBe(422);
  });
});

describe('findings of another organization', () => {
  it('are never listed, also by the id of their MCP', async () => {
    const [org, foreign] = [await analyzedOrganization(), await analyzedOrganization()];
    const { total, vulnerabilities } = await org.grc.data(`vulnerabilities?mcp_id=${foreign.mcp.id}`);
    expect([total, vulnerabilities]).toEqual([0, []]);
    const own = new Set([org.mcp.id, org.other.id]);
    for (const { mcp_id: id } of (await org.grc.data('vulnerabilities')).vulnerabilities) {
      expect(own).toContain(id);
    }
  });

  it('and of the public catalog without an organization are not listed', async () => {
    const { grc } = await grcOrganization(actors);
    const { total, has_more: hasMore } = await grc.data('vulnerabilities');
    expect([total, hasMore]).toEqual([0, false]);
  });
});

describe('a finding', () => {
  it('has the specified fields', async () => {
    const { grc, mcp } = await analyzedOrganization();
    const [found] = (await grc.data(`vulnerabilities?vulnerability_class=B`)).vulnerabilities;
    expect(found).toEqual({
      id: expect.any(String),
      mcp_id: mcp.id,
      mcp_name: mcp.name,
      mcp_owner: 'owner',
      version_id: mcp.versionId,
      snapshot_id: expect.any(String),
      rule_id: 'MCP-A001',
      title: 'path',
      description: 'The text reaches a shell.',
      severity: 'high',
      confidence: 'high',
      vulnerability_class: 'B',
      vulnerability_class_name: 'Command & Code Execution',
      cwe: 'CWE-78',
      cvss: 8.8,
      owasp_mcp: 'MCP05',
      owasp_mcp_name: 'Command & Code Injection',
      location: { file_path: 'server.js', start_line: 3, end_line: 3 },
      remediation: 'Pass arguments as a list.',
      mcp_context: { tool_name: 'run', resource_uri: null, handler_name: null },
      first_detected_at: expect.stringMatching(/Z$/),
      last_seen_at: expect.stringMatching(/Z$/),
      status: 'open',
      resolved_at: null,
      updated_at: expect.stringMatching(/Z$/),
    });
  });

  it('keeps its first date and its id, and is resolved with a date once it is gone', async () => {
    const { grc, mcp } = await analyzedOrganization();
    const [before] = await list(grc, '?status=resolved');
    expect(before).toMatchObject({ title: 'egress', resolved_at: expect.any(String) });
    await analyses.record(mcp.versionId, { findings: FINDINGS });
    const [again] = (await grc.data('vulnerabilities?vulnerability_class=G')).vulnerabilities;
    expect(again).toMatchObject({
      id: before?.id,
      status: 'open',
      resolved_at: null,
      first_detected_at: (before as unknown as { first_detected_at: string }).first_detected_at,
    });
  });
});

describe('filters', () => {
  it('match any of several severities, and all of several filters', async () => {
    const { grc, mcp, other } = await analyzedOrganization();
    expect(await titles(grc, '')).toEqual(['egress', 'logging', 'other', 'path', 'shell']);
    expect(await titles(grc, '?severity=critical,low')).toEqual(['logging', 'shell']);
    expect(await titles(grc, '?severity=high,high')).toEqual(['other', 'path']);
    expect(await titles(grc, '?severity=info')).toEqual([]);
    expect(await titles(grc, '?severity=critical,high,medium,low,info')).toHaveLength(5);
    expect(await titles(grc, '?vulnerability_class=J')).toEqual(['logging']);
    expect(await titles(grc, '?owasp_mcp=MCP05')).toEqual(['other', 'path', 'shell']);
    expect(await titles(grc, '?status=open')).toEqual(['logging', 'other', 'path', 'shell']);
    expect(await titles(grc, '?status=resolved')).toEqual(['egress']);
    expect(await titles(grc, `?mcp_id=${other.id}`)).toEqual(['other']);
    expect(await titles(grc, `?mcp_id=${mcp.id}&severity=high,critical&owasp_mcp=MCP05`)).toEqual([
      'path',
      'shell',
    ]);
    expect(
      await titles(grc, `?mcp_id=${mcp.id.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))}`),
    ).toEqual([]);
  });

  it('count what they list', async () => {
    const { grc, mcp } = await analyzedOrganization();
    for (const query of [
      '',
      '?severity=critical,low',
      '?vulnerability_class=A',
      '?owasp_mcp=MCP05&status=open',
      '?status=resolved',
      `?mcp_id=${mcp.id}`,
    ]) {
      const { total, vulnerabilities } = await grc.data(`vulnerabilities${query}`);
      expect([query, total]).toEqual([query, vulnerabilities.length]);
    }
  });

  it('updated_since lists what has changed, also what was resolved', async () => {
    const { grc, mcp } = await analyzedOrganization();
    const since = new Date().toISOString();
    expect(await titles(grc, `?updated_since=${since}`)).toEqual([]);
    const changed = FINDINGS.filter(({ title }) => title !== 'logging' && title !== 'egress').map((finding) =>
      finding.title === 'path' ? { ...finding, severity: 'critical' as const } : finding,
    );
    await analyses.record(mcp.versionId, { findings: changed });
    const found = await grc.data(`vulnerabilities?updated_since=${since}`);
    expect(found.total).toBe(2);
    expect(found.vulnerabilities.map(({ title, status }: Listed) => `${title} ${status}`).sort()).toEqual([
      'logging resolved',
      'path open',
    ]);
  });
});

describe('pages', () => {
  it('are newest first, then by id, and empty beyond the last one', async () => {
    const { grc } = await analyzedOrganization();
    const all = (await grc.data('vulnerabilities')).vulnerabilities as {
      id: string;
      first_detected_at: string;
    }[];
    const sorted = [...all].sort((a, b) =>
      a.first_detected_at === b.first_detected_at
        ? Number(a.id > b.id) - Number(a.id < b.id)
        : Number(a.first_detected_at < b.first_detected_at) -
          Number(a.first_detected_at > b.first_detected_at),
    );
    expect(all).toEqual(sorted);
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => grc.data(`vulnerabilities?per_page=2&page=${page}`)),
    );
    expect(pages.flatMap(({ vulnerabilities }) => vulnerabilities)).toEqual(all);
    expect(pages.map(({ total, page, per_page: size, has_more: more }) => [total, page, size, more])).toEqual(
      [
        [5, 1, 2, true],
        [5, 2, 2, true],
        [5, 3, 2, false],
        [5, 4, 2, false],
      ],
    );
    expect((await grc.data('vulnerabilities?page=21474836&per_page=100')).vulnerabilities).toEqual([]);
  });

  it('have a link to the next one, with the same filter, by page or by cursor', async () => {
    const { grc } = await analyzedOrganization();
    const link = async (query: string) => (await grc.get(`vulnerabilities?${query}`)).headers.get('link');
    expect(await link('per_page=2&severity=critical,high&page=1')).toBe(
      '</api/v1/grc/vulnerabilities?per_page=2&severity=critical%2Chigh&page=2>; rel="next"',
    );
    expect(await link('per_page=2&severity=critical,high&page=2')).toBeNull();
    const { next_cursor: cursor } = await grc.data('vulnerabilities?per_page=2');
    const next = /^<\/api\/v1\/grc\/(.*)>; rel="next"$/.exec(
      (await link(`per_page=2&cursor=${cursor}`)) ?? '',
    );
    expect((await grc.data(next?.[1] ?? '')).page).toBe(3);
  });

  it('read by number miss nothing that was there at the start while findings come', async () => {
    const { grc, mcp } = await analyzedOrganization();
    const atStart = (await list(grc)).map(({ id }) => id);
    const seen = new Set<string>();
    for (let page = 1, more = true; more; page += 1) {
      const data = await grc.data(`vulnerabilities?per_page=2&page=${page}`);
      for (const { id } of data.vulnerabilities as Listed[]) seen.add(id);
      more = data.has_more as boolean;
      if (page < 4) await analyses.record(mcp.versionId, { findings: [aFinding({ title: `new ${page}` })] });
    }
    expect(atStart.filter((id) => !seen.has(id))).toEqual([]);
  });

  it('read by cursor have every finding exactly once while findings come and go', async () => {
    const { grc, mcp } = await analyzedOrganization();
    const atStart = new Set((await list(grc, '?status=open')).map(({ id }) => id));
    const seen: string[] = [];
    let page = await grc.data('vulnerabilities?status=open&per_page=1');
    for (let step = 0; ; step += 1) {
      seen.push(...(page.vulnerabilities as Listed[]).map(({ id }) => id));
      expect(page.page).toBe(step + 1);
      expect((page.vulnerabilities as Listed[]).every(({ status }) => status === 'open')).toBe(true);
      // In turn, everything is resolved, and something new is found.
      const findings = step % 2 === 0 ? [] : [aFinding({ title: `new ${step}` })];
      await analyses.record(mcp.versionId, { findings });
      if (page.next_cursor === null) break;
      page = await grc.data(`vulnerabilities?status=open&per_page=1&cursor=${page.next_cursor}`);
    }
    expect(seen).toHaveLength(new Set(seen).size);
    expect(new Set(seen)).toEqual(atStart);
  });
});

describe('exports', () => {
  it('have all findings in one response, a JSON object in each line', async () => {
    const { grc } = await analyzedOrganization();
    const { status, headers, text } = await grc.get('vulnerabilities?format=ndjson');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename=vulnerabilities.ndjson');
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(text.endsWith('\n')).toBe(true);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(lines).toEqual((await grc.data('vulnerabilities')).vulnerabilities);
  });

  it('have the bytes that JSON.stringify makes of the findings of the list', async () => {
    const org = await grcOrganization(actors);
    const awkward = '"\\ / \b\f\n\r\t\u0001\u001f\u007f\u0085\u2028\u2029 <é> \u{1f600} null';
    const findings = [
      aFinding({ title: awkward, description: awkward, remediation: '' }),
      aFinding({ cvss: 10, location: { file_path: awkward, start_line: 1, end_line: 900_000 } }),
      aFinding({
        cvss: 0.1,
        mcp_context: { tool_name: awkward, tool_names: [awkward], resource_uri: null, handler_name: awkward },
      }),
    ];
    const mcp = await analyses.mcp(org, { findings });
    await analyses.record(mcp.versionId, { findings: findings.slice(0, 2) });
    const { text } = await org.grc.get('vulnerabilities?format=ndjson');
    const { vulnerabilities } = await org.grc.data('vulnerabilities');
    expect(vulnerabilities).toHaveLength(3);
    expect(text.split('\n')).toEqual([
      ...(vulnerabilities as object[]).map((each) => JSON.stringify(each)),
      '',
    ]);
    expect((vulnerabilities as Listed[]).map(({ title }) => title)).toContain(awkward);
    const table = await org.grc.get('vulnerabilities?format=csv');
    expect(table.text).toContain(awkward.replaceAll('"', '""'));
  });

  it('keep characters beyond the basic plane whole, wherever the text is cut into pieces', async () => {
    const org = await grcOrganization(actors);
    const emojis = '\u{1f600}'.repeat(40_000);
    const findings = [aFinding({ description: `${emojis}x${emojis}` }), aFinding({ title: 'another' })];
    await analyses.mcp(org, { findings });
    const { text } = await org.grc.get('vulnerabilities?format=ndjson');
    const { vulnerabilities } = await org.grc.data('vulnerabilities');
    expect(text).toContain(emojis);
    expect(text).toBe((vulnerabilities as object[]).map((each) => `${JSON.stringify(each)}\n`).join(''));
  });

  it('are filtered, and empty for an organization without findings', async () => {
    const { grc } = await analyzedOrganization();
    const { text } = await grc.get('vulnerabilities?format=ndjson&severity=critical,low');
    expect(text.trimEnd().split('\n')).toHaveLength(2);
    const empty = await grcOrganization(actors);
    expect((await empty.grc.get('vulnerabilities?format=ndjson')).text).toBe('');
    expect((await empty.grc.get('vulnerabilities?format=csv')).text).toMatch(
      /^id,mcp_id,[^\n]*updated_at\r\n$/,
    );
  });

  it('as a table neutralize what a spreadsheet takes for a formula', async () => {
    const { grc, mcp } = await analyzedOrganization();
    const formulas = [
      '=HYPERLINK("http://x")',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      ' =1',
      '＝1',
      '"quoted", and; more',
    ];
    const findings = formulas.map((title) =>
      aFinding({ title, rule_id: 'MCP-K001', vulnerability_class: 'K' }),
    );
    await analyses.record(mcp.versionId, { findings });
    const { text } = await grc.get('vulnerabilities?format=csv&vulnerability_class=K');
    const fields = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => /MCP-K001,("(?:[^"]|"")*"|[^,]*),/.exec(line)?.[1]);
    expect(fields.sort()).toEqual(
      [
        `"'=HYPERLINK(""http://x"")"`,
        `'+1`,
        `'-1`,
        `'@SUM(A1)`,
        `'\t=1`,
        `' =1`,
        `'＝1`,
        `"""quoted"", and; more"`,
      ].sort(),
    );
  });

  it.each([
    'format=xml',
    'format=',
    'format=ndjson&format=csv',
    'format=csv&page=2',
    'format=ndjson&cursor=x',
  ])('with %s are 422', async (query) => {
    const { grc } = await grcOrganization(actors);
    expect((await grc.get(`vulnerabilities?${query}`)).status).toBe(422);
  });
});
