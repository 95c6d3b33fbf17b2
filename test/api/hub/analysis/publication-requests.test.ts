import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PublicationsRepository } from '../../../../src/hub/analysis/publication/publications.repository.js';
import { RegistryClient } from '../../../../src/hub/platform/registry-client/registry-client.js';
import { RegistryError } from '../../../../src/hub/platform/registry-client/registry-error.js';
import type { Actor } from '../../../support/actors.js';
import { serverFiles } from '../../../support/analyzed-packages.js';
import { FakeCodeHost } from '../../../support/code-host-server.js';
import { allowLoopback, Followed } from '../../../support/followed.js';
import { passTime, publicationOf, publishDue } from '../../../support/publications.js';
import { storedVersions } from '../../../support/stored-versions.js';
import { useHub } from '../../../support/suite.js';
import { resolve } from '../../../support/version-requests.js';
import { webhookSettings } from '../../../support/webhooks.js';

const host = await FakeCodeHost.start('github');
const { t, actors } = await useHub({ ...webhookSettings, ANALYSIS_SOURCE_HOSTS: host.setting });
let registry: RegistryClient;
let publications: PublicationsRepository;
let admin: Actor;
beforeAll(async () => {
  registry = t.app.get(RegistryClient, { strict: false });
  publications = t.app.get(PublicationsRepository, { strict: false });
  admin = await t.actors.admin();
});
beforeEach(() => allowLoopback(t));
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => host.close());

const STEPS = ['publish', 'uploadEvidence', 'certify', 'setStatus', 'uploadBundle'] as const;
type Step = (typeof STEPS)[number];

/** A server whose commit is analyzed, and about to be published as one that nobody has released. */
async function analyzedCommit(): Promise<{ readonly f: Followed; readonly versionId: string }> {
  const { id, slug } = await actors.organization();
  const f = await Followed.start(t, actors, host, { org_id: id, name: `${slug}/files` });
  await f.advance('refs/heads/main', serverFiles());
  await f.takeUp();
  await f.analyze();
  const [version] = await t.rows<{ id: string }>('SELECT id FROM mcp_version WHERE mcp_id = $1', [f.mcpId]);
  return { f, versionId: version?.id ?? '' };
}

async function tag(f: Followed): Promise<void> {
  await f.push('refs/tags/v1.4.0', f.head());
  await f.takeUp();
  expect(await f.versions()).toMatchObject([{ semver: '1.4.0' }]);
}

/** Does something when the registry has had a step of an attempt, before the attempt learns of it. */
function after(step: Step, act: () => Promise<void>): void {
  const original = registry[step].bind(registry) as (...parameters: unknown[]) => Promise<unknown>;
  jest.spyOn(registry, step as 'publish').mockImplementationOnce(async (...parameters: unknown[]) => {
    const result = await original(...parameters).catch((error: unknown) => error);
    await act();
    if (result instanceof Error) throw result;
    return result as never;
  });
}

/** The numbers that the registry has published, and what `latest` is. */
async function inRegistry({ name }: Followed): Promise<unknown> {
  const [org = ''] = name.split('/');
  const numbers = (await storedVersions(t, org)).map(({ version, status }) => `${version} ${status}`);
  const { body } = await resolve(admin, name, 'latest');
  return {
    numbers: numbers.filter((number) => !number.startsWith('0.0.0-head')),
    latest: body.resolved?.version,
  };
}
const RELEASED = { numbers: ['1.4.0 published'], latest: '1.4.0' };

describe('a tag that comes while its commit is published', () => {
  it.each(STEPS)('in %s, is published next', async (step) => {
    const { f, versionId } = await analyzedCommit();
    after(step, () => tag(f));
    await publishDue(t);
    expect(await inRegistry(f)).toEqual(RELEASED);
    expect(await publicationOf(t, versionId)).toMatchObject({ status: 'DONE', attempts: 0 });
  });

  it.each(STEPS)(
    'in %s, and before the process is killed, is published when its lease ends',
    async (step) => {
      const { f, versionId } = await analyzedCommit();
      after(step, async () => {
        await tag(f);
        throw new Error('killed');
      });
      // A killed process writes nothing.
      jest.spyOn(publications, 'fail').mockResolvedValueOnce(undefined);
      await publishDue(t);
      expect(await publicationOf(t, versionId)).toMatchObject({ status: 'RUNNING' });
      await passTime(t);
      await publishDue(t);
      expect(await inRegistry(f)).toEqual(RELEASED);
      expect(await publicationOf(t, versionId)).toMatchObject({ status: 'DONE', attempts: 0 });
    },
  );

  it('is published though the attempt fails for good', async () => {
    const { f, versionId } = await analyzedCommit();
    after('publish', async () => {
      await tag(f);
      throw new RegistryError('the registry answered 400', 400);
    });
    await publishDue(t);
    expect(await inRegistry(f)).toEqual(RELEASED);
    expect(await publicationOf(t, versionId)).toMatchObject({ status: 'DONE', failure_reason: null });
  });
});
