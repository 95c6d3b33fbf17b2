import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { yieldSession } from './processor-priority.js';

it('makes the session of a process yield where the system divides the processors between sessions', () => {
  const child = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
  try {
    yieldSession(child.pid ?? 0);
    const group = `/proc/${child.pid}/autogroup`;
    const found = existsSync(group) ? readFileSync(group, 'utf8') : '';
    // Empty on systems without such groups.
    expect(found === '' ? 'nice 10' : found.trim()).toMatch(/nice 10$/);
  } finally {
    child.kill('SIGKILL');
  }
});

it('does nothing for a process that is gone', () => {
  expect(() => yieldSession(2 ** 22 + 1)).not.toThrow();
});
