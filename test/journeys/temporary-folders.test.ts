import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ServerHome } from '../support/server-home.js';

// A process that makes a temporary folder with a file, prints the path and runs until it is killed.
const PROGRAM = `
  import { writeFileSync } from 'node:fs';
  import { temporaryFolder } from '@mcp-hub/analyzer/temporary';
  const folder = await temporaryFolder('work');
  writeFileSync(folder + '/file', 'bytes');
  console.log(folder);
  setInterval(() => undefined, 1000);`;

let folder: string;
let children: ChildProcess[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mcp-hub-parent-'));
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const entries = (): Promise<string[]> => readdir(folder);

/** Starts the program; `under` is a command that starts it. */
async function start(...under: string[]): Promise<{ readonly child: ChildProcess; readonly made: string }> {
  const words = [...under, process.execPath, '--input-type=module', '-e', PROGRAM];
  const [command = '', ...args] = words;
  const child = spawn(command, args, { env: { PATH: process.env['PATH'], TMPDIR: folder } });
  children.push(child);
  const errors: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text));
  const first = once(child.stdout, 'data') as Promise<[Buffer]>;
  const failed = once(child, 'exit').then(() => {
    throw new Error(errors.join(''));
  });
  const [text] = await Promise.race([first, failed]);
  return { child, made: text.toString().trim() };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

describe('temporary folders', () => {
  it('of a killed process are removed by the next one, and those of running processes stay', async () => {
    const killed = await start();
    const running = await start();
    await end(killed.child, 'SIGKILL');
    expect(await readdir(killed.made)).toEqual(['file']);

    await start();
    expect(await entries()).toHaveLength(2);
    expect(await readdir(running.made)).toEqual(['file']);
    await expect(readdir(killed.made)).rejects.toThrow('ENOENT');
  });

  it('of processes with one process id, as containers have, stay while both run', async () => {
    const own = ['unshare', '--user', '--map-root-user', '--pid', '--fork', '--kill-child'];
    const one = await start(...own);
    const other = await start(...own);
    expect(await readdir(one.made)).toEqual(['file']);
    expect(await readdir(other.made)).toEqual(['file']);
    await end(one.child, 'SIGKILL');
    await start(...own);
    expect(await readdir(other.made)).toEqual(['file']);
    await expect(readdir(one.made)).rejects.toThrow('ENOENT');
  });

  it('of many processes that start at once are not removed by each other', async () => {
    const dead = await start();
    await end(dead.child, 'SIGKILL');
    const started = await Promise.all(Array.from({ length: 12 }, () => start()));
    for (const { made } of started) expect(await readdir(made)).toEqual(['file']);
    expect(await entries()).toHaveLength(12);
  });

  it('that were being removed by a process that was killed are removed, too', async () => {
    await mkdir(join(folder, 'mcp-hub-left-AbCd12', 'analysis-123456'), { recursive: true, mode: 0o700 });
    await chmod(join(folder, 'mcp-hub-left-AbCd12'), 0o700);
    const { made } = await start();
    expect(await entries()).toEqual([made.split('/').at(-2)]);
  });

  it('that others could have made are not touched', async () => {
    const outside = join(folder, 'outside');
    await mkdir(outside);
    await writeFile(join(outside, 'file'), 'of somebody else');
    await symlink(outside, join(folder, 'mcp-hub-run-AbCd12'));
    await mkdir(join(folder, 'mcp-hub-run-AbCd13'));
    await chmod(join(folder, 'mcp-hub-run-AbCd13'), 0o777);
    await start();
    expect(await readdir(outside)).toEqual(['file']);
    expect(await entries()).toEqual(expect.arrayContaining(['mcp-hub-run-AbCd12', 'mcp-hub-run-AbCd13']));
  });
});

describe('a server', () => {
  it('leaves no temporary folder when it stops, and removes what a killed one has left when it starts', async () => {
    const home = await ServerHome.open({ TMPDIR: folder, LOG_LEVEL: 'info' });
    try {
      const first = await home.start();
      const { made } = await start();
      await first.kill();
      const left = await entries();
      expect(left.length).toBeGreaterThan(0);

      const second = await home.start();
      expect(second.output).toMatch(
        /"folders":1,.*removed the temporary folders of processes that were killed/,
      );
      const runs = await entries();
      expect(runs).toContain(made.split('/').at(-2));
      expect(runs.filter((name) => left.includes(name))).toEqual([made.split('/').at(-2)]);
      await second.kill('SIGTERM');
      expect(await entries()).toEqual([made.split('/').at(-2)]);
    } finally {
      await home.close();
    }
  });
});
