import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import canonicalize from 'canonicalize';
import { aFinding } from '../../support/analyses.js';
import { grcOrganization, useAnalyses, type GrcClient } from '../../support/grc.js';
import { useHub } from '../../support/suite.js';

const { t, actors } = await useHub({ RATE_LIMIT_GRC: '100000' });
const analyses = useAnalyses(t);

interface Item {
  readonly snapshot_id: string;
  readonly mcp_id: string;
  readonly version_id: string;
  readonly commit_hash: string;
  readonly created_at: string;
  readonly position: number;
  readonly previous_snapshot_id: string | null;
  readonly complete: boolean;
  readonly preview: boolean | null;
  readonly integrity: Readonly<Record<string, string>>;
  readonly toolchain: Readonly<Record<string, string>>;
  readonly scores: Readonly<Record<string, number>> & { readonly grade: string };
}

const chainOf = async (grc: GrcClient, query = ''): Promise<readonly Item[]> =>
  (await grc.data(`evidence${query}`)).evidence_chain as Item[];

const ids = (items: readonly Item[]): string[] => items.map(({ snapshot_id: id }) => id);

/** An organization with three snapshots of one MCP and one of another. */
async function analyzedOrganization() {
  const org = await grcOrganization(actors);
  const mcp = await analyses.mcp(org, { findings: [aFinding({ severity: 'critical' }), aFinding()] });
  const second = await analyses.record(mcp.versionId);
  const third = await analyses.record(mcp.versionId, { complete: false });
  const other = await analyses.mcp(org);
  return { ...org, mcp, other, newestFirst: [other.snapshotId, third, second, mcp.snapshotId] };
}

/** Sets the times of snapshots, which a trigger keeps from being changed. */
async function setTimes(times: Readonly<Record<string, string>>): Promise<void> {
  await t.rows('ALTER TABLE snapshot DISABLE TRIGGER USER');
  for (const [id, at] of Object.entries(times)) {
    await t.rows('UPDATE snapshot SET created_at = $2 WHERE id = $1', [id, at]);
  }
  await t.rows('ALTER TABLE snapshot ENABLE TRIGGER USER');
}

/** The hash of a snapshot, computed from what the evidence shows. */
function hashOf(item: Item): string {
  const { integrity, scores } = item;
  const digest = (key: string): string => (integrity[key] ?? '').slice(-64);
  const canonical = canonicalize({
    previous_hash: integrity['previous_hash'],
    snapshot: {
      id: item.snapshot_id,
      mcp_id: item.mcp_id,
      version_id: item.version_id,
      position: item.position,
      commit_hash: item.commit_hash,
      created_at: item.created_at,
    },
    tarball_sha256: integrity['tarball_sha256'],
    findings_sha256: digest('findings_s3_key'),
    report_sha256: digest('raw_report_s3_key'),
    sarif_sha256: digest('sarif_s3_key'),
    sbom_sha256: digest('sbom_s3_key'),
    scores: {
      global_score: scores['global_score'],
      security_score: scores['security_score'],
      supply_chain_score: scores['supply_chain_score'],
      maturity_score: scores['maturity_score'],
      msss_score: scores['msss_score'],
      msss_level: scores['msss_level'],
      certification_level: scores['certification_level'],
      complete: item.complete,
    },
    toolchain: item.toolchain,
  });
  return `sha256:${createHash('sha256')
    .update(canonical ?? '')
    .digest('hex')}`;
}

describe('refused parameters', () => {
  const HUGE = 'x'.repeat(5000);
  const cursorAt = (time: string): string =>
    Buffer.from(JSON.stringify(['1', time, '00000000-0000-4000-8000-000000000000'])).toString('base64url');
  const CURSORS = ['2026-02-30T00:00:00.000000Z', '0000-01-01T00:00:00.000000Z', '2026-01-01'].map(cursorAt);
  it.each([
    ['page', ['0', '-1', '1.5', 'x', '', '2147483648', '1&page=1']],
    ['per_page', ['0', '51', '100', 'x', '', '1&per_page=2']],
    ['mcp_id', ['', 'x', '0190c2a4', HUGE]],
    [
      'from',
      ['', 'x', '2026-1-1', '2026-02-30', '2026-01-01T00:00:00Z', '20260101', '2026-01-01&from=x', HUGE],
    ],
    ['to', ['', 'x', '2026-13-01', '2026-00-10', '10000-01-01', '-001-01-01', '2026-01-01%00']],
    ['format', ['', 'xml', 'json&format=csv']],
    ['cursor', ['', 'x', 'e30', ...CURSORS, 'x&cursor=x']],
  ])('%s is 422 with the field named', async (field, values) => {
    const { grc } = await grcOrganization(actors);
    for (const value of values) {
      const { status, body } = await grc.get(`evidence?${field}=${value}`);
      expect([value.slice(0, 40), status, body.error]).toEqual([
        value.slice(0, 40),
        422,
        'invalid_parameters',
      ]);
      expect(body.message).toMatch(new RegExp(`^${field} `));
    }
  });

  it('a page or cursor of an export, or both of a list, is 422', async () => {
    const { grc } = await analyzedOrganization();
    const { next_cursor: cursor } = await grc.data('evidence?per_page=1');
    for (const query of ['format=csv&page=2', `format=csv&cursor=${cursor}`, `page=2&cursor=${cursor}`]) {
      expect((await grc.get(`evidence?${query}`)).status).toBe(422);
    }
  });
});

describe('evidence of another organization', () => {
  it('is never listed, also by the id of its MCP', async () => {
    const [org, foreign] = [await analyzedOrganization(), await analyzedOrganization()];
    const { total, evidence_chain: chain } = await org.grc.data(`evidence?mcp_id=${foreign.mcp.id}`);
    expect([total, chain]).toEqual([0, []]);
    const { text } = await org.grc.get('evidence');
    for (const id of [foreign.id, foreign.mcp.id, foreign.mcp.name, ...foreign.newestFirst]) {
      expect(text).not.toContain(id);
    }
  });
});

describe('an item of evidence', () => {
  it('says whether its version is a preview, and nothing once the version is deleted', async () => {
    const { grc, mcp, other } = await analyzedOrganization();
    await t.rows('UPDATE mcp_version SET preview = true WHERE id = $1', [mcp.versionId]);
    const previews = async (): Promise<unknown[]> => (await chainOf(grc)).map(({ preview }) => preview);
    expect(await previews()).toEqual([false, true, true, true]);
    await t.rows('DELETE FROM mcp WHERE id = $1', [other.id]);
    expect(await previews()).toEqual([null, true, true, true]);
  });

  it('has the specified fields', async () => {
    const { grc, mcp } = await analyzedOrganization();
    const first = (await chainOf(grc, `?mcp_id=${mcp.id}`)).at(-1);
    expect(first).toEqual({
      snapshot_id: mcp.snapshotId,
      mcp_id: mcp.id,
      mcp_name: mcp.name,
      version_id: mcp.versionId,
      commit_hash: mcp.commitHash,
      created_at: expect.stringMatching(/Z$/),
      position: 1,
      previous_snapshot_id: null,
      complete: true,
      preview: false,
      integrity: {
        tarball_sha256: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        findings_s3_key: expect.stringMatching(/^objects\/.*\/findings\/[0-9a-f]{64}$/),
        raw_report_s3_key: expect.stringMatching(/^objects\/.*\/report\/[0-9a-f]{64}$/),
        sarif_s3_key: expect.stringMatching(/^objects\/.*\/sarif\/[0-9a-f]{64}$/),
        sbom_s3_key: expect.stringMatching(/^objects\/.*\/sbom\/[0-9a-f]{64}$/),
        previous_hash: `sha256:${'0'.repeat(64)}`,
        snapshot_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      },
      toolchain: {
        toolchain_version: expect.any(String),
        scoring_version: expect.any(String),
        controls_catalog_version: expect.any(String),
        scanner_version: expect.any(String),
      },
      scores: {
        global_score: 85,
        security_score: 90,
        supply_chain_score: expect.any(Number),
        maturity_score: expect.any(Number),
        msss_score: 88,
        msss_level: 2,
        grade: expect.any(String),
        certification_level: 2,
      },
      finding_counts: { total: 2, critical: 1, high: 1, medium: 0, low: 0 },
      mcp_surface: { tools: [], transport: expect.any(String), auth_signals: expect.any(Array) },
      distributable: { is_distributable: false, runtime: 'unknown', entrypoint: '' },
    });
  });

  it('links to its predecessor, and its hash can be computed again', async () => {
    const { grc, mcp } = await analyzedOrganization();
    const chain = [...(await chainOf(grc, `?mcp_id=${mcp.id}`))].reverse();
    expect(chain.map(({ position }) => position)).toEqual([1, 2, 3]);
    for (const [index, item] of chain.entries()) {
      expect(item.integrity['snapshot_hash']).toBe(hashOf(item));
      const before = chain[index - 1];
      expect(item.previous_snapshot_id).toBe(before?.snapshot_id ?? null);
      if (before !== undefined) {
        expect(item.integrity['previous_hash']).toBe(before.integrity['snapshot_hash']);
      }
    }
  });

  it('stays when its MCP is deleted', async () => {
    const { grc, mcp, newestFirst } = await analyzedOrganization();
    await t.rows('DELETE FROM mcp WHERE id = $1', [mcp.id]);
    expect(ids(await chainOf(grc))).toEqual(newestFirst);
    expect((await grc.data(`evidence?mcp_id=${mcp.id}`)).total).toBe(3);
  });
});

describe('pages of evidence', () => {
  it('are newest first, and empty beyond the last one', async () => {
    const { grc, newestFirst } = await analyzedOrganization();
    const pages = [];
    for (const page of [1, 2, 3]) pages.push(await grc.data(`evidence?per_page=3&page=${page}`));
    expect(pages.flatMap(({ evidence_chain: chain }) => ids(chain as Item[]))).toEqual(newestFirst);
    expect(pages.map(({ total, page, per_page, has_more: more }) => [total, page, per_page, more])).toEqual([
      [4, 1, 3, true],
      [4, 2, 3, false],
      [4, 3, 3, false],
    ]);
    expect(await grc.data('evidence?page=21474836')).toMatchObject({
      total: 4,
      per_page: 50,
      has_more: false,
    });
  });

  it('read by cursor have every snapshot exactly once while others are added', async () => {
    const { grc, mcp, newestFirst } = await analyzedOrganization();
    const seen: string[] = [];
    let page = await grc.data('evidence?per_page=1');
    for (let step = 1; ; step += 1) {
      expect([page.page, page.total]).toEqual([step, newestFirst.length + step - 1]);
      seen.push(...ids(page.evidence_chain as Item[]));
      if (page.next_cursor === null) break;
      await analyses.record(mcp.versionId);
      page = await grc.data(`evidence?per_page=1&cursor=${page.next_cursor}`);
    }
    expect(seen).toEqual(newestFirst);
  });

  it('of an organization without any have no item', async () => {
    const { grc } = await grcOrganization(actors);
    expect(await grc.data('evidence')).toEqual({
      total: 0,
      page: 1,
      per_page: 50,
      has_more: false,
      next_cursor: null,
      evidence_chain: [],
    });
  });
});

describe('days of evidence', () => {
  it('are in UTC and include the first and the last one', async () => {
    const { grc, mcp, newestFirst } = await analyzedOrganization();
    const [other = '', third = '', second = '', first = ''] = newestFirst;
    await setTimes({
      [first]: '2026-02-27T23:59:59.999Z',
      [second]: '2026-02-28T00:00:00.000Z',
      [third]: '2026-02-28T23:59:59.999Z',
      [other]: '2026-03-01T00:00:00.000Z',
    });
    const within = async (query: string): Promise<string[]> => ids(await chainOf(grc, `?${query}`));
    expect(await within('from=2026-02-28&to=2026-02-28')).toEqual([third, second]);
    expect(await within('from=2026-02-28')).toEqual([other, third, second]);
    expect(await within('to=2026-02-27')).toEqual([first]);
    expect(await within('from=2026-03-01&to=2026-02-01')).toEqual([]);
    expect(await within(`from=2026-02-28&mcp_id=${mcp.id}`)).toEqual([third, second]);
    expect(await within('from=0000-01-01&to=9999-12-31')).toEqual(newestFirst);
    expect(await within('from=9999-12-31')).toEqual([]);
    expect(await within('to=0000-01-01')).toEqual([]);
    expect((await grc.data('evidence?from=2026-02-28&to=2026-02-28')).total).toBe(2);
  });
});

describe('exports of evidence', () => {
  it('have all items, filtered like the list', async () => {
    const { grc, mcp } = await analyzedOrganization();
    for (const query of ['', `&mcp_id=${mcp.id}`, '&from=9999-12-31']) {
      const { headers, text } = await grc.get(`evidence?format=ndjson${query}`);
      expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
      const lines = text.split('\n').filter((line) => line !== '');
      expect(lines.map((line): unknown => JSON.parse(line))).toEqual(await chainOf(grc, `?page=1${query}`));
    }
  });

  it('read in batches have every snapshot exactly once', async () => {
    const org = await grcOrganization(actors);
    const mcp = await analyses.mcp(org);
    // Times that differ by less than a millisecond, some of them equal, so that only the id orders them.
    await t.rows(
      `INSERT INTO snapshot
       SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'position', n, 'created_at',
                s.created_at + (n % 7) * interval '1 microsecond'))).*
         FROM snapshot s, generate_series(2, 450) n WHERE s.id = $1`,
      [mcp.snapshotId],
    );
    const { text } = await org.grc.get('evidence?format=ndjson');
    const found = text
      .trimEnd()
      .split('\n')
      .map((line) => (JSON.parse(line) as Item).snapshot_id);
    expect(found).toHaveLength(450);
    expect(new Set(found).size).toBe(450);
    expect((await org.grc.data('evidence')).total).toBe(450);
  });

  it('as a table have a line for each item', async () => {
    const { grc } = await analyzedOrganization();
    const { text } = await grc.get('evidence?format=csv');
    const [head, ...lines] = text.trimEnd().split('\r\n');
    expect(head).toMatch(/^snapshot_id,mcp_id,mcp_name,.*,distributable.entrypoint,preview$/);
    expect(lines).toHaveLength(4);
  });
});
