import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { activeClock } from './active-time.js';

describe('activeClock', () => {
  it('counts the time in which a process waits for something else', async () => {
    const clock = activeClock('self');
    const start = performance.now();
    await wait(300);
    const wall = performance.now() - start;
    expect(clock()).toBeGreaterThan(wall / 10);
    expect(clock()).toBeLessThan(performance.now() - start + 1);
  });

  it('counts less than the wall clock while other programs use the processors', async () => {
    const busy = (): ReturnType<typeof spawn> =>
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
    const all = Array.from({ length: 4 * availableParallelism() }, busy);
    try {
      const clock = activeClock(all[0]?.pid ?? 'self');
      const start = performance.now();
      await wait(2000);
      expect(clock()).toBeLessThan(0.9 * (performance.now() - start));
    } finally {
      for (const each of all) each.kill('SIGKILL');
    }
  }, 60_000);

  it('does not count a pause, in which nothing runs, and counts a long step in which the process runs', () => {
    let [time, ran] = [0, 0];
    const clock = activeClock(
      'self',
      () => time,
      () => ({ ran, waited: 0 }),
    );
    time = 600_000;
    expect(clock()).toBe(1000);
    [time, ran] = [605_000, 5000];
    expect(clock()).toBe(6000);
  });

  it('is the wall clock for a process that does not exist', async () => {
    const clock = activeClock(2 ** 30);
    await wait(50);
    expect(clock()).toBeGreaterThanOrEqual(49);
  });
});
