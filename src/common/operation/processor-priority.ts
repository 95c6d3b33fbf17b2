import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const NICENESS = constants.priority.PRIORITY_BELOW_NORMAL;

/** Makes this process, and those that it starts, yield the processors to others on the machine. */
export function yieldProcessors(): void {
  setPriority(NICENESS);
  yieldSession(process.pid);
}

/**
 * Makes the session of a process yield. Where Linux divides the processors between sessions first (`autogroup`), the niceness
 * of a process counts within its session alone, and a process that was started detached has a session of its own.
 */
export function yieldSession(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS));
  } catch {
    // Another system, or one without such groups.
  }
}
