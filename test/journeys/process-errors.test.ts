import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { answersEnvironment } from '../support/observed-answers.js';
import { ServerHome } from '../support/server-home.js';
import type { ServerProcess } from '../support/server-process.js';
import { eventually } from '../support/stored-artifacts.js';

let home: ServerHome;
let server: ServerProcess;
beforeAll(async () => {
  home = await ServerHome.open();
  const { NODE_OPTIONS = '' } = answersEnvironment();
  server = await home.start({
    NODE_OPTIONS: `${NODE_OPTIONS} --import ${resolve('test/support/runner/thrown-errors.mjs')}`,
  });
});
afterAll(() => home.close());

/** The lines of the log with a text, parsed. */
const lines = (text: string): Record<string, unknown>[] =>
  server.output
    .split('\n')
    .filter((line) => line.startsWith('{') && line.includes(text))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const isAlive = async (): Promise<boolean> => (await server.client.get('/healthz')).status === 200;

describe('an error that nothing handles', () => {
  it.each(['exception', 'rejection'])(
    'as %s of a request ends that alone, and is in the log',
    async (kind) => {
      const asked = await fetch(`${server.url}/v1/catalog`, { headers: { 'x-test-error': kind } }).then(
        ({ status }) => status,
        () => 0,
      );
      expect([0, 401, 500]).toContain(asked);
      await eventually(() => Promise.resolve(lines(`thrown by the test: ${kind}`).length > 0));
      expect(lines(`thrown by the test: ${kind}`)[0]).toMatchObject({
        level: 'error',
        ends: 'the work',
        request_id: expect.any(String),
      });
      expect(await isAlive()).toBe(true);
    },
  );

  it('of a job fails its run, which would never end, and the next run follows', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['test/support/runner/failing-job.mjs'], {
      timeout: 60_000,
    });
    const [unhandled, failed] = stdout.split('\n').map((line) => JSON.parse(line || '{}') as object);
    expect(unhandled).toMatchObject({ level: 'error', job: 'failing', ends: 'the work' });
    expect(failed).toMatchObject({ level: 'error', job: 'failing', err: { message: 'thrown by a job' } });
  });

  it('as rejection outside of all requests ends nothing', async () => {
    process.kill(server.pid, 'SIGWINCH');
    await eventually(() => Promise.resolve(lines('a rejection outside').length > 0));
    expect(lines('a rejection outside')[0]).toMatchObject({ level: 'error', ends: 'nothing' });
    expect(await isAlive()).toBe(true);
  });

  it('as exception outside of all requests and jobs ends the process, with a line that says so', async () => {
    process.kill(server.pid, 'SIGUSR2');
    await eventually(() => Promise.resolve(lines('thrown by the test: outside').length > 0));
    expect(lines('thrown by the test: outside')).toEqual([
      expect.objectContaining({ level: 'fatal', ends: 'the process' }),
    ]);
    await eventually(() =>
      isAlive().then(
        (alive) => !alive,
        () => true,
      ),
    );
    expect(await server.kill()).toBe(1);
  });
});
