import { afterAll, beforeEach, expect, it } from '@jest/globals';
import { SourceChangesJob } from '../../../../src/hub/analysis/runs/source-changes/source-changes-job.js';
import { aMcp } from '../../../support/catalog.js';
import { FakeCodeHost } from '../../../support/code-host-server.js';
import { allowLoopback } from '../../../support/followed.js';
import { LogLines } from '../../../support/log-lines.js';
import { startTestApp } from '../../../support/test-app.js';
import { webhookSettings } from '../../../support/webhooks.js';

const REPOSITORIES = 20;

const host = await FakeCodeHost.start('github');
const log = new LogLines('info');
const t = await startTestApp(
  { ...webhookSettings, ANALYSIS_SOURCE_HOSTS: host.setting },
  undefined,
  log.logger,
);
beforeEach(() => allowLoopback(t));
afterAll(async () => {
  await t.close();
  await host.close();
});

/** Runs the job when all changes are due. */
async function run(): Promise<void> {
  await t.rows('UPDATE source_event SET run_after = now() WHERE taken_at IS NULL');
  await t.app.get(SourceChangesJob).run(new AbortController().signal);
}

const lines = (): unknown[] =>
  log.all
    .filter(({ msg }) => String(msg).includes('code host'))
    .map(({ level, msg, of }) => [level, msg, of]);

it('a code host that does not answer is one line of the log, for all repositories and attempts, and one when it does again', async () => {
  for (let index = 0; index < REPOSITORIES; index += 1) {
    const repository = host.repository(`acme/r-${index}`);
    const { id } = await aMcp(t, { repo_url: host.url(repository.path) });
    await t.rows(
      `INSERT INTO source_event (id, mcp_id, ref, delivery, created_at) VALUES (gen_random_uuid(), $1, 'HEAD', 'test', now())`,
      [id],
    );
  }
  host.refusal = { status: 503 };
  for (let attempt = 0; attempt < 5; attempt += 1) await run();
  const began = [
    'warn',
    'a code host did not say what changed sources are; it is asked less and less often',
    host.host,
  ];
  expect(lines()).toEqual([began]);
  host.refusal = undefined;
  await run();
  expect(lines()).toEqual([
    began,
    ['info', 'over: a code host did not say what changed sources are', host.host],
  ]);
  expect(await t.rows('SELECT id FROM source_event WHERE taken_at IS NULL')).toEqual([]);
});
