import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { yieldSession } from './processor-priority.js';

/** The group of a process as Linux shows it; empty on systems without such groups. */
const groupOf = (pid: number | undefined): string => {
  const file = `/proc/${pid}/autogroup`;
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
};

it.each([true, false])('makes a session yield if the process leads it: detached %s', (detached) => {
  const child = spawn('sleep', ['60'], { detached, stdio: 'ignore' });
  try {
    const before = groupOf(child.pid);
    yieldSession(child.pid ?? 0);
    expect(groupOf(child.pid)).toBe(detached ? before.replace(/nice .*$/, 'nice 10') : before);
  } finally {
    child.kill('SIGKILL');
  }
});

it('does nothing for a process that is gone', () => {
  expect(() => yieldSession(2 ** 22 + 1)).not.toThrow();
});
