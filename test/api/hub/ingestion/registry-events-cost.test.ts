import { expect, it } from '@jest/globals';
import type { Sha256Digest } from '../../../../src/common/values/sha256-digest.js';
import { RegistryMcpsRepository } from '../../../../src/hub/ingestion/registry-events/registry-mcps.repository.js';
import { aMcp } from '../../../support/catalog.js';
import { digestOf } from '../../../support/builders.js';
import { useTestApp } from '../../../support/suite.js';
import { visitedRows } from '../../../support/visited-rows.js';

const t = await useTestApp();

/** Inserts versions that were published to the registry, or pushed to the hub. */
const insertVersions = (mcpId: string, kind: 'registry' | 'upload', count: number): Promise<unknown[]> =>
  t.rows(
    `INSERT INTO mcp_version
       (id, mcp_id, visible_version, commit_hash, semver, source, tarball_sha256, status, created_at, updated_at)
     SELECT gen_random_uuid(), $1, 'commit-' || n, encode(sha256(n::text::bytea), 'hex'), '1.0.' || n,
            jsonb_build_object('kind', $2::text, 'version', '1.0.' || n,
                               'bundle_digest', 'sha256:' || encode(sha256(n::text::bytea), 'hex')),
            'sha256:' || encode(sha256(n::text::bytea), 'hex'), 'CERTIFIED', now(), now()
       FROM generate_series(1, $3::integer) AS n`,
    [mcpId, kind, count],
  );

/** The rows that the lookups for a message about a new version visit. */
async function visitedFor(kind: 'registry' | 'upload', count: number): Promise<number> {
  const name = `acme/${kind}-${count}`;
  const { id } = await aMcp(t, { name });
  await insertVersions(id, kind, count);
  await t.rows('ANALYZE mcp_version');
  const entries = t.app.get(RegistryMcpsRepository);
  const version = { version: '2.0.0', digest: digestOf('new') as Sha256Digest };
  return visitedRows(t, async () => {
    expect(await entries.lockEntry(null, name)).toMatchObject({ id, isOfRegistry: kind === 'registry' });
    expect(await entries.findKnown(id, version, 'c0ffee00')).toEqual({
      isOfHub: false,
      isKnown: false,
      commitIsTaken: false,
    });
    return { status: 200 };
  });
}

it.each(['registry', 'upload'] as const)(
  'the cost of a message of the registry does not grow with the versions of its package (%s)',
  async (kind) => {
    await visitedFor(kind, 500);
    const few = await visitedFor(kind, 50);
    const many = await visitedFor(kind, 5_000);
    expect(many).toBeLessThanOrEqual(few);
  },
);
