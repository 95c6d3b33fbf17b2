import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import type { ApiClient } from '../../support/api-client.js';
import {
  artifactPath,
  aVersion,
  bundleOf,
  digestOf,
  packagePath,
  publish,
  setStatus,
  uploadBundle,
} from '../../support/builders.js';
import { expectRefused } from '../../support/refusals.js';
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

/** The bundle is as if it were not stored: neither the caller nor anybody without a right publishes the version. */
async function expectWithheld(version: string, digest: string): Promise<void> {
  const refused = await setStatus(narrow, OPEN_ID, version, 'published');
  expectRefused(refused, 409);
  expect(refused.body.error.details).toEqual({ missing: 'bundle', digest });
  expect((await t.actors.anonymous.get(artifactPath('right', digest, 'bundle'))).status).toBe(401);
}

describe('POST /v1/org/{org}/mcps/{name}/publish: a bundle that is stored for another package (ADR 10)', () => {
  it.each([
    ['ingested', '2.0.0'],
    ['draft', '2.0.1'],
  ])('is withheld without access to it, also as %s, and can be given up', async (status, version) => {
    const answer = await publish(narrow, OPEN_ID, version, { ...stolen, status });
    expect(answer.body).toEqual({ version, status, bundle_upload: null });
    const again = await publish(narrow, OPEN_ID, version, { ...stolen, status });
    if (status === 'ingested') expect(again.body.error.details).toMatchObject({ bundle_stored: false });
    await expectWithheld(version, digestOf(secret));
    expect((await narrow.delete(`${packagePath(OPEN_ID)}/versions/${version}`)).status).toBe(204);
  });

  it('is not one of the package by being named, and is published by whoever has a right to it', async () => {
    for (const version of ['2.1.0', '2.1.1']) {
      expect((await publish(narrow, OPEN_ID, version, stolen)).status).toBe(200);
      await expectWithheld(version, digestOf(secret));
    }
    const bundle = bundleOf('right/given', '1.0.0');
    await aVersion(admin, 'right/given', '1.0.0').published();
    const given = { bundle_digest: digestOf(bundle), bundle_size_bytes: bundle.length };
    expect((await publish(narrow, OPEN_ID, '2.2.0', given)).status).toBe(200);
    await expectWithheld('2.2.0', digestOf(bundle));
    expect((await setStatus(admin, OPEN_ID, '2.2.0', 'published')).status).toBe(200);
    expect((await publish(narrow, OPEN_ID, '2.2.1', given)).status).toBe(200);
    expect((await setStatus(narrow, OPEN_ID, '2.2.1', 'published')).status).toBe(200);
  });

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
  it('is withheld even before its bytes are uploaded, and after', async () => {
    await aVersion(admin, 'right/announced', '1.0.0').ingested();
    const bytes = bundleOf('right/announced', '1.0.0');
    const change = { bundle_digest: digestOf(bytes), bundle_size_bytes: bytes.length, visibility: 'public' };
    expect((await publish(narrow, OPEN_ID, '5.0.0', change)).status).toBe(200);
    await expectWithheld('5.0.0', digestOf(bytes));
    expect((await uploadBundle(admin, 'right', bytes)).status).toBe(200);
    await expectWithheld('5.0.0', digestOf(bytes));
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

  it('gets no bytes that only a package of the same name in another organization references', async () => {
    await aVersion(admin, 'right-elsewhere/open', '1.0.0').ingested();
    const bytes = bundleOf('right-elsewhere/open', '1.0.0');
    expect((await uploadBundle(admin, 'right', bytes)).status).toBe(200);
    // The package of the same name references it, but belongs to another organization.
    const change = { bundle_digest: digestOf(bytes), bundle_size_bytes: bytes.length };
    expect((await publish(narrow, OPEN_ID, '4.0.3', change)).status).toBe(200);
    await expectWithheld('4.0.3', digestOf(bytes));
  });
});
