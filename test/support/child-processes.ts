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

/** The processes that analyze for a server or worker, also for one that has ended. */
export const analysesOf = (serverPid: number): number[] =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && isRunning(pid))
    .filter((pid) => {
      const words = read(pid, 'cmdline').split('\0');
      // The second argument of the program is its parent.
      const program = words.findIndex((word) => word.endsWith('/isolation/child.js'));
      return program !== -1 && words[program + 2] === String(serverPid);
    })
    .map(Number);
