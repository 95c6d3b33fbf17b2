import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, writeSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { runIsolated } from '../src/isolation/run-isolated.js';
import { analyzeCommand, fileOf, folderOf } from './support/analyze-command.js';

const compiled = (name: string): URL => new URL(`../dist/${name}`, import.meta.url);

/** A named pipe: opening it blocks until the other end is opened. */
function pipe(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'mcp-analyze-')), 'pipe');
  spawnSync('mkfifo', [path]);
  return path;
}

const codeOf = (error: unknown): unknown => (error as NodeJS.ErrnoException).code;

/** Waits for a process that reads a pipe. Returns the end to write to. */
async function readerOf(path: string): Promise<number> {
  for (;;)
    try {
      return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch (error) {
      if (codeOf(error) !== 'ENXIO') throw error;
      await pause(20);
    }
}

/** Waits until no process reads a pipe. */
async function endOf(end: number): Promise<void> {
  for (;;)
    try {
      writeSync(end, 'x');
      await pause(20);
    } catch (error) {
      closeSync(end);
      expect(codeOf(error)).toBe('EPIPE');
      return;
    }
}

const program = (...lines: string[]): URL =>
  pathToFileURL(fileOf('program.mjs', Buffer.from(lines.join('\n'))));

/** A program that reports its start and then loops forever. */
const busy = (...before: string[]): URL =>
  program(...before, 'process.send({ kind: "phase", phase: "busy" }, () => {', '  for (;;);', '});');

const JOB = { source: { kind: 'directory', path: '/' } } as const;

async function signalOf(child: ChildProcess): Promise<unknown> {
  const [, signal] = (await once(child, 'exit')) as unknown[];
  return signal;
}

describe('the time limit', () => {
  it('stops a busy analysis, and leaves nothing behind', async () => {
    const listeners = process.listenerCount('exit');
    const outcome = await runIsolated(JOB, { time: 2000, memory: 1024 }, {}, { program: busy() });
    expect(outcome).toEqual({
      kind: 'stopped',
      limit: 'time',
      reason: 'the analysis did not end within 2 s',
    });
    expect(process.listenerCount('exit')).toBe(listeners);
  });

  it('is reported by the command, with the option that raises it', () => {
    // Nothing writes to this pipe, so that reading it never ends.
    const words = [folderOf({ 'a.js': '' }), '--advisories', pipe(), '--timeout', '1'];
    expect(analyzeCommand(words)).toMatchObject({
      code: 3,
      stdout: 'Not analyzed\n  the analysis did not end within 1 s; --timeout gives it more\n',
    });
  });
});

describe('the environment of an analysis', () => {
  it('contains nothing of its parent, secrets included', async () => {
    process.env['AUTH_OSS_ISSUER_SECRET'] = 'a secret of the server';
    try {
      const child = program(
        'process.send({ kind: "done", analysis: process.env }, () => process.disconnect());',
      );
      const outcome = await runIsolated(JOB, { time: 20_000, memory: 1024 }, {}, { program: child });
      expect(outcome).toEqual({ kind: 'done', analysis: {} });
    } finally {
      delete process.env['AUTH_OSS_ISSUER_SECRET'];
    }
  });
});

describe('the priority of an analysis', () => {
  it('is what the caller wants for all of its threads, so that other work comes first', async () => {
    const child = program(
      'import { getPriority } from "node:os";',
      'import { readdirSync } from "node:fs";',
      'const analysis = readdirSync("/proc/self/task").map((thread) => getPriority(Number(thread)));',
      'process.send({ kind: "done", analysis }, () => process.disconnect());',
    );
    const limits = { time: 20_000, memory: 1024 };
    const outcome = await runIsolated(JOB, limits, {}, { program: child, priority: 10 });
    expect(outcome.kind === 'done' && new Set(outcome.analysis as unknown as number[])).toEqual(
      new Set([Math.max(10, getPriority())]),
    );
  });
});

describe('an analysis does not outlive its parent', () => {
  it.each(['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGKILL'] as const)('when %s ends the command', async (signal) => {
    const path = pipe();
    const words = [folderOf({ 'a.js': '' }), '--advisories', path];
    const command = spawn(process.execPath, [fileURLToPath(compiled('cli/main.js')), ...words], {
      stdio: 'ignore',
    });
    const end = await readerOf(path);
    command.kill(signal);
    expect(await signalOf(command)).toBe(signal);
    await endOf(end);
  });

  const watched = `import ${JSON.stringify(compiled('isolation/watchdog.js').href)};`;

  it.each([
    ['its parent exits', '', 'process.exit()'],
    ['a signal ends its parent', '', 'process.kill(process.pid, "SIGTERM")'],
    ['its parent is killed', watched, 'process.kill(process.pid, "SIGKILL")'],
    ['its parent is busy when the time is over', watched, 'for (;;);'],
  ])('when it is busy, and %s', async (_what, before, then) => {
    const path = pipe();
    const child = busy(
      before,
      'import { openSync } from "node:fs";',
      `openSync(${JSON.stringify(path)}, "r");`,
    );
    const time = then === 'for (;;);' ? 1000 : 3_600_000;
    const host = program(
      `import { runIsolated } from ${JSON.stringify(compiled('isolation/run-isolated.js').href)};`,
      `import { endingOnSignals } from ${JSON.stringify(compiled('cli/signals.js').href)};`,
      `const phase = () => { ${then} };`,
      `const [job, limits, child] = ${JSON.stringify([JOB, { time, memory: 1024 }, child.href])};`,
      'await endingOnSignals(() => runIsolated(job, limits, { phase }, { program: new URL(child) }));',
    );
    const parent = spawn(process.execPath, [fileURLToPath(host)], { stdio: 'ignore' });
    await endOf(await readerOf(path));
    parent.kill('SIGKILL');
  });
});
