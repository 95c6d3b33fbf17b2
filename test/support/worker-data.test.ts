import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const DATA = { type: 'jest-light-runner-worker-data', workerData: { globalConfig: 'the configuration' } };

/** A worker like those of jest-light-runner: it listens to the pool at once, and to the answer when it is asked to. */
const WORKER = `
  process.on('message', (message) => {
    if (message !== 'start') return;
    setTimeout(() => process.exit(1), 10_000);
    process.on('message', ({ type, workerData }) => type === '${DATA.type}' && process.send(workerData));
  });
  process.send('listening');
`;

it('a worker that listens to its data late gets it, although the answer came before', async () => {
  const preloaded = fileURLToPath(new URL('runner/register.mjs', import.meta.url));
  const program = join(await mkdtemp(join(tmpdir(), 'worker-')), 'worker.mjs');
  await writeFile(program, WORKER);
  const worker = fork(program, [], {
    execArgv: ['--import', preloaded],
    env: { PATH: process.env['PATH'] },
  });
  const ended = once(worker, 'exit').then(() => Promise.reject(new Error('the worker has ended')));
  ended.catch(() => undefined);
  const reply = (): Promise<unknown[]> => Promise.race([once(worker, 'message'), ended]);
  try {
    worker.send(DATA);
    expect(await reply()).toContain('listening');
    worker.send('start');
    const [received] = await reply();
    expect(received).toEqual(DATA.workerData);
  } finally {
    worker.kill();
  }
});

it('the runner still names its answer like that', async () => {
  const runner = fileURLToPath(import.meta.resolve('jest-light-runner'));
  expect(await readFile(new URL('worker-runner.js', `file://${runner}`), 'utf8')).toContain(`"${DATA.type}"`);
});
