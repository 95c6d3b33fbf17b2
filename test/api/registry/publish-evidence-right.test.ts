import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import type { ApiClient } from '../../support/api-client.js';
import { artifactPath, aVersion, publish, setStatus } from '../../support/builders.js';
import { presign } from '../../support/presigned.js';
import { expectRefused } from '../../support/refusals.js';
import { S3Server } from '../../support/s3-server.js';
import { someBytes } from '../../support/stored-artifacts.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { resolve } from '../../support/version-requests.js';

const OPEN_ID = 'proof/open';

let s3: S3Server;
let t: TestApp;
let admin: Actor;
/** May publish one package, and has no access to any artifact. */
let narrow: ApiClient;
beforeAll(async () => {
  s3 = await S3Server.start();
  t = await startTestApp(s3.settings);
  admin = await t.actors.admin();
  await aVersion(admin, OPEN_ID, '1.0.0').ingested();
  narrow = await t.actors.apiToken({ scopes: ['mcp:publish'], resources: ['org/proof/mcp/open'] });
});
afterAll(async () => {
  await t.close();
  await s3.close();
});

const PUBLISH = 'POST /v1/org/{org}/mcps/{name}/publish';
let count = 0;
const nextVersion = (): string => `2.0.${(count += 1)}`;

/** Stores evidence as these kinds, referenced by a version of another package. */
async function evidenceOf(
  text: string,
  kinds: readonly string[] = ['sbom'],
  id = 'proof/secret',
): Promise<string> {
  const { bytes, digest } = someBytes(text);
  const [org = ''] = id.split('/');
  await publish(admin, id, nextVersion(), { evidence_digests: [digest] });
  for (const kind of kinds) {
    const { status } = await admin.put(
      artifactPath(org, digest, `evidence/${kind}`),
      bytes,
      'application/json',
    );
    if (status !== 200) throw new Error(`not uploaded: ${status}`);
  }
  return digest;
}
/** The kinds of the evidence that a version shows which names these digests. */
async function shownBy(
  caller: ApiClient,
  digests: readonly string[],
  change: object = {},
): Promise<string[]> {
  const version = nextVersion();
  const answer = await publish(caller, OPEN_ID, version, { evidence_digests: digests, ...change });
  expect(answer.status).toBe(200);
  const { body } = await resolve(admin, OPEN_ID, version);
  return (body.resolved.evidence as { kind: string }[]).map(({ kind }) => kind);
}
/** May publish the one package, and has access to such artifacts. */
const holderOf = (part: string): Promise<ApiClient> =>
  t.actors.apiToken({
    scopes: ['mcp:publish'],
    resources: ['org/proof/mcp/open', `org/proof/artifact/*/${part}`],
  });

describe(`${PUBLISH}: evidence of another package (ADR 10)`, () => {
  it.each(['ingested', 'draft'])('is withheld without access to it, also as %s', async (status) => {
    const digest = await evidenceOf(`refused ${status}`, ['sbom', 'audit-report']);
    expect(await shownBy(narrow, [someBytes('unknown').digest, digest], { status })).toEqual([]);
  });

  it.each([
    ['announced', async () => evidenceOf('announced', [])],
    [
      'stored and not named',
      async () => {
        const { bytes, digest } = someBytes('not named');
        await admin.put(artifactPath('proof', digest, 'evidence/sbom'), bytes, 'application/json');
        return digest;
      },
    ],
    [
      'handed out to be put',
      async () => {
        const text = '"handed out"';
        await presign(admin, 'proof', text, 'kind=evidence&evidence_kind=sbom');
        return someBytes('handed out').digest;
      },
    ],
    [
      'named by another package of the same name but for its organization',
      async () => {
        await evidenceOf('namesake', ['sbom'], 'proof-elsewhere/open');
        return evidenceOf('namesake');
      },
    ],
  ])('is withheld when it is only %s', async (_what, make) => {
    expect(await shownBy(narrow, [await make()])).toEqual([]);
  });

  it.each(['evidence/sbom', 'evidence/*', 'evidence'])(
    'may be referenced with access to %s',
    async (part) => {
      const holder = await holderOf(part);
      expect(await shownBy(holder, [await evidenceOf(`held ${part}`)])).toEqual(['sbom']);
    },
  );

  it.each(['bundle', 'manifest', 'evidence/other'])('is withheld with access to %s', async (part) => {
    const holder = await holderOf(part);
    expect(await shownBy(holder, [await evidenceOf(`not held ${part}`)])).toEqual([]);
  });

  it('is withheld with access to one of its two kinds, because a version shows both', async () => {
    const digest = await evidenceOf('two kinds', ['sbom', 'audit-report']);
    expect(await shownBy(await holderOf('evidence/sbom'), [digest])).toEqual([]);
    expect(await shownBy(await holderOf('evidence/*'), [digest])).toEqual(['audit-report', 'sbom']);
  });
});

describe(`${PUBLISH}: evidence, with access to the package only`, () => {
  it('that is not referenced yet may be announced', async () => {
    expect(await shownBy(narrow, [someBytes('new').digest])).toEqual([]);
  });

  it('of the package itself may be referenced again', async () => {
    const digest = await evidenceOf('own', ['sbom'], OPEN_ID);
    const version = nextVersion();
    expect((await publish(narrow, OPEN_ID, version, { evidence_digests: [digest] })).status).toBe(200);
    expect((await resolve(admin, OPEN_ID, version)).body.resolved.evidence).toMatchObject([{ kind: 'sbom' }]);
  });

  it('of another organization may be referenced, which reveals nothing about it', async () => {
    const digest = await evidenceOf('elsewhere', ['sbom'], 'proof-elsewhere/files');
    const version = nextVersion();
    expect((await publish(narrow, OPEN_ID, version, { evidence_digests: [digest] })).status).toBe(200);
    expect((await resolve(admin, OPEN_ID, version)).body.resolved.evidence).toEqual([]);
  });
});

describe(`${PUBLISH}: a bundle with a presigned upload of others`, () => {
  it('is withheld without access to it', async () => {
    const { bytes, digest } = someBytes('a bundle that comes by itself');
    expect((await presign(admin, 'proof', bytes, 'kind=bundle')).status).toBe(200);
    const change = { bundle_digest: digest, bundle_size_bytes: bytes.length };
    const version = nextVersion();
    expect((await publish(narrow, OPEN_ID, version, change)).status).toBe(200);
    expectRefused(await setStatus(narrow, OPEN_ID, version, 'published'), 409);
  });
});
