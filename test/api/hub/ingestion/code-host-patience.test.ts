import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeCodeHost } from '../../../support/code-host-server.js';
import { allowLoopback, Followed } from '../../../support/followed.js';
import { useHub } from '../../../support/suite.js';
import { webhookSettings } from '../../../support/webhooks.js';

const host = await FakeCodeHost.start('github');
const { t, actors } = await useHub({ ...webhookSettings, ANALYSIS_SOURCE_HOSTS: host.setting });
beforeEach(() => {
  allowLoopback(t);
  host.refusal = undefined;
  host.isSilent = false;
});
afterAll(() => host.close());

const MAIN = 'refs/heads/main';
const start = async (): Promise<Followed> => {
  const f = await Followed.start(t, actors, host);
  await f.advance();
  await f.takeUp();
  return f;
};

/** Runs the job as often as it does in an hour, every ten seconds; how often the host was asked. */
async function anHour(f: Followed): Promise<number> {
  host.requests.length = 0;
  for (let run = 0; run < 370; run += 1) {
    await t.rows(
      `UPDATE source_event SET created_at = created_at - interval '10 seconds', run_after = run_after - interval '10 seconds'
        WHERE taken_at IS NULL`,
    );
    if ((await f.pending()) === 0) break;
    await f.runJob();
  }
  return host.requests.length;
}

describe('a code host that does not say what a push is', () => {
  it.each([401, 403])('because it answers %i, is asked less and less often', async (status) => {
    const f = await start();
    const commit = f.repository.commit(f.head());
    f.repository.refs.set('refs/tags/v1.0.0', commit);
    host.refusal = { status };
    await f.send('refs/tags/v1.0.0', commit);
    await f.runJob();
    expect(await f.pending()).toBe(1);
    const asked = await anHour(f);
    expect(asked).toBeGreaterThan(5);
    expect(asked).toBeLessThan(20);
    expect(await f.pending()).toBe(0);
    expect(await f.audited()).toContain('mcp.source_unavailable');
  });

  it.each([
    ['refuses', { status: 401 }],
    ['forbids', { status: 403 }],
    ['limits requests', { status: 403, headers: { 'x-ratelimit-remaining': '0' } }],
  ])('because it %s for a while, loses none', async (_what, refusal) => {
    const f = await start();
    host.refusal = refusal;
    const commit = await f.advance();
    await f.takeUp(5);
    host.refusal = undefined;
    await f.takeUp();
    expect([await f.newest(), await f.pending()]).toEqual([commit, 0]);
  });

  it('is asked once about many pushes of a repository', async () => {
    const f = await start();
    for (let index = 0; index < 10; index += 1) {
      const tag = `refs/tags/v1.0.${index}`;
      f.repository.refs.set(tag, f.head());
      await f.send(tag, f.head());
    }
    host.refusal = { status: 403 };
    host.requests.length = 0;
    await f.takeUp();
    expect(host.requests).toHaveLength(1);
    host.refusal = undefined;
    await f.takeUp();
    expect(await f.pending()).toBe(0);
  });

  it('is asked less and less often where a repository is said to have moved, and one answer settles it', async () => {
    const f = await start();
    const from = f.repository.path;
    host.rename(f.repository, `${from}-moved`);
    host.isSilent = true;
    await f.sendRename(from);
    await f.runJob();
    expect(await f.pending()).toBeGreaterThan(0);
    host.isSilent = false;
    await f.takeUp();
    expect(await f.pending()).toBe(0);
    expect(await f.bound()).toMatchObject({ repo_url: host.url(`${from}-moved`) });
  });
});

describe('the pushes of another repository', () => {
  it('are in the trail once a day, however many come', async () => {
    const f = await start();
    const refused = async (): Promise<number> =>
      (await f.audited()).filter((action) => action === 'mcp.repository_refused').length;
    for (let index = 0; index < 5; index += 1) {
      const { body } = await f.send(MAIN, f.repository.commit(f.head()), { id: 666 + index });
      expect(body.accepted).toBe(false);
      await f.takeUp();
    }
    expect(await refused()).toBe(1);
    await t.rows(`UPDATE mcp SET repo_refused_at = repo_refused_at - interval '1 day' WHERE id = $1`, [
      f.mcpId,
    ]);
    await f.send(MAIN, f.repository.commit(f.head()), { id: 666 });
    expect(await refused()).toBe(2);
  });
});

describe('a branch that lags behind another one', () => {
  it('has the commit to which it is pushed as the newest, though that was known before', async () => {
    const f = await start();
    const old = f.head();
    const known = await f.advance();
    await f.takeUp();
    f.repository.refs.set('refs/heads/stable', old);
    await t.rows(`UPDATE mcp SET branch = 'stable' WHERE id = $1`, [f.mcpId]);
    await t.rows(
      `INSERT INTO source_event (id, mcp_id, ref, delivery, created_at) VALUES (gen_random_uuid(), $1, 'HEAD', 'test', now())`,
      [f.mcpId],
    );
    await f.takeUp();
    expect(await f.newest()).toBe(old);
    await f.push('refs/heads/stable', known);
    await f.takeUp();
    expect(await f.newest()).toBe(known);
    // Moved back, it changes nothing.
    await f.push('refs/heads/stable', old, { forced: true });
    await f.takeUp(2);
    expect(await f.newest()).toBe(known);
  });
});
