import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import type { ApiClient } from '../../support/api-client.js';
import { artifactPath, aVersion, bundleOf, digestOf, publish, uploadBundle } from '../../support/builders.js';
import { expectRefused } from '../../support/refusals.js';
import { storedVersions } from '../../support/stored-versions.js';
import { useTestApp } from '../../support/suite.js';

const SECRET_ID = 'right/secret';
const OPEN_ID = 'right/open';
const secret = bundleOf(SECRET_ID, '1.0.0');
const stolen = {
  bundle_digest: digestOf(secret),
  bundle_size_bytes: secret.length,
  visibility: 'public',
};

let admin: Actor;
/** May publish one package, and has no access to any artifact. */
let narrow: ApiClient;
const t = await useTestApp({ PUBLIC_DOWNLOAD_ARTIFACTS: 'true' });
beforeAll(async () => {
  admin = await t.actors.admin();
  await aVersion(admin, SECRET_ID, '1.0.0').published();
  await aVersion(admin, OPEN_ID, '1.0.0').published();
  narrow = await t.actors.apiToken({ scopes: ['mcp:publish'], resources: ['org/right/mcp/open'] });
});

const versionsOfOpen = async (): Promise<string[]> =>
  (await storedVersions(t, 'right')).filter((row) => row.package === 'open').map(({ version }) => version);

describe('POST /v1/org/{org}/mcps/{name}/publish: a bundle that is stored for another package (ADR 10)', () => {
  it.each(['ingested', 'draft'])(
    'is 403 without access to it, also as %s, and stays inaccessible',
    async (status) => {
      const answer = await publish(narrow, OPEN_ID, '2.0.0', { ...stolen, status });
      expectRefused(answer, 403, 'bundle_digest');
      expect(answer.text).not.toContain(String(secret.length));
      expect(await versionsOfOpen()).toEqual(['1.0.0']);
      const path = artifactPath('right', digestOf(secret), 'bundle');
      expect((await t.actors.anonymous.get(path)).status).toBe(401);
    },
  );

  it.each(['artifact:download', 'mcp:publish'])(
    'may be referenced by a holder of %s on it',
    async (scope) => {
      const version = scope === 'mcp:publish' ? '3.0.0' : '3.0.1';
      const holder = await t.actors.apiToken({
        scopes: [...new Set(['mcp:publish', scope])],
        resources: [
          'org/right/mcp/open',
          scope === 'mcp:publish'
            ? 'org/right/artifact/*/bundle'
            : `org/right/artifact/${digestOf(secret)}/bundle`,
        ],
      });
      expect((await publish(holder, OPEN_ID, version, stolen)).status).toBe(200);
    },
  );
});

describe('POST /v1/org/{org}/mcps/{name}/publish: a bundle announced by a version of another package', () => {
  it('is 403 even before its bytes are uploaded', async () => {
    await aVersion(admin, 'right/announced', '1.0.0').ingested();
    const bytes = bundleOf('right/announced', '1.0.0');
    const change = { bundle_digest: digestOf(bytes), bundle_size_bytes: bytes.length, visibility: 'public' };
    expectRefused(await publish(narrow, OPEN_ID, '5.0.0', change), 403, 'bundle_digest');
    expect(await versionsOfOpen()).not.toContain('5.0.0');
  });
});

describe('POST /v1/org/{org}/mcps/{name}/publish: with access to the package only', () => {
  it('may reference a bundle that is not stored yet', async () => {
    expect((await publish(narrow, OPEN_ID, '4.0.0')).status).toBe(200);
  });

  it('may reference a bundle of the package itself again', async () => {
    const own = bundleOf(OPEN_ID, '1.0.0');
    const again = { bundle_digest: digestOf(own), bundle_size_bytes: own.length };
    expect((await publish(narrow, OPEN_ID, '4.0.1', again)).status).toBe(200);
  });

  it('may reference bytes stored by another organization, which reveals nothing about them', async () => {
    await aVersion(admin, 'right-elsewhere/files', '1.0.0').published();
    const theirs = bundleOf('right-elsewhere/files', '1.0.0');
    const change = { bundle_digest: digestOf(theirs), bundle_size_bytes: theirs.length };
    expect((await publish(narrow, OPEN_ID, '4.0.2', change)).status).toBe(200);
  });

  it('may not reference bytes that only a package of the same name in another organization references', async () => {
    await aVersion(admin, 'right-elsewhere/open', '1.0.0').ingested();
    const bytes = bundleOf('right-elsewhere/open', '1.0.0');
    expect((await uploadBundle(admin, 'right', bytes)).status).toBe(200);
    // The package of the same name references it, but belongs to another organization.
    const change = { bundle_digest: digestOf(bytes), bundle_size_bytes: bytes.length };
    expectRefused(await publish(narrow, OPEN_ID, '4.0.3', change), 403, 'bundle_digest');
  });
});
