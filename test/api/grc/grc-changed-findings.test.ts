import { describe, expect, it } from '@jest/globals';
import { aFinding } from '../../support/analyses.js';
import { grcOrganization, useAnalyses, type GrcClient } from '../../support/grc.js';
import { useHub } from '../../support/suite.js';

const { t, actors } = await useHub({ RATE_LIMIT_GRC: '100000' });
const analyses = useAnalyses(t);

interface Listed {
  readonly id: string;
}

const FINDINGS = [
  aFinding({ title: 'shell', severity: 'critical' }),
  aFinding({ title: 'path', severity: 'medium' }),
  aFinding({ title: 'egress', vulnerability_class: 'G', owasp_mcp: 'MCP06' }),
];

describe('findings that have changed', () => {
  const PAGES = [1, 2, 3];

  /** The first pages by number and by cursor, and as many lines of the export. */
  async function threeWays(grc: GrcClient, query: string) {
    const byNumber: Listed[] = [];
    for (const page of PAGES)
      byNumber.push(
        ...((await grc.data(`vulnerabilities?${query}&per_page=2&page=${page}`)).vulnerabilities as Listed[]),
      );
    const byCursor: Listed[] = [];
    let page = await grc.data(`vulnerabilities?${query}&per_page=2`);
    for (const _each of PAGES) {
      byCursor.push(...(page.vulnerabilities as Listed[]));
      if (page.next_cursor === null) break;
      page = await grc.data(`vulnerabilities?${query}&per_page=2&cursor=${page.next_cursor}`);
    }
    const { text } = await grc.get(`vulnerabilities?${query}&format=ndjson`);
    const lines = text.split('\n').slice(0, -1);
    const exported = lines.slice(0, PAGES.length * 2).map((line) => JSON.parse(line) as Listed);
    return { byNumber, byCursor, exported, total: page.total as number, lines: lines.length };
  }

  // They are sorted if they are few, and otherwise read in the order of the list.
  it.each([0, 10_000])('are the same by number, by cursor and as an export, with %d more', async (more) => {
    const org = await grcOrganization(actors);
    const { grc } = org;
    const mcp = await analyses.mcp(org, { findings: FINDINGS });
    const since = new Date().toISOString();
    await analyses.record(mcp.versionId, {
      findings: [aFinding({ title: 'path', severity: 'low' }), aFinding({ title: 'new' })],
    });
    const [added] = await t.rows<{ id: string }>(
      `SELECT id FROM finding WHERE mcp_id = $1 AND detail ->> 'title' = 'new'`,
      [mcp.id],
    );
    for (let count = 0; count < more; count += 1000) {
      await t.rows(
        `INSERT INTO finding
         SELECT (jsonb_populate_record(f, jsonb_build_object('id', gen_random_uuid(), 'fingerprint', n::text))).*
           FROM finding f, generate_series($2::integer, $2 + 999) n
          WHERE f.id = $1`,
        [added?.id, count],
      );
    }
    for (const query of ['', '&status=open', '&severity=high,medium&status=open', '&vulnerability_class=G']) {
      const { byNumber, byCursor, exported, total, lines } = await threeWays(
        grc,
        `updated_since=${since}${query}`,
      );
      expect([query, lines]).toEqual([query, total]);
      expect(exported.length).toBeGreaterThan(0);
      expect(byNumber).toEqual(exported);
      expect(byCursor).toEqual(exported);
    }
  });
});
