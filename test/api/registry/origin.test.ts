import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import { aVersion } from '../../support/builders.js';
import { aMcp } from '../../support/catalog.js';
import { useTestApp } from '../../support/suite.js';
import { resolve } from '../../support/version-requests.js';

let admin: Actor;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
});

/** Creates a hub organization. */
async function anOrganization(slug: string): Promise<string> {
  const id = randomUUID();
  await t.rows(
    `INSERT INTO organization (id, name, slug, slug_key, display_name, plan, status, created_at, updated_at)
     VALUES ($1, $2, $2, lower($2), $2, 'PRO', 'ACTIVE', now(), now())`,
    [id, slug],
  );
  return id;
}

async function originOf(id: string): Promise<unknown> {
  const { status, body } = await resolve(admin, id, '1.0.0');
  expect(status).toBe(200);
  return body.origin;
}

describe('origin is that of the hub’s catalog entry of the version', () => {
  it.each(['official', 'verified', 'community'])('is %s when that of the entry is', async (origin) => {
    const slug = `origin-${origin}`;
    await aVersion(admin, `${slug}/files`, '1.0.0').published();
    await aMcp(t, { name: `${slug}/files`, org_id: await anOrganization(slug), origin });
    expect(await originOf(`${slug}/files`)).toBe(origin);
  });

  it('is community without an entry', async () => {
    await aVersion(admin, 'origin-none/files', '1.0.0').published();
    expect(await originOf('origin-none/files')).toBe('community');
  });

  it('is found in any spelling, by every kind of reference', async () => {
    const { gitSha, bundleDigest } = await aVersion(admin, 'Origin-Spelled/Files', '1.0.0').published();
    const orgId = await anOrganization('origin-SPELLED');
    await aMcp(t, { name: 'origin-spelled/FILES', org_id: orgId, origin: 'verified', visibility: 'private' });
    for (const ref of ['1.0.0', 'latest', '^1.0.0', gitSha, bundleDigest]) {
      expect((await resolve(admin, 'Origin-Spelled/Files', ref)).body.origin).toBe('verified');
    }
  });

  it('follows the catalog immediately', async () => {
    await aVersion(admin, 'origin-moves/files', '1.0.0').published();
    const orgId = await anOrganization('origin-moves');
    const { id } = await aMcp(t, { name: 'origin-moves/files', org_id: orgId, origin: 'official' });
    expect(await originOf('origin-moves/files')).toBe('official');
    await t.rows(`UPDATE mcp SET origin = 'verified' WHERE id = $1`, [id]);
    expect(await originOf('origin-moves/files')).toBe('verified');
    await t.rows(`DELETE FROM mcp WHERE id = $1`, [id]);
    expect(await originOf('origin-moves/files')).toBe('community');
  });

  it.each<[string, (slug: string) => Promise<unknown>]>([
    [
      'of the same name that no organization keeps',
      (slug) => aMcp(t, { name: `${slug}/files`, origin: 'official' }),
    ],
    [
      'of the same name in another organization',
      async (slug) =>
        aMcp(t, { name: `${slug}/files`, org_id: await anOrganization(`${slug}-other`), origin: 'official' }),
    ],
    [
      'of another name in the organization',
      async (slug) =>
        aMcp(t, { name: 'elsewhere/files', org_id: await anOrganization(slug), origin: 'official' }),
    ],
  ])('is not that of an entry %s', async (what, entry) => {
    const slug = `origin-${what.length}`;
    await aVersion(admin, `${slug}/files`, '1.0.0').published();
    await entry(slug);
    expect(await originOf(`${slug}/files`)).toBe('community');
  });
});
