import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fakeCodeHosts } from '../../../support/code-host-server.js';
import { HOSTS } from '../../../support/code-hosts.js';
import { allowLoopback, Followed } from '../../../support/followed.js';
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

/** What happens in a repository. Deliveries are sent later, in any order and more than once. */
const step = fc.constantFrom('commit', 'branch', 'back', 'rename', 'foreign', 'tag', 'nightly');
const history = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 8 }),
  order: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
  again: fc.nat(),
});

describe.each(HOSTS)('whatever happens in a repository on %s, and however its deliveries arrive', (kind) => {
  it('only commits of the default branch and version tags are more than previews', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ steps, order, again }) => {
        const f = await Followed.start(t, actors, hosts[kind], { preview_branches: ['feature*'] });
        await f.advance();
        await f.takeUp();
        const first = f.head();
        let furthest = first;
        const onMain = new Set([first]);
        const tagged = new Set<string>();
        const deliveries: (() => Promise<unknown>)[] = [];
        for (const [index, what] of steps.entries()) {
          const before = f.head();
          const sent = f.sent();
          if (what === 'commit') {
            const commit = f.repository.commit(before);
            f.repository.refs.set(MAIN, commit);
            onMain.add(commit);
            furthest = commit;
            deliveries.push(() => f.send(MAIN, commit, { before, ...sent }));
          } else if (what === 'branch') {
            const commit = f.repository.commit(before);
            f.repository.refs.set(`refs/heads/feature${index}`, commit);
            deliveries.push(() => f.send(`refs/heads/feature${index}`, commit, sent));
          } else if (what === 'back') {
            const older = f.repository.parentOf(before) ?? before;
            f.repository.refs.set(MAIN, older);
            // It has been there before.
            onMain.add(older);
            deliveries.push(() => f.send(MAIN, older, { before, forced: true, ...sent }));
          } else if (what === 'rename') {
            const from = f.repository.path;
            f.host.rename(f.repository, `${from}-${index}`);
            const { path } = f.repository;
            deliveries.push(() => f.sendRename(from, { path }));
          } else if (what === 'foreign') {
            deliveries.push(() => f.send(MAIN, 'f'.repeat(40), { ...sent, id: 666 }));
          } else if (what === 'tag') {
            f.repository.refs.set(`refs/tags/v1.0.${index}`, before);
            tagged.add(before);
            deliveries.push(() => f.send(`refs/tags/v1.0.${index}`, before, sent));
          } else {
            deliveries.push(() => f.send('refs/tags/nightly', f.repository.commit(before), sent));
          }
        }
        const shuffled = deliveries
          .map((send, index) => ({ send, at: order[index] ?? 0 }))
          .sort((a, b) => a.at - b.at)
          .map(({ send }) => send);
        for (const send of [...shuffled, shuffled[again % shuffled.length]]) {
          await send?.();
          await f.takeUp(2);
        }
        await f.takeUp(2);
        const versions = await f.versions();
        const isBehind = f.repository.isBefore(f.head(), first);
        for (const { commit_hash: commit, semver, preview } of versions) {
          expect([commit, preview]).toEqual([commit, !onMain.has(commit) && !tagged.has(commit)]);
          if (semver !== null) expect(tagged.has(commit)).toBe(true);
        }
        // The newest is the last release, else the commit that the branch has reached, which never goes back. One that it had
        // lost before the hub looked may count.
        const releases = versions.filter(({ semver }) => semver !== null);
        const reached = [isBehind ? first : f.head(), furthest];
        if (releases.length === 0) expect(reached).toContain(await f.newest());
        else expect(releases.map(({ commit_hash: commit }) => commit)).toContain(await f.newest());
        expect(await f.pending()).toBe(0);
        expect(await f.bound()).toMatchObject({
          repo_url: f.host.url(f.repository.path),
          taken: false,
        });
      }),
      { numRuns: 12 },
    );
  });
});
