import { describe, expect, it } from '@jest/globals';
import { artifactPath, aVersion, digestOf, packagePath } from '../../support/builders.js';
import { startTestApp } from '../../support/test-app.js';

const SBOM = '{"bom":1}';
const ID = 'settings/open';

interface Statuses {
  readonly catalog: number;
  readonly resolve: number;
  readonly bundle: number;
  readonly manifest: number;
  readonly evidence: number;
}

const CLOSED: Statuses = { catalog: 401, resolve: 401, bundle: 401, manifest: 401, evidence: 401 };

/** The statuses that anonymous callers get for a published version of a public package. */
async function anonymousStatuses(settings: Readonly<Record<string, string>>): Promise<Statuses> {
  const t = await startTestApp(settings);
  try {
    const admin = await t.actors.admin();
    const evidence = artifactPath('settings', digestOf(SBOM), 'evidence/sbom');
    await aVersion(admin, ID, '1.0.0', {
      visibility: 'public',
      evidence_digests: [digestOf(SBOM)],
    }).published();
    await admin.put(evidence, SBOM, 'application/json');
    const path = `${packagePath(ID)}/resolve?ref=1.0.0`;
    const { body } = await admin.get(path);
    const statusOf = async (target: string): Promise<number> => (await t.actors.anonymous.get(target)).status;
    return {
      catalog: await statusOf('/v1/catalog'),
      resolve: await statusOf(path),
      bundle: await statusOf(body.resolved.bundle.url as string),
      manifest: await statusOf(body.resolved.manifest.url as string),
      evidence: await statusOf(evidence),
    };
  } finally {
    await t.close();
  }
}

describe('public access is off unless configured: anonymous callers get', () => {
  it.each<[string, Record<string, string>, Statuses]>([
    ['401 everywhere by default', {}, CLOSED],
    [
      '401 everywhere when both are false',
      { PUBLIC_READ_CATALOG: 'false', PUBLIC_DOWNLOAD_ARTIFACTS: 'false' },
      CLOSED,
    ],
    [
      'only the catalog with public.read_catalog',
      { PUBLIC_READ_CATALOG: 'true' },
      { ...CLOSED, catalog: 200 },
    ],
    [
      'only resolve and downloads with public.download_artifacts',
      { PUBLIC_DOWNLOAD_ARTIFACTS: 'true' },
      { catalog: 401, resolve: 200, bundle: 200, manifest: 200, evidence: 200 },
    ],
  ])('%s', async (_what, settings, expected) => {
    expect(await anonymousStatuses(settings)).toEqual(expected);
  });
});
