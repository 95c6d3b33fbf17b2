import { expect, it } from '@jest/globals';
import { ServersReadModel } from '../../../../src/hub/gate/evaluation/servers.read-model.js';
import { releaseKey } from '../../../../src/hub/catalog/mcps/release-key.js';
import { aMcp } from '../../../support/catalog.js';
import { useTestApp } from '../../../support/suite.js';
import { visitedRows } from '../../../support/visited-rows.js';

const t = await useTestApp();

/** An MCP with a number of versions in the order of their numbers, and revoked ones and previews above them. */
async function mcpWith(count: number, status: string): Promise<string> {
  const { id } = await aMcp(t);
  const numbers = Array.from({ length: count }, (_, index) => `1.0.${index}`);
  await t.rows(
    `INSERT INTO mcp_version (id, mcp_id, visible_version, commit_hash, semver, release_key, preview, revoked_at, status,
                              created_at, updated_at)
     SELECT gen_random_uuid(), $1, 'commit-' || n, encode(sha256(n::text::bytea), 'hex'), number, key, n > $4, CASE WHEN n > $5 THEN now() END,
            $6, now() + n * interval '1 second', now()
       FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS v (number, key, n)`,
    [id, numbers, numbers.map((number) => releaseKey(number, 'announced')), count * 0.9, count * 0.8, status],
  );
  await t.rows('ANALYZE mcp_version');
  return id;
}

/** The rows that are visited to answer with the newest version. */
async function visitedFor(count: number, status: string): Promise<Record<string, number>> {
  const id = await mcpWith(count, status);
  const catalog = t.app.get(ServersReadModel, { strict: false });
  const latest = { text: 'latest', semver: null, commit: null };
  const wanted = {
    mcpId: id,
    reference: latest,
    sourceKey: null,
    otherKey: null,
    digest: null,
    versionId: null,
  };
  return {
    detail: await visitedRows(t, () => t.actors.anonymous.get(`/api/v1/mcps/${id}`)),
    badge: await visitedRows(t, () => t.actors.anonymous.get(`/api/v1/mcps/${id}/badge.svg`)),
    gate: await visitedRows(t, async () => {
      expect(await catalog.findVersions([wanted], [])).toMatchObject([{ semver: `1.0.${count * 0.8 - 1}` }]);
      return { status: 200 };
    }),
  };
}

it.each([
  ['CERTIFIED', 100],
  // The last ones are looked at, to see whether they were published before.
  ['NOT_CERTIFIED', 1000],
])('the cost of the newest version does not grow with the versions of an MCP: %s', async (status, count) => {
  await visitedFor(count, status);
  const few = await visitedFor(count, status);
  const many = await visitedFor(10_000, status);
  const grown = Object.keys(many).filter((what) => (many[what] ?? 0) > (few[what] ?? 0) + 2);
  expect({ grown, few, many }).toEqual({ grown: [], few, many });
});
