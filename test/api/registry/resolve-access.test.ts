import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '../../support/actors.js';
import type { ApiClient } from '../../support/api-client.js';
import { aVersion, commitOf, packagePath } from '../../support/builders.js';
import { useTestApp } from '../../support/suite.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { expectRefused } from '../../support/refusals.js';
import { storedVersions } from '../../support/stored-versions.js';
import { resolve } from '../../support/version-requests.js';

const RESOLVE = 'GET /v1/org/{org}/mcps/{name}/resolve';
const STATES = ['draft', 'ingested', 'published', 'revoked'] as const;
type State = (typeof STATES)[number];

let admin: Actor;
const t = await useTestApp();
beforeAll(async () => {
  admin = await t.actors.admin();
});

const holder = (...scopes: string[]): Promise<ApiClient> =>
  t.actors.apiToken({ scopes: ['mcp:catalog:read', ...scopes], resources: ['org/'] });

describe(`${RESOLVE}: which scope shows a version of which status`, () => {
  const PUBLISHED = ['mcp:resolve'];
  const PREPUBLISH = ['mcp:resolve:prepublish'];
  const BOTH = [...PUBLISHED, ...PREPUBLISH];

  const idOf = (state: State): string => `seen/${state}`;
  /** Every exact reference to the only version of a package. */
  const refsOf = async (state: State): Promise<string[]> => {
    const row = (await storedVersions(t, 'seen')).find((version) => version.package === state);
    const commit = commitOf(`${idOf(state)}@1.0.0`);
    return [
      '1.0.0',
      'v1.0.0',
      'only',
      commit,
      commit.slice(0, 9),
      `sha:${commit}`,
      row?.manifest_digest ?? '',
    ];
  };

  beforeAll(async () => {
    for (const state of STATES) await aVersion(admin, idOf(state), '1.0.0', { aliases: ['only'] })[state]();
  });

  it.each<[State, string, string[], number]>([
    ['draft', 'mcp:resolve', PUBLISHED, 403],
    ['draft', 'mcp:resolve:prepublish', PREPUBLISH, 200],
    ['draft', 'both', BOTH, 200],
    ['draft', 'neither', [], 403],
    ['ingested', 'mcp:resolve', PUBLISHED, 403],
    ['ingested', 'mcp:resolve:prepublish', PREPUBLISH, 200],
    ['ingested', 'both', BOTH, 200],
    ['ingested', 'neither', [], 403],
    ['published', 'mcp:resolve', PUBLISHED, 200],
    ['published', 'mcp:resolve:prepublish', PREPUBLISH, 403],
    ['published', 'both', BOTH, 200],
    ['published', 'neither', [], 403],
    ['revoked', 'mcp:resolve', PUBLISHED, 404],
    ['revoked', 'mcp:resolve:prepublish', PREPUBLISH, 404],
    ['revoked', 'both', BOTH, 404],
    ['revoked', 'neither', [], 403],
  ])(
    'for an exact reference to a %s version with %s (%j) answers %d',
    async (state, _name, scopes, expected) => {
      const caller = await holder(...scopes);
      for (const ref of await refsOf(state)) {
        const answer = await resolve(caller, idOf(state), ref);
        if (expected !== 200) {
          expectRefused(answer, expected);
        } else {
          expect({ ref, status: answer.status, is: answer.body.resolved?.status }).toEqual({
            ref,
            status: 200,
            is: state,
          });
        }
      }
    },
  );

  it.each(STATES)('answers 401 to anonymous callers for a %s version', async (state) => {
    for (const ref of [...(await refsOf(state)), 'latest', '*', '9.9.9']) {
      expectRefused(await resolve(t.actors.anonymous, idOf(state), ref), 401);
    }
  });

  it('reveals nothing about a version in a refusal', async () => {
    const answer = await resolve(await holder('mcp:resolve'), idOf('draft'), 'only');
    expectRefused(answer, 403);
    expect(answer.body.message).toBe('not authorized');
    expect(answer.text).not.toMatch(/1\.0\.0|sha256|draft/);
  });

  it.each([
    ['a scope that is like it', 'mcp:publish'],
    ['downloads', 'artifact:download'],
  ])('does not accept %s for mcp:resolve', async (_what, scope) => {
    expectRefused(await resolve(await holder(scope), idOf('published'), '1.0.0'), 403);
  });

  it('refuses the JWT of a service that may only publish', async () => {
    const service = await t.actors.bearer({ scopes: ['admin:publish'], resources: ['org/'] });
    expectRefused(await resolve(service, idOf('published'), '1.0.0'), 403);
  });
});

describe(`${RESOLVE}: draft, ingested and revoked versions are invisible to latest and ranges`, () => {
  const ID = 'hidden/files';
  beforeAll(async () => {
    await aVersion(admin, ID, '1.0.0').published();
    await aVersion(admin, ID, '1.1.0-rc.1').published();
    await aVersion(admin, ID, '1.1.0').draft();
    await aVersion(admin, ID, '1.2.0').ingested();
    await aVersion(admin, ID, '1.3.0').uploaded();
    await aVersion(admin, ID, '1.4.0').revoked();
    for (const state of ['draft', 'ingested', 'revoked'] as const) {
      await aVersion(admin, `hidden/only-${state}`, '1.0.0')[state]();
    }
  });

  it.each(['latest', '*', '^1.0.0', '1', '1.x', '>=1.0.0', '1.0.0 || 1.1.0 || 1.2.0 || 1.3.0 || 1.4.0'])(
    'resolves %s to the published version, even with the prepublish scope',
    async (ref) => {
      for (const caller of [await holder('mcp:resolve'), admin]) {
        const { status, body } = await resolve(caller, ID, ref);
        expect({ status, version: body.resolved?.version }).toEqual({ status: 200, version: '1.0.0' });
      }
    },
  );

  it.each(['draft', 'ingested', 'revoked'])(
    'finds neither latest nor a range when all versions are %s',
    async (state) => {
      for (const caller of [await holder('mcp:resolve'), await holder('mcp:resolve:prepublish'), admin]) {
        for (const ref of ['latest', '*', '^1.0.0', '>=0']) {
          expectRefused(await resolve(caller, `hidden/only-${state}`, ref), 404);
        }
      }
    },
  );

  it('moves latest back when the newest version is revoked, and forward when one is published', async () => {
    const id = 'hidden/moving';
    const latest = async (): Promise<unknown> => (await resolve(admin, id, 'latest')).body.resolved.version;
    await aVersion(admin, id, '1.0.0').published();
    await aVersion(admin, id, '2.0.0').published();
    expect(await latest()).toBe('2.0.0');
    await aVersion(admin, id, '3.0.0').revoked();
    expect(await latest()).toBe('2.0.0');
    const revoked = await admin.post(`${packagePath(id)}/versions/2.0.0/status`, { status: 'revoked' });
    expect(revoked.status).toBe(200);
    expect(await latest()).toBe('1.0.0');
  });
});

describe(`${RESOLVE}: the resource pattern must match the package`, () => {
  beforeAll(() => aVersion(admin, 'walled/files', '1.0.0').published());

  it('answers 403 to a member of another organization, whether the version exists or not', async () => {
    const stranger = await t.actors.member('outside', 'admin');
    const existing = await resolve(stranger, 'walled/files', '1.0.0');
    expectRefused(existing, 403);
    for (const [id, ref] of [
      ['walled/files', '9.9.9'],
      ['walled/others', '1.0.0'],
      ['nowhere/files', '1.0.0'],
    ] as const) {
      const missing = await resolve(stranger, id, ref);
      expect({ status: missing.status, body: missing.body }).toEqual({ status: 403, body: existing.body });
    }
  });

  it.each([
    [['org/walled/mcp/other']],
    [['org/walled/mcp/file']],
    [['org/walled/mcp/Files']],
    [['org/walled/artifact/']],
    [['org/walled']],
    [['catalog', 'org/walled/catalog']],
    [['org/*/mcp/other']],
    [['org/outside/']],
  ])('answers 403 to a token for %j', async (resources) => {
    const token = await t.actors.apiToken({ scopes: ['mcp:resolve', 'mcp:resolve:prepublish'], resources });
    expectRefused(await resolve(token, 'walled/files', '1.0.0'), 403);
  });

  it.each([[['org/walled/mcp/files']], [['org/walled/']], [['org/*/mcp/*']], [['org/walled/mcp/f*s']]])(
    'answers 200 to a token for %j',
    async (resources) => {
      const token = await t.actors.apiToken({ scopes: ['mcp:resolve'], resources });
      expect((await resolve(token, 'walled/files', '1.0.0')).status).toBe(200);
    },
  );

  it('answers 200 to a plain member, also for drafts', async () => {
    await aVersion(admin, 'walled/files', '2.0.0').draft();
    const member = await t.actors.member('walled');
    expect((await resolve(member, 'walled/files', '1.0.0')).status).toBe(200);
    expect((await resolve(member, 'walled/files', '2.0.0')).status).toBe(200);
  });
});

describe(`${RESOLVE}: with public.download_artifacts, published versions of public packages are open`, () => {
  let open: TestApp;
  let publisher: Actor;
  beforeAll(async () => {
    open = await startTestApp({ PUBLIC_DOWNLOAD_ARTIFACTS: 'true' });
    publisher = await open.actors.admin();
    const everyone = { visibility: 'public' };
    await aVersion(publisher, 'open/files', '1.0.0', everyone).published();
    await aVersion(publisher, 'open/files', '2.0.0', { aliases: ['next'] }).ingested();
    await aVersion(publisher, 'open/files', '3.0.0').draft();
    await aVersion(publisher, 'open/files', '0.9.0').revoked();
    await aVersion(publisher, 'open/secret', '1.0.0').published();
  });
  afterAll(() => open.close());

  it.each(['2.0.0', 'next', '3.0.0', '0.9.0', '9.9.9'])(
    'reveals %s to no one, as it is not published',
    async (ref) => {
      const answer = await resolve(open.actors.anonymous, 'open/files', ref);
      expectRefused(answer, 404);
      expect(answer.body).toEqual((await resolve(open.actors.anonymous, 'open/files', '8.8.8')).body);
    },
  );

  it('answers 401 for a private package as for an unknown one', async () => {
    const answer = await resolve(open.actors.anonymous, 'open/secret', '1.0.0');
    expectRefused(answer, 401);
    for (const [id, ref] of [
      ['open/secret', '9.9.9'],
      ['open/unknown', '1.0.0'],
      ['unknown/files', '1.0.0'],
    ] as const) {
      const other = await resolve(open.actors.anonymous, id, ref);
      expect({ status: other.status, body: other.body }).toEqual({ status: 401, body: answer.body });
    }
  });

  it.each(['1.0.0', 'latest', '^1.0.0'])('resolves %s of a public package for everyone', async (ref) => {
    const stranger = await open.actors.user('stranger');
    for (const caller of [open.actors.anonymous, stranger]) {
      const { status, body } = await resolve(caller, 'open/files', ref);
      expect({ status, version: body.resolved?.version }).toEqual({ status: 200, version: '1.0.0' });
    }
  });
});
