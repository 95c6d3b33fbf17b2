import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { fakeCodeHosts } from '../../../support/code-host-server.js';
import { HOSTS, newCommit, NONE } from '../../../support/code-hosts.js';
import { allowLoopback, Followed } from '../../../support/followed.js';
import { platformAdmin } from '../../../support/platform-admin.js';
import { useHub } from '../../../support/suite.js';
import { webhookSettings } from '../../../support/webhooks.js';

const hosts = await fakeCodeHosts();
const { t, actors } = await useHub({
  ...webhookSettings,
  ANALYSIS_SOURCE_HOSTS: Object.values(hosts)
    .map(({ setting }) => setting)
    .join(','),
});
beforeEach(() => allowLoopback(t));
afterAll(() => Promise.all(Object.values(hosts).map((host) => host.close())));

const MAIN = 'refs/heads/main';

describe.each(HOSTS)('of what %s sends', (kind) => {
  const host = hosts[kind];
  const follow = (columns: Readonly<Record<string, unknown>> = {}) =>
    Followed.start(t, actors, host, columns);
  beforeEach(() => {
    host.isAway = false;
    host.isSilent = false;
  });

  it.each([
    'refs/heads/feature',
    'refs/heads/Main',
    'refs/heads/x/main',
    'refs/tags/v1',
    'refs/tags/nightly',
  ])('a push to %s has no effect', async (ref) => {
    const f = await follow();
    const answer = await f.push(ref, f.repository.commit(f.head()));
    expect([answer.status, answer.body.accepted]).toEqual([202, false]);
    await f.takeUp();
    expect(await f.versions()).toEqual([]);
  });

  it('the deletion of a branch or tag has no effect', async () => {
    const f = await follow();
    for (const ref of [MAIN, 'refs/tags/v1.0.0']) {
      expect((await f.send(ref, NONE)).body.accepted).toBe(false);
    }
    expect(await f.pending()).toBe(0);
  });

  it('a push to the default branch makes its newest version', async () => {
    const f = await follow();
    const [first, second] = [await f.advance(), await f.advance()];
    await f.takeUp();
    expect(await f.versions()).toMatchObject([
      { commit_hash: first, ref: MAIN, preview: false, semver: null },
      { commit_hash: second, ref: MAIN, preview: false, semver: null },
    ]);
    expect(await f.newest()).toBe(second);
  });

  it('pushes that come in another order, or again, leave the newest commit the newest', async () => {
    const f = await follow();
    const [first, second, third] = [0, 1, 2].map(() => {
      const commit = f.repository.commit(f.head());
      f.repository.refs.set(MAIN, commit);
      return commit;
    }) as [string, string, string];
    await f.send(MAIN, third, { before: second });
    await f.takeUp();
    await f.send(MAIN, first);
    await f.send(MAIN, second, { before: first });
    await f.takeUp();
    // The host might not have everywhere yet what it has sent.
    expect([await f.newest(), await f.pending()]).toEqual([third, 2]);
    await f.takeUp(2);
    expect([await f.newest(), await f.pending(), await f.commits()]).toEqual([third, 0, [third]]);
  });

  it('a push that the host does not have everywhere yet waits, and is not lost', async () => {
    const f = await follow();
    const old = await f.advance();
    await f.takeUp();
    const commit = f.repository.commit(old);
    await f.send(MAIN, commit, { before: old });
    await f.takeUp();
    expect(await f.commits()).toEqual([old]);
    f.repository.refs.set(MAIN, commit);
    await f.takeUp();
    expect(await f.newest()).toBe(commit);
  });

  it('a forced push to an older commit has no effect, whether that is a version or not', async () => {
    const f = await follow();
    const unknown = f.head();
    const [known, newest] = [await f.advance(), await f.advance()];
    await f.takeUp();
    for (const older of [known, unknown]) {
      f.repository.refs.set(MAIN, newest);
      await f.push(MAIN, older, { forced: true });
      await f.takeUp(2);
    }
    expect([await f.commits(), await f.newest(), await f.pending()]).toEqual([[known, newest], newest, 0]);
  });

  it('a forced push to an older commit that is known has no effect, even if the host does not answer', async () => {
    const f = await follow();
    const [known, newest] = [await f.advance(), await f.advance()];
    await f.takeUp();
    host.isAway = true;
    await f.push(MAIN, known, { forced: true });
    await f.takeUp(2);
    expect([await f.commits(), await f.newest()]).toEqual([[known, newest], newest]);
  });

  it('a forced push to another history is followed', async () => {
    const f = await follow();
    const base = f.head();
    const old = await f.advance();
    await f.takeUp();
    const rewritten = f.repository.commit(base);
    await f.push(MAIN, rewritten, { forced: true });
    await f.takeUp();
    expect([await f.newest(), await f.commits()]).toEqual([rewritten, [old, rewritten]]);
  });

  it('without an answer of the host, pushes count as they were sent, in the order that they say', async () => {
    const f = await follow();
    const [first, second, third] = [newCommit(), newCommit(), newCommit()];
    host.isAway = true;
    await f.send(MAIN, second, { before: first });
    await f.send(MAIN, first, { before: newCommit() });
    await f.takeUp();
    expect(await f.commits()).toEqual([second]);
    await f.send(MAIN, third, { before: second });
    await f.takeUp();
    expect(await f.newest()).toBe(third);
  });

  it('a push whose default branch nobody names is a preview until the host has named it', async () => {
    const f = await follow();
    const commit = f.repository.commit(f.head());
    host.isAway = true;
    await f.push(MAIN, commit, { defaultBranch: null });
    await f.takeUp();
    expect([await f.versions(), await f.newest()]).toMatchObject([
      [{ commit_hash: commit, preview: true }],
      undefined,
    ]);
    host.isAway = false;
    await f.takeUp();
    expect([await f.versions(), await f.newest()]).toMatchObject([
      [{ commit_hash: commit, preview: false }],
      commit,
    ]);
    expect(await f.audited()).toEqual(['version.ingested', 'version.promoted']);
  });

  it('the default branch is what the host says now, and not what an old delivery says', async () => {
    const f = await follow();
    f.repository.refs.set('refs/heads/next', f.repository.commit(f.head()));
    f.repository.defaultBranch = 'next';
    await f.push(MAIN, f.repository.commit(f.head()), { defaultBranch: 'main' });
    await f.takeUp();
    expect(await f.versions()).toEqual([]);
    const next = await f.advance('refs/heads/next');
    await f.takeUp();
    expect(await f.newest()).toBe(next);
  });

  it('pushes to the branch that a source names are followed, and others are not', async () => {
    const f = await follow({ branch: 'release/2' });
    await f.advance();
    const commit = await f.advance('refs/heads/release/2');
    await f.takeUp();
    expect([await f.commits(), await f.newest()]).toEqual([[commit], commit]);
  });

  it('a branch that is followed from now on has its head as the newest version, also if that was known before', async () => {
    const f = await follow();
    const [old, head] = [await f.advance(), await f.advance()];
    await f.takeUp();
    await f.analyze();
    f.repository.refs.set('refs/heads/stable', old);
    const root = await platformAdmin(t, actors);
    const path = `/api/v1/admin/mcps/${f.mcpId}`;
    const results = async () => {
      const { body } = await actors.anonymous.get(`/api/v1/mcps/${f.mcpId}`);
      const [row] = await t.rows<{ commit: string }>(
        'SELECT v.commit_hash AS commit FROM mcp m JOIN mcp_version v ON v.id = m.results_version_id WHERE m.id = $1',
        [f.mcpId],
      );
      return [body.latest_version.commit_hash, row?.commit];
    };
    expect(await results()).toEqual([head, head]);
    for (const [branch, expected] of [
      ['stable', old],
      [null, head],
    ]) {
      expect((await root.send('PUT', path, { json: { branch } })).status).toBe(200);
      await f.takeUp();
      expect([await f.newest(), ...(await results())]).toEqual([expected, expected, expected]);
    }
    // It is the newest one already.
    await root.send('PUT', path, { json: { preview_branches: true } });
    await f.takeUp();
    expect([await f.commits(), await f.newest()]).toEqual([expect.arrayContaining([old, head]), head]);
    const promoted = (await f.audited()).filter((action) => action === 'version.promoted');
    expect(promoted).toHaveLength(2);
  });

  it('pushes to branches with previews are listed, and are versions once they are on the default branch', async () => {
    const f = await follow({ preview_branches: ['feature/*'] });
    const main = await f.advance();
    await f.advance('refs/heads/other');
    const preview = await f.advance('refs/heads/feature/x');
    await f.takeUp();
    expect([await f.versions(), await f.newest()]).toMatchObject([
      [
        { commit_hash: main, preview: false },
        { commit_hash: preview, preview: true, ref: 'refs/heads/feature/x' },
      ],
      main,
    ]);
    await f.push(MAIN, preview);
    await f.takeUp();
    expect([(await f.versions()).at(-1), await f.newest()]).toMatchObject([
      { preview: false, ref: MAIN },
      preview,
    ]);
  });

  it('a tag that is a version releases its commit, whatever order branch and tag come in', async () => {
    const f = await follow();
    const commit = await f.advance();
    await f.push('refs/tags/v1.2.0', commit);
    await f.takeUp();
    const later = await f.advance();
    await f.takeUp();
    expect(await f.versions()).toMatchObject([
      { commit_hash: commit, semver: '1.2.0' },
      { commit_hash: later, semver: null },
    ]);
    expect(await f.newest()).toBe(commit);
  });

  it.each(['refs/tags/v9.0.0', MAIN, 'refs/heads/feature/x'])(
    'a push to %s, which the host does not have, makes no version, and is given up after a minute',
    async (ref) => {
      const f = await follow({ preview_branches: ['feature/*'] });
      const known = await f.advance();
      await f.takeUp();
      f.repository.refs.delete(ref);
      await f.send(ref, f.repository.commit(known), { before: known });
      await f.takeUp();
      expect([await f.newest(), await f.pending()]).toEqual([known, 1]);
      await f.takeUp(2);
      expect([await f.commits(), await f.pending(), await f.audited()]).toEqual([
        [known],
        0,
        ['version.ingested', 'mcp.source_unavailable'],
      ]);
    },
  );

  it('a push that comes before its tag is on the host makes its version once it is', async () => {
    const f = await follow();
    const commit = await f.advance();
    await f.send('refs/tags/v9.0.0', commit);
    await f.takeUp();
    expect(await f.versions()).toMatchObject([{ commit_hash: commit, semver: null }]);
    f.repository.refs.set('refs/tags/v9.0.0', commit);
    await f.takeUp();
    expect([await f.versions(), await f.pending()]).toMatchObject([
      [{ commit_hash: commit, semver: '9.0.0' }],
      0,
    ]);
  });

  it('a tag that was moved is not the version that it was, and its number is ambiguous until it is moved back', async () => {
    const f = await follow();
    const commit = await f.advance();
    await f.push('refs/tags/v1.2.0', commit);
    await f.takeUp();
    const other = f.repository.commit(commit);
    await f.push('refs/tags/v1.2.0', other, { forced: true });
    await f.takeUp();
    const { body } = await actors.anonymous.get(`/api/v1/mcps/${f.mcpId}/versions`);
    const [version] = body.versions as { id: string }[];
    const detail = async () =>
      (await actors.anonymous.get(`/api/v1/mcps/${f.mcpId}/versions/${version?.id}`)).body;
    expect([await f.commits(), await detail()]).toMatchObject([
      [commit],
      { semver: '1.2.0', tag_moved_to: other },
    ]);
    expect((await f.audited()).at(-1)).toBe('version.tag_moved');
    await f.push('refs/tags/v1.2.0', commit, { forced: true });
    await f.takeUp();
    expect([await f.commits(), await detail()]).toMatchObject([[commit], { tag_moved_to: null }]);
  });

  it('a tag of one of several packages is a version of the MCP in its folder alone', async () => {
    const f = await follow({ source_path: 'servers/files' });
    await f.push('refs/tags/servers/other/v2.0.0', await f.advance());
    await f.push('refs/tags/servers/files/v1.0.0', f.head());
    await f.takeUp();
    expect(await f.versions()).toMatchObject([{ semver: '1.0.0' }]);
  });
});

describe('a release', () => {
  const release = (f: Followed, tag: string, target: string) =>
    f.deliver('release', {
      action: 'published',
      release: { tag_name: tag, target_commitish: target, draft: false },
      repository: {
        id: f.repository.id,
        html_url: hosts.github.url(f.repository.path),
        default_branch: 'main',
      },
    });

  it('of GitHub is about the commit of its tag, and not the one that it names', async () => {
    const f = await Followed.start(t, actors, hosts.github);
    const [tagged, named] = [f.repository.commit(f.head()), f.repository.commit(f.head())];
    f.repository.refs.set('refs/tags/v2.0.0', newCommit());
    f.repository.refs.set('refs/tags/v2.0.0^{}', tagged);
    await release(f, 'v2.0.0', named);
    await f.takeUp();
    expect(await f.versions()).toMatchObject([
      { commit_hash: tagged, semver: '2.0.0', ref: 'refs/tags/v2.0.0' },
    ]);
  });

  it('whose tag does not exist makes no version', async () => {
    const f = await Followed.start(t, actors, hosts.github);
    await release(f, 'v2.0.0', f.head());
    await f.takeUp();
    expect(await f.pending()).toBe(1);
    await f.takeUp(2);
    expect([await f.pending(), await f.commits(), await f.audited()]).toEqual([
      0,
      [],
      ['mcp.source_unavailable'],
    ]);
  });

  it.each([
    ['of another default branch by the host is followed', false],
    ['of another default branch makes its head the newest version, also if that was known before', true],
  ])('%s', async (_what, isKnown) => {
    const f = await Followed.start(t, actors, hosts.github);
    const next = isKnown ? await f.advance() : f.repository.commit(f.head());
    if (isKnown) await f.advance();
    await f.takeUp();
    f.repository.refs.set('refs/heads/next', next);
    f.repository.defaultBranch = 'next';
    await f.deliver('repository', {
      action: 'edited',
      changes: { default_branch: { from: 'main' } },
      repository: {
        id: f.repository.id,
        html_url: hosts.github.url(f.repository.path),
        default_branch: 'next',
      },
    });
    await f.takeUp();
    expect([await f.newest(), (await f.commits()).length]).toEqual([next, isKnown ? 2 : 1]);
    expect(await f.versions()).toContainEqual({
      commit_hash: next,
      ref: 'refs/heads/next',
      preview: false,
      semver: null,
    });
  });
});
