import { readdirSync, readFileSync } from 'node:fs';

/** A line of /proc, empty for a process that has ended. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

const isRunning = (pid: string): boolean => !['', 'Z'].includes(/\) (\S)/.exec(read(pid, 'stat'))?.[1] ?? '');

const running = (): string[] => readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && isRunning(pid));

/** Numbers of a process after its state: its parent and its group. */
const familyOf = (pid: string): number[] =>
  (/\) \S (\d+) (\d+)/.exec(read(pid, 'stat'))?.slice(1) ?? []).map(Number);

/** The browsers that print for a server or worker; each leads a group of processes. */
export const browsersOf = (serverPid: number): number[] =>
  running()
    .filter((pid) => familyOf(pid)[0] === serverPid && read(pid, 'cmdline').includes('--headless'))
    .map(Number);

/** The processes of a group. */
export const membersOf = (group: number): number[] =>
  running()
    .filter((pid) => familyOf(pid)[1] === group)
    .map(Number);

/** The processes that analyze for a server or worker, also for one that has ended. */
export const analysesOf = (serverPid: number): number[] =>
  running()
    .filter((pid) => {
      const words = read(pid, 'cmdline').split('\0');
      // The second argument of the program is its parent.
      const program = words.findIndex((word) => word.endsWith('/isolation/child.js'));
      return program !== -1 && words[program + 2] === String(serverPid);
    })
    .map(Number);
