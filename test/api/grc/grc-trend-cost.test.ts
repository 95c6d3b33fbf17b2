import { expect, it } from '@jest/globals';
import { releaseKey } from '../../../src/hub/catalog/mcps/release-key.js';
import { grcOrganization, useAnalyses } from '../../support/grc.js';
import { useHub } from '../../support/suite.js';
import { visitedRows } from '../../support/visited-rows.js';

const { t, actors } = await useHub({ RATE_LIMIT_GRC: '100000' });
const analyses = useAnalyses(t);

/**
 * The rows that are visited for the trend of an organization whose MCP has a number of analyzed versions, the score before
 * that, and the newest version's score.
 */
async function trendOf(count: number): Promise<{ readonly visited: number; readonly start: unknown }> {
  const org = await grcOrganization(actors);
  const mcp = await analyses.mcp(org);
  const numbers = Array.from({ length: count }, (_, index) => `1.0.${index}`);
  // The upper third has been revoked: a tenth of all in the last week, the others long ago.
  await t.rows(
    `WITH made AS (
       INSERT INTO mcp_version (id, mcp_id, visible_version, commit_hash, semver, release_key, revoked_at, status, created_at,
                                updated_at)
       SELECT gen_random_uuid(), $1, 'commit-' || n, encode(sha256(n::text::bytea), 'hex'), number, key,
              CASE WHEN n > $5 THEN now() - interval '60 days' WHEN n > $4 THEN now() - interval '7 days' END, 'CERTIFIED',
              now() - interval '90 days', now()
         FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS v (number, key, n)
       RETURNING id, split_part(visible_version, '-', 2)::integer AS n)
     INSERT INTO snapshot
     SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'version_id', made.id,
               'position', made.n + 1, 'global_score', made.n % 100, 'created_at', now() - interval '80 days'))).*
       FROM snapshot s CROSS JOIN made WHERE s.mcp_id = $1`,
    [
      mcp.id,
      numbers,
      numbers.map((number) => releaseKey(number, 'announced')),
      count * 0.8,
      count * 0.8 + 20,
    ],
  );
  await t.rows('ANALYZE mcp_version');
  await t.rows('ANALYZE snapshot');
  const { risk_trend: trend } = await org.grc.data('risk-posture');
  return {
    visited: await visitedRows(t, () => org.grc.get('risk-posture')),
    start: trend.avg_score_start,
  };
}

it('the cost of a trend does not grow with the versions of an MCP', async () => {
  await trendOf(200);
  const few = await trendOf(200);
  const many = await trendOf(5_000);
  // The highest one that was not revoked then.
  expect([few.start, many.start]).toEqual([80, 20]);
  expect(many.visited).toBeLessThan(few.visited + 10);
});
