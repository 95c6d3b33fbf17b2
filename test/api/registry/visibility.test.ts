import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import { artifactPath, aVersion, packagePath, publish, setStatus } from '../../support/builders.js';
import { expectRefused } from '../../support/refusals.js';
import { useTestApp } from '../../support/suite.js';

const OPEN = { visibility: 'public' };
const CLOSED = { visibility: 'private' };

let admin: Actor;
const t = await useTestApp({ PUBLIC_READ_CATALOG: 'true', PUBLIC_DOWNLOAD_ARTIFACTS: 'true' });
beforeAll(async () => {
  admin = await t.actors.admin();
});

/** The visibility of a package, by its details and by the catalog for anonymous callers. */
async function visibilityOf(id: string): Promise<string> {
  const { body } = await admin.get(packagePath(id));
  const [org] = id.split('/');
  const listed = await t.actors.anonymous.get(`/v1/catalog?org=${org}`);
  const isListed = (listed.body.packages as { id: string }[]).some((entry) => entry.id === id);
  expect(isListed).toBe(body.visibility === 'public');
  return body.visibility as string;
}

describe('visibility of a publish request takes effect when that version becomes published, never before', () => {
  it.each(['draft', 'ingested', 'uploaded'] as const)(
    'a new package stays private while the version is %s',
    async (state) => {
      const id = `release-${state}/files`;
      await aVersion(admin, id, '1.0.0', OPEN)[state]();
      expect(await visibilityOf(id)).toBe('private');
    },
  );

  it('becomes public with the version, and private with a later one', async () => {
    const id = 'release/turns';
    const { bundleDigest } = await aVersion(admin, id, '1.0.0', OPEN).published();
    const download = artifactPath('release', bundleDigest, 'bundle');
    expect(await visibilityOf(id)).toBe('public');
    await aVersion(admin, id, '1.1.0', CLOSED).uploaded();
    expect(await visibilityOf(id)).toBe('public');
    expect((await t.actors.anonymous.get(download)).status).toBe(200);
    expect((await setStatus(admin, id, '1.1.0', 'published')).status).toBe(200);
    expect(await visibilityOf(id)).toBe('private');
    expect((await t.actors.anonymous.get(download)).status).toBe(401);
  });

  it('reveals no published versions of a private package before the public one is released', async () => {
    const id = 'release/secret';
    const { bundleDigest } = await aVersion(admin, id, '1.0.0').published();
    await aVersion(admin, id, '1.1.0', OPEN).uploaded();
    const download = artifactPath('release', bundleDigest, 'bundle');
    expect((await t.actors.anonymous.get(download)).status).toBe(401);
  });

  it('is not changed by a version without visibility', async () => {
    const id = 'release/silent';
    await aVersion(admin, id, '1.0.0', OPEN).published();
    await aVersion(admin, id, '1.1.0').published();
    expect(await visibilityOf(id)).toBe('public');
  });

  it('is that of the version released last, not of the one published to the registry last', async () => {
    const id = 'release/order';
    await aVersion(admin, id, '1.0.0', CLOSED).uploaded();
    await aVersion(admin, id, '1.1.0', OPEN).published();
    expect(await visibilityOf(id)).toBe('public');
    await setStatus(admin, id, '1.0.0', 'published');
    expect(await visibilityOf(id)).toBe('private');
    // Setting the same status again has no effect.
    await setStatus(admin, id, '1.1.0', 'published');
    expect(await visibilityOf(id)).toBe('private');
  });

  it('is that of the released draft, not of one that it has replaced', async () => {
    const id = 'release/draft';
    await publish(admin, id, '1.0.0', { ...OPEN, status: 'draft' });
    await aVersion(admin, id, '1.0.0').published();
    expect(await visibilityOf(id)).toBe('private');
  });

  it('is not changed by a version that is revoked, or whose release is refused', async () => {
    await aVersion(admin, 'release/revoked', '1.0.0', OPEN).ingested();
    expect((await setStatus(admin, 'release/revoked', '1.0.0', 'revoked')).status).toBe(200);
    expect(await visibilityOf('release/revoked')).toBe('private');
    await aVersion(admin, 'release/missing', '1.0.0', OPEN).ingested();
    expectRefused(await setStatus(admin, 'release/missing', '1.0.0', 'published'), 409);
    expect(await visibilityOf('release/missing')).toBe('private');
  });

  it('stays when the version that set it is revoked', async () => {
    const id = 'release/stays';
    await aVersion(admin, id, '1.0.0', OPEN).revoked();
    expect(await visibilityOf(id)).toBe('public');
  });
});
