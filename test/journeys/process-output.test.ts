import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort } from '../support/ports.js';
import { ServerHome } from '../support/server-home.js';
import { FailedStart, type ServerProcess } from '../support/server-process.js';
import { SplitDeployment } from '../support/split-deployment.js';
import { eventually } from '../support/stored-artifacts.js';
import { engine } from '../support/test-database.js';

let home: ServerHome;
beforeEach(async () => {
  home = await ServerHome.open({ LOG_LEVEL: 'info' });
});
afterEach(() => home.close());

type Line = Readonly<Record<string, unknown>>;

/** The lines after those that say where the server listens. @throws when one is no JSON */
const linesAfterStart = ({ output }: ServerProcess): Line[] =>
  output
    .slice(output.indexOf('listens on'))
    .split('\n')
    .slice(1)
    .filter((line) => line.startsWith('{') || /warn|error/i.test(line))
    .map((line) => JSON.parse(line) as Line);

const lastLine = (output: string): Line => JSON.parse(output.trim().split('\n').at(-1) ?? '') as Line;

// What libraries do, on a signal.
const LIBRARY = `
  process.on('SIGUSR2', () => {
    process.emitWarning('a listener too many', 'MaxListenersExceededWarning');
    process.emitWarning('a listener too many', 'MaxListenersExceededWarning');
    process.emitWarning('old', { type: 'DeprecationWarning', code: 'DEP0000' });
    console.error('printed %s', 'by a library');
    process.stderr.write('written\\n');
  });`;

describe('the output of a server', () => {
  it('has what Node.js and libraries print as lines of the log, once each', async () => {
    const module = join(home.dataDir, 'library.mjs');
    await writeFile(module, LIBRARY);
    const server = await home.start({ NODE_OPTIONS: `--import ${module}` });
    process.kill(server.pid, 'SIGUSR2');
    await eventually(() => Promise.resolve(server.output.includes('written')));
    const warned = linesAfterStart(server).filter(({ msg }) =>
      String(msg).startsWith('a library or Node.js warns'),
    );
    expect(warned.map(({ level, warning, code, text }) => [level, warning, code, text])).toEqual(
      expect.arrayContaining([
        ['warn', 'MaxListenersExceededWarning', undefined, 'a listener too many'],
        ['warn', 'DeprecationWarning', 'DEP0000', 'old'],
        ['warn', undefined, undefined, 'printed by a library'],
        ['warn', undefined, undefined, 'written'],
      ]),
    );
    expect(warned).toHaveLength(4);
    expect(server.output).not.toMatch(/^(?!\{).*(Warning|by a library|written)/m);
  });
});

describe('the last line of a process', () => {
  const expectStopped = async (server: ServerProcess): Promise<void> => {
    expect(await server.kill('SIGTERM')).toBe(0);
    expect(lastLine(server.output)).toMatchObject({
      level: 'info',
      msg: 'stopped',
      code: 0,
      reason: 'a signal',
      signal: 'SIGTERM',
    });
  };

  it('says which signal has ended it', async () => {
    await expectStopped(await home.start());
  });

  it('says which signal has ended a worker', async () => {
    if (engine === 'pglite') return;
    const deployment = await SplitDeployment.start({ servers: 1, workers: 1 }, { LOG_LEVEL: 'info' });
    try {
      for (const worker of deployment.workers) await expectStopped(worker);
    } finally {
      await deployment.close();
    }
  });

  it('says that the start has failed, and why', async () => {
    const url = `postgres://nobody@127.0.0.1:${await freePort()}/nothing`;
    const failed = await home.start({ DATABASE_URL: url }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(FailedStart);
    const { exitCode, message } = failed as FailedStart;
    expect(exitCode).toBe(1);
    const { msg, code, reason, explanation } = lastLine(message);
    expect({ msg, code, reason }).toEqual({ msg: 'stopped', code: 1, reason: 'the start failed' });
    expect(explanation).toMatch(/database/);
  });
});
