import { readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const NICENESS = constants.priority.PRIORITY_BELOW_NORMAL;

/** Makes this process, and those that it starts, yield the processors to others on the machine. */
export function yieldProcessors(): void {
  setPriority(NICENESS);
  yieldSession(process.pid);
}

/**
 * Makes the session that a process leads yield. Where Linux divides the processors between sessions first (`autogroup`), the
 * niceness of a process counts within its session alone, and a process that was started detached has a session of its own. A
 * process in the session of others, such as a terminal, is left as it is.
 */
export function yieldSession(pid: number): void {
  try {
    if (sessionOf(pid) === pid) writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS));
  } catch {
    // Another system, or one without such groups.
  }
}

/** The session of a process: the fourth field after its name, which is in parentheses and may contain anything. */
const sessionOf = (pid: number): number =>
  Number(
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')[3],
  );
